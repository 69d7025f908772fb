import { type ObjectMeta, parseTimestamp } from '../meta/object-meta.ts';
import { parseApiVersion } from '../meta/object-reference.ts';
import { compareLists } from './compare-lists.ts';
import type { NamedObject, NamedObjects } from './named-objects.ts';
import type { Expectation, ExpectedObject } from './scenario.ts';
import { at } from './step-place.ts';

/** An object that a server holds, as far as it differs from others. */
interface HeldObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Pick<ObjectMeta, 'name' | 'namespace' | 'uid'>;
}

/**
 * The differences from `objects` and `onlyObjects`, as diff lines: `-` expected, `+` found. `held` are all objects on
 * the server. Throws `ScenarioError`.
 */
export function compareObjects(
  { objects = [], onlyObjects }: Pick<Expectation, 'objects' | 'onlyObjects'>,
  named: NamedObjects,
  held: () => Iterable<HeldObject>,
): string[] {
  const diff = objects.flatMap((object, index) =>
    at(['objects', index], () => compareObject(named, object)),
  );
  if (onlyObjects) {
    const wanted = onlyObjects.map((each, index) =>
      at(['onlyObjects', index], () => named.resolve(each)),
    );
    diff.push(...compareAll(wanted, [...held()].map(asNamed)));
  }
  return diff;
}

function compareAll(wanted: readonly NamedObject[], found: readonly NamedObject[]): string[] {
  // An object may be named in another version than it is stored in: both are compared in that of the server.
  const stored = new Map(found.map((object) => [keyOf(object), lineOf(object)]));
  const expected = wanted.map((object) => stored.get(keyOf(object)) ?? lineOf(object));
  return compareLists('onlyObjects', expected.toSorted(), found.map(lineOf).toSorted());
}

function asNamed({ apiVersion, kind, metadata }: HeldObject): NamedObject {
  const { namespace = '', name, uid } = metadata;
  return { apiVersion, kind, namespace, name, uid };
}

/** Two objects may have one uid, where a scenario writes them so. */
function keyOf({ apiVersion, kind, namespace, name, uid }: NamedObject): string {
  return JSON.stringify([parseApiVersion(apiVersion).group, kind, namespace, name, uid]);
}

function lineOf({ apiVersion, kind, namespace, name, uid }: NamedObject): string {
  return `${apiVersion}/${kind} ${namespace === '' ? name : `${namespace}/${name}`} ${uid}`.trimEnd();
}

function compareObject(named: NamedObjects, expected: ExpectedObject): string[] {
  const object = at(['object'], () => named.resolve(expected.object));
  const { kind, namespace, name } = object;
  const title = `object ${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
  const metadata = named.metaOf(object);
  if (expected.exists === false) return metadata ? [`- ${title}: does not exist`, '+ exists'] : [];
  if (!metadata) return [`- ${title}: exists`, '+ does not exist'];
  const diff: string[] = [];
  const check = (key: string, wanted: unknown, found: unknown): void => {
    if (wanted === undefined || matches(wanted, found)) return;
    diff.push(
      `- ${title}: ${key}: ${JSON.stringify(wanted)}`,
      `+ ${key}: ${JSON.stringify(found)}`,
    );
  };
  check('finalizers', expected.finalizers, metadata.finalizers ?? []);
  check('ownerReferences', expected.ownerReferences, metadata.ownerReferences ?? []);
  check('generation', expected.generation, metadata.generation);
  check(
    'deletionGracePeriodSeconds',
    expected.deletionGracePeriodSeconds,
    metadata.deletionGracePeriodSeconds,
  );
  const { deletionTimestamp } = expected;
  const found = metadata.deletionTimestamp;
  check(
    'deletionTimestamp',
    deletionTimestamp,
    typeof deletionTimestamp === 'boolean'
      ? found !== undefined
      : asWritten(found, deletionTimestamp),
  );
  return diff;
}

/** A time in the words of the other when both are the same moment. */
function asWritten(found: string | undefined, wanted: string | undefined): string | undefined {
  const moment = parseTimestamp(wanted ?? '');
  return moment !== undefined && moment === parseTimestamp(found ?? '') ? wanted : found;
}

/** Compares only written fields: lists element by element, mappings key by key. */
function matches(wanted: unknown, found: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(found) &&
      wanted.length === found.length &&
      wanted.every((each, i) => matches(each, found[i]))
    );
  }
  if (typeof wanted !== 'object' || wanted === null) return wanted === found;
  if (typeof found !== 'object' || found === null) return false;
  return Object.entries(wanted).every(([key, value]) =>
    matches(value, (found as Record<string, unknown>)[key]),
  );
}
