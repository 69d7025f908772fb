import { seededRandom } from '@gcscope/gc-core';
import { pick, type Random } from '../differential/random-world.ts';
import { collectionPath } from '../objects.ts';
import { ASKED_KINDS, type AskedKind, type Json } from './asked-kinds.ts';
import { CUSTOM_KINDS } from './custom-kinds.ts';
import { changeOf, metadataOf } from './drawn-changes.ts';
import { deletionOf } from './drawn-deletions.ts';
import { directiveOf } from './drawn-directives.ts';
import type { DrawnObject, DrawnRequest, RequestSequence, Topic } from './drawn-request.ts';

const ALL_KINDS = [...ASKED_KINDS, ...CUSTOM_KINDS];
const LENGTH = 14;
/** How often each is asked, once objects are there. */
const DRAWN: readonly Topic[] = [
  ...Array<Topic>(2).fill('create'),
  ...Array<Topic>(3).fill('put of the manifest'),
  ...Array<Topic>(4).fill('put of what is stored'),
  ...Array<Topic>(5).fill('merge patch'),
  ...Array<Topic>(2).fill('strategic merge patch'),
  ...Array<Topic>(3).fill('JSON patch'),
  ...Array<Topic>(4).fill('status'),
  ...Array<Topic>(11).fill('delete'),
  'delete collection',
];

/** The sequences of seeds `first` to `first + count - 1`. */
export function sequencesFrom(first: number, count: number): RequestSequence[] {
  return Array.from({ length: count }, (_, at) => sequenceOf(first + at));
}

/** An object as it is drawn, and what it is made of. */
interface Subject extends DrawnObject {
  readonly number: number;
  readonly name: string;
  readonly namespace: string;
  readonly content: Json;
}

function sequenceOf(seed: number): RequestSequence {
  const random = seededRandom(seed);
  const namespace = `requests-${seed}`;
  const count = pick([1, 2, 2, 3], random);
  const subjects = Array.from({ length: count }, (_, number): Subject => {
    const kind = pick(ALL_KINDS, random);
    const name = `o${number}-${seed}`;
    const home = kind.namespaced ? namespace : '';
    const collection = { apiVersion: kind.versions[0] ?? '', resource: kind.resource };
    const path = `${collectionPath(collection, home)}/${name}`;
    return { kind, path, number, name, namespace: home, content: pick(kind.contents, random) };
  });
  const requests = Array.from({ length: LENGTH }, (_, at) => {
    const subject = subjects[at] ?? pick(subjects, random);
    const topic = at < count ? 'create' : pick(DRAWN, random);
    return requestOf(topic, subject, random);
  });
  return { seed, namespace, objects: subjects, requests };
}

function requestOf(topic: Topic, subject: Subject, random: Random): DrawnRequest {
  const { kind, number: object, name, content } = subject;
  const version = pick(kind.versions, random);
  const { resource } = kind;
  const collection = collectionPath({ apiVersion: version, resource }, subject.namespace);
  const path = `${collection}/${name}`;
  const manifest = { apiVersion: version, kind: kind.kind, metadata: { name }, ...content };
  const dryRun = random() < 0.05 && kind.kind !== 'Namespace' ? '?dryRun=All' : '';
  const labels = kind.labels ? { labels: kind.labels } : {};
  const change = changeOf(kind, object, random);
  const patched = { topic, object, method: 'PATCH', path: `${path}${dryRun}` } as const;
  switch (topic) {
    case 'create': {
      const metadata = { name, ...labels, ...metadataOfNew(subject, random) };
      const body = { ...manifest, metadata };
      return { topic, object, method: 'POST', path: `${collection}${dryRun}`, body };
    }
    case 'put of the manifest': {
      // It would take the status of a custom resource away; our server does not know which definitions have a path for it.
      if (CUSTOM_KINDS.includes(kind) && kind.statuses.length > 0) {
        return requestOf('put of what is stored', subject, random);
      }
      const drawn = metadataOf(kind, pick([0, 1, 1, 2], random), object, random);
      const metadata = { name, ...labels, ...drawn };
      const body = { ...manifest, metadata };
      return { topic, object, method: 'PUT', path: `${path}${dryRun}`, body };
    }
    case 'put of what is stored': {
      const body = { apiVersion: version, kind: kind.kind, ...change };
      return { topic, object, method: 'PUT', path: `${path}${dryRun}`, body, isOfStored: true };
    }
    case 'merge patch':
      return { ...patched, contentType: 'application/merge-patch+json', body: change };
    case 'strategic merge patch': {
      const contentType = 'application/strategic-merge-patch+json';
      const body = random() < 0.5 ? change : { metadata: directiveOf(kind, object, random) };
      return { ...patched, contentType, body };
    }
    case 'JSON patch': {
      const body = operationsOf(change, object, random);
      return { ...patched, contentType: 'application/json-patch+json', body };
    }
    case 'status':
      return statusOf(subject, path, version, random);
    case 'delete': {
      const { query, body } = optionsFor(kind, object, random);
      const sent = body === undefined ? {} : { body };
      return { topic, object, method: 'DELETE', path: `${path}${query}`, ...sent };
    }
    case 'delete collection': {
      if (!kind.namespaced) return requestOf('delete', subject, random);
      const { query, body } = deletionOf(object, random);
      const sent = body === undefined ? {} : { body };
      return { topic, object, method: 'DELETE', path: `${collection}${query}`, ...sent };
    }
    default:
      return topic satisfies never;
  }
}

