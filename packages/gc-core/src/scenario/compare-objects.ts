import { parseTimestamp } from '../meta/object-meta.ts';
import type { Uid } from '../meta/object-reference.ts';
import { compareLists } from './compare-lists.ts';
import type { NamedObjects } from './named-objects.ts';
import type { Expectation, ExpectedObject } from './scenario.ts';

/**
 * What does not hold of `objects` and `onlyObjects`, as diff lines: `-` expected, `+` found. `uids` are those of all
 * objects on the server. Throws `ScenarioError`.
 */
export function compareObjects(
  { objects = [], onlyObjects }: Pick<Expectation, 'objects' | 'onlyObjects'>,
  named: NamedObjects,
  uids: () => readonly Uid[],
): string[] {
  const diff = objects.flatMap((object) => compareObject(named, object));
  if (onlyObjects) {
    const wanted = onlyObjects.map((each) => named.resolve(each).uid);
    diff.push(...compareLists('onlyObjects', wanted.toSorted(), uids().toSorted()));
  }
  return diff;
}

function compareObject(named: NamedObjects, expected: ExpectedObject): string[] {
  const object = named.resolve(expected.object);
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

/** What is written must match: lists element by element, mappings key by key. */
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
