import {
  compare,
  DELETION_STATES,
  type DeletionState,
  finalizerOf,
  hasWords,
  type Millis,
  parseTimestamp,
  type ReportedCause,
  type RootCauseType,
  searchWords,
  type TerminatingObject,
} from '@gcscope/gc-core/wire';
import { DELETION_AGES, type DeletionAge, type ViewSearch } from '../../address/view-search.ts';
import { kindKey } from '../../data/graph-store.ts';
import { compareObjects } from '../../data/natural-order.ts';
import { placeOfDeletion } from '../../ui/place-of-deletion.ts';

/** The filters of deletions; an absent or empty one restricts nothing. */
export interface DeletionFilter extends Pick<ViewSearch, 'finalizers' | 'kinds' | 'namespaces'> {
  readonly deletionStates?: readonly DeletionState[] | undefined;
  readonly causes?: readonly RootCauseType[] | undefined;
  readonly age?: DeletionAge | undefined;
  /** Words in the name, kind, namespace or uid of the object, or of the one that blocks it. */
  readonly words?: string | undefined;
}

/** The filter that all deletions pass. */
export const ALL_DELETIONS: DeletionFilter = {
  ...{ deletionStates: undefined, causes: undefined, age: undefined, words: undefined },
  ...{ finalizers: [], kinds: [], namespaces: [] },
};

const HOUR: Millis = 3_600_000;
const AT_LEAST: Readonly<Record<DeletionAge, Millis>> = {
  '10m': HOUR / 6,
  '1h': HOUR,
  '1d': 24 * HOUR,
  '7d': 168 * HOUR,
};

/** The blocked first, then the oldest, then by namespace, kind and name, as people sort these. */
export function inOrder(objects: readonly TerminatingObject[]): readonly TerminatingObject[] {
  const rankOf = ({ state }: TerminatingObject): number => DELETION_STATES.indexOf(state);
  return objects.toSorted(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      compare(a.since ?? '', b.since ?? '') ||
      compareObjects(a.object, b.object),
  );
}

/** Times at which deletions reach the ages of the filter, in ascending order: nothing else changes with time. */
export function agesReached(objects: readonly TerminatingObject[]): readonly Millis[] {
  const times = objects.flatMap(({ since }) => {
    const start = since === undefined ? undefined : parseTimestamp(since);
    return start === undefined ? [] : DELETION_AGES.map((age) => start + AT_LEAST[age]);
  });
  return times.sort((a, b) => a - b);
}

/** Whether anything may be hidden. */
export function isFiltered(filter: DeletionFilter): boolean {
  return countChosen(filter) > 0 || searchWords(filter.words ?? '').length > 0;
}

/** Number of chosen filters, beside the words. */
export function countChosen(filter: DeletionFilter): number {
  const { deletionStates = [], causes = [], finalizers, kinds, age, namespaces } = filter;
  const lists = [deletionStates, causes, finalizers, kinds, namespaces];
  return lists.flat().length + (age === undefined ? 0 : 1);
}

/** The deletions that pass the filter; each has a cause that passes all of it that is about causes. */
export function matching(
  objects: readonly TerminatingObject[],
  filter: DeletionFilter,
  now: Millis,
): readonly TerminatingObject[] {
  return objects.filter((object) => isMatch(object, object.rootCauses, filter, now));
}

/** Whether the deletion and one of these causes of it pass the filter. */
export function isMatch(
  deletion: TerminatingObject,
  rootCauses: readonly ReportedCause[],
  filter: DeletionFilter,
  now: Millis,
): boolean {
  const { kinds, age, namespaces, words = '' } = filter;
  const wanted = searchWords(words);
  const isNamed = hasWords(deletion.object, wanted);
  return (
    isAmong(namespaces, placeOfDeletion(deletion)) &&
    isAmong(kinds, kindKey(deletion.object)) &&
    (age === undefined || isSince(deletion, now - AT_LEAST[age])) &&
    rootCauses.some(
      (cause) => isMatchingCause(cause, filter) && (isNamed || hasWords(cause.object, wanted)),
    )
  );
}

/** The finalizers among the causes of a deletion that pass the rest of the filter. */
export function finalizersOf(
  { rootCauses }: TerminatingObject,
  filter: DeletionFilter,
): ReadonlySet<string> {
  const causes = rootCauses.filter((each) => isMatchingCause(each, { ...filter, finalizers: [] }));
  return new Set(causes.flatMap((each) => finalizerOf(each) ?? []));
}

function isMatchingCause(
  cause: ReportedCause,
  { deletionStates = [], causes = [], finalizers }: DeletionFilter,
): boolean {
  return (
    isAmong(deletionStates, cause.state) &&
    isAmong(causes, cause.type) &&
    (finalizers.length === 0 || finalizers.includes(finalizerOf(cause) ?? ''))
  );
}

function isAmong<Value>(wanted: readonly Value[], value: Value): boolean {
  return wanted.length === 0 || wanted.includes(value);
}

function isSince({ since }: TerminatingObject, time: Millis): boolean {
  return since !== undefined && (parseTimestamp(since) ?? Number.POSITIVE_INFINITY) <= time;
}
