import type { ApiResource } from '@gcscope/gc-core';
import { aimKubectl, type Millis } from '@gcscope/gc-core/wire';
import { sleep, systemClock } from '../../base/clock.ts';
import { type Fields, fieldsOf, textOf } from '../../cluster/answers/decode-meta.ts';
import { RecordUnwrittenError } from '../write-record/errors.ts';
import { DEFINITIONS } from './custom-kinds.ts';
import { RUN_LABEL } from './minimal-fields.ts';
import type { ObjectRequests } from './object-requests.ts';
import type { RunNames } from './run-names.ts';

const NAMESPACES = '/api/v1/namespaces';
const LOOK_AGAIN: Millis = 300;

interface CleanUpOptions {
  readonly within: Millis;
  /** Flags that aim kubectl at the cluster, as in `ClusterInfo`. */
  readonly kubectl: readonly string[];
}

/**
 * Deletes whatever carries the run's label: the objects of these kinds, whatever blocks them, then the definitions and the
 * namespaces. Resolves with a sentence about what is left after `within`, if anything is. Never rejects.
 */
export async function cleanUp(
  requests: ObjectRequests,
  names: RunNames,
  kinds: readonly ApiResource[],
  { within, kubectl }: CleanUpOptions,
): Promise<string | undefined> {
  const collections = kinds.map((kind) => ({ kind, collection: names.collection(kind, '') }));
  const deadline = performance.now() + within;
  const selector = `${RUN_LABEL}=${names.id}`;
  const deleteSome = async (): Promise<number> => {
    let left = 0;
    for (const { kind, collection } of collections) {
      left += await deleteAll(requests, collection, selector, kind);
    }
    // Custom objects go before their definition, which would wait for what blocks them.
    if (left === 0) left += await deleteAll(requests, DEFINITIONS, selector);
    return left + (await deleteAll(requests, NAMESPACES, selector, undefined, left === 0));
  };
  for (;;) {
    let fault: string | undefined;
    let isOver = false;
    try {
      if ((await deleteSome()) === 0) return undefined;
    } catch (error) {
      // The last request may have been carried out; the next list shows whether it was.
      fault = error instanceof Error ? error.message : String(error);
      isOver = error instanceof RecordUnwrittenError;
    }
    if (isOver || performance.now() > deadline) {
      const what =
        fault === undefined
          ? 'Some objects of the run still exist'
          : `gcscope could not remove the objects of the run (${fault.replace(/\.$/, '')})`;
      return `${what}; ${byHand(kinds, names, kubectl)}`;
    }
    await sleep(systemClock, LOOK_AGAIN, new AbortController().signal);
  }
}

function byHand(kinds: readonly ApiResource[], names: RunNames, words: readonly string[]): string {
  const resources = kinds.map(({ resource, group }) => {
    return group === '' ? resource : `${resource}.${names.group(group)}`;
  });
  const all = [...new Set([...resources, 'customresourcedefinitions', 'namespaces'])].join(',');
  const command = (verb: string): string =>
    aimKubectl(`kubectl ${verb} ${all} --all-namespaces -l ${RUN_LABEL}=${names.id}`, words);
  return `list them with: ${command('get')}, remove the finalizers of stuck ones, and delete them with: ${command('delete')}`;
}

/** Asks for the end of everything that is listed; answers how much that was. */
async function deleteAll(
  requests: ObjectRequests,
  collection: string,
  selector: string,
  kind?: ApiResource,
  isTime = true,
): Promise<number> {
  const path = `${collection}?labelSelector=${encodeURIComponent(selector)}`;
  const { code, body } = await requests.send('GET', path);
  // A kind that is not served any more has no objects.
  if (code === 404) return 0;
  if (code !== 200) throw new Error(`they cannot be listed: HTTP ${code}`);
  const items = Array.isArray(body.items) ? body.items : [];
  for (const item of items) {
    const metadata = fieldsOf(fieldsOf(item)?.metadata) ?? {};
    if (isTime) await deleteOne(requests, collection, metadata, kind);
  }
  return items.length;
}

async function deleteOne(
  requests: ObjectRequests,
  collection: string,
  metadata: Fields,
  kind: ApiResource | undefined,
): Promise<void> {
  const [name, namespace] = [textOf(metadata.name), textOf(metadata.namespace)];
  const cut = collection.lastIndexOf('/');
  const place = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  const path = `${collection.slice(0, cut)}${place}${collection.slice(cut)}/${encodeURIComponent(name)}`;
  const isHeld = Array.isArray(metadata.finalizers) && metadata.finalizers.length > 0;
  // Definitions and namespaces wait for the controller that empties them.
  if (kind && isHeld) await requests.send('PATCH', path, { metadata: { finalizers: null } });
  const isGoing = typeof metadata.deletionTimestamp === 'string';
  if (isGoing && kind?.kind !== 'Pod') return;
  await requests.send('DELETE', path, {
    propagationPolicy: 'Background',
    gracePeriodSeconds: 0,
    // Meanwhile another object may have taken the name.
    preconditions: { uid: textOf(metadata.uid) },
  });
}