/** Nobody would look at another object, and a Service without a name fails for an address. */
function metadataOfNew({ kind, number, name }: Subject, random: Random): Json {
  const drawn = metadataOf(kind, pick([0, 1, 1, 2], random), number, random);
  const isOther = drawn.name === 'another' || ('name' in drawn && 'generateName' in drawn);
  return kind.kind === 'Service' || isOther ? { ...drawn, name } : drawn;
}

/** What a dry run would say of a Namespace that it would remove is not looked at. */
function optionsFor(
  kind: AskedKind,
  object: number,
  random: Random,
): ReturnType<typeof deletionOf> {
  const drawn = deletionOf(object, random);
  const isDry = drawn.query.includes('dryRun') || drawn.body?.dryRun !== undefined;
  return isDry && kind.kind === 'Namespace' ? { query: '' } : drawn;
}

/** A patch or a PUT of the status at a path of some version; it may carry metadata. */
function statusOf(subject: Subject, path: string, version: string, random: Random): DrawnRequest {
  const { kind, number: object } = subject;
  if (kind.kind === 'Namespace') return finalizeOf(subject, path, version, random);
  if (kind.statuses.length === 0) return requestOf('merge patch', subject, random);
  const metadata = metadataOf(kind, pick([0, 0, 1], random), object, random);
  const body = { metadata, status: pick(kind.statuses, random) };
  const request = { topic: 'status', object, path: `${path}/status` } as const;
  return random() < 0.5
    ? {
        ...request,
        method: 'PUT',
        body: { apiVersion: version, kind: kind.kind, ...body },
        isOfStored: true,
      }
    : { ...request, method: 'PATCH', contentType: 'application/merge-patch+json', body };
}

/** A PUT of what holds a Namespace besides. */
function finalizeOf(
  { kind, number: object }: Subject,
  path: string,
  version: string,
  random: Random,
): DrawnRequest {
  const metadata = metadataOf(kind, pick([0, 0, 1], random), object, random);
  const finalizers = pick(
    [[], ['kubernetes'], ['kubernetes', 'example.com/a'], ['a'], null],
    random,
  );
  const body = { apiVersion: version, kind: kind.kind, metadata, spec: { finalizers } };
  const put = { method: 'PUT', body, isOfStored: true } as const;
  return { topic: 'status', object, path: `${path}/finalize`, ...put };
}

/** The change as operations of a JSON patch, some after a test. */
function operationsOf(change: Json, object: number, random: Random): Json[] {
  const { metadata = {}, ...content } = change;
  const fields = Object.entries(metadata as Json).map(([key, value]) => [
    `/metadata/${key}`,
    value,
  ]);
  const operations = [...fields, ...leavesOf('', content)].map(([path, value]) =>
    value === null ? { op: 'remove', path } : { op: 'add', path, value },
  );
  if (random() > 0.25) return operations;
  const value = random() < 0.7 ? `{uid:${object}}` : 'x';
  return [{ op: 'test', path: '/metadata/uid', value }, ...operations];
}

/** The parts of a JSON object that are no objects, each with its path. */
function leavesOf(path: string, value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, part]) => leavesOf(`${path}/${key}`, part));
}
