import {
  type ApiObject,
  joined,
  type Playback,
  type Uid,
  visibleText,
} from '@gcscope/gc-core/wire';
import { kindAndName } from '../../ui/object-name.ts';
import { firstObserved, storedInTheEnd } from './outcome.ts';

/**
 * Describes each object that the API server has otherwise at the end of the second playback than at that of the first; one line per
 * object: `Pod shop/web stays instead of being deleted`.
 */
export function differenceInEnd(first: Playback, second: Playback): string[] {
  const [before, after] = [storedInTheEnd(first), storedInTheEnd(second)];
  const seen = new Map([...firstObserved(first), ...firstObserved(second)]);
  return [...seen].flatMap(([uid, record]) => {
    const difference = differenceOf(before.get(uid), after.get(uid));
    return difference === undefined ? [] : [visibleText(`${kindAndName(record)} ${difference}`)];
  });
}

/**
 * Describes another order of removals where every object ends the same: `Deployment shop/web goes first instead of
 * last`. The object whose deletion it is about stands for the others if its place differs, else the first whose place does.
 */
export function differenceInOrder(first: Playback, second: Playback): string | undefined {
  const [before, after] = [removals(first), removals(second)];
  if (before.length !== after.length) return undefined;
  const seen = firstObserved(first);
  const hasMoved = (uid: Uid): boolean =>
    seen.has(uid) && before.includes(uid) && before.indexOf(uid) !== after.indexOf(uid);
  const moved = [...(first.subject === undefined ? [] : [first.subject]), ...after].find(hasMoved);
  const record = seen.get(moved ?? '');
  if (moved === undefined || !record) return undefined;
  const [was, is] = [before.indexOf(moved), after.indexOf(moved)];
  const placeOf = (at: number): string | undefined =>
    at === 0 ? 'first' : at === before.length - 1 ? 'last' : undefined;
  const [former, latter] = [placeOf(was), placeOf(is)];
  const place =
    former && latter ? `${latter} instead of ${former}` : is < was ? 'earlier' : 'later';
  return visibleText(`${kindAndName(record)} goes ${place}`);
}

/** The objects that the API server removes, in this order. */
function removals({ steps }: Playback): readonly Uid[] {
  return steps.flatMap(({ objects }) =>
    objects.flatMap(({ before, after }) => (before && !after ? before.metadata.uid : [])),
  );
}

/** Two ends in words, as far as they differ; `undefined` where they do not. */
function differenceOf(
  first: ApiObject | undefined,
  second: ApiObject | undefined,
): string | undefined {
  const [was, is] = [stateOf(first), stateOf(second)];
  const [had, has] = first && second ? [factsOf(first), factsOf(second)] : [[], []];
  const differing = has.flatMap((fact, at) => (fact === had[at] ? [] : [at]));
  if (was === is && differing.length === 0) return undefined;
  const words = (state: string, facts: readonly string[]): string =>
    [state, ...differing.map((at) => facts[at])].join(', ');
  return `${words(is.word, has)}${differing.length > 0 ? ',' : ''} instead of ${words(was.instead, had)}`;
}

const STATES = {
  gone: { word: 'is deleted', instead: 'being deleted' },
  terminating: { word: 'stays in Terminating', instead: 'staying in Terminating' },
  there: { word: 'stays', instead: 'staying' },
} as const;

function stateOf(object: ApiObject | undefined): (typeof STATES)[keyof typeof STATES] {
  if (!object) return STATES.gone;
  return object.metadata.deletionTimestamp === undefined ? STATES.there : STATES.terminating;
}

function factsOf({ metadata }: ApiObject): readonly string[] {
  const { finalizers = [], ownerReferences = [] } = metadata;
  const owners = joined(ownerReferences.map(({ kind, name }) => `${kind} ${name}`));
  return [
    owners === '' ? 'without an owner' : `owned by ${owners}`,
    finalizers.length === 0 ? 'without a finalizer' : `finalizers: ${joined(finalizers)}`,
  ];
}
