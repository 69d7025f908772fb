import type { ReleaseProfile } from '@gcscope/gc-core';
import { type Explanation, plainText, type Uid } from '@gcscope/gc-core/wire';
import { unforeseen, verdictOn } from './follow-verdicts.ts';
import { observe } from './observe.ts';
import { isTerminating, type StoredObject, type WorldState } from './world-state.ts';

/** An object of which something else was said than what became of it. */
export interface Disagreement {
  readonly uid: Uid;
  readonly predicted: string;
  readonly real: string;
}

/** The verdict on every object of a world. */
export function verdictsOn(
  state: WorldState,
  release: ReleaseProfile,
): ReadonlyMap<Uid, Explanation> {
  const observed = observe(state, release);
  return new Map([...state.keys()].map((uid) => [uid, verdictOn(uid, observed)]));
}

/**
 * Compares the verdicts on a world with what a restarted collector made of it: what was said to go is gone, or held by a
 * finalizer; what was said to stay, or to wait, does, unless what it stayed or waited for was said to go; and when all
 * is over nothing that is left is said to go.
 */
export function checkVerdicts(
  before: WorldState,
  after: WorldState,
  release: ReleaseProfile,
): Disagreement[] {
  const verdicts = verdictsOn(before, release);
  const later = verdictsOn(after, release);
  const said = (uid: Uid): string => verdictText(verdicts.get(uid));
  const lefts = [...verdicts].flatMap(([uid, explanation]): Disagreement[] => {
    const { verdict, unless } = explanation;
    const end = after.get(uid);
    if (verdict === 'not verified') return [{ uid, predicted: said(uid), real: endText(end) }];
    if (verdict !== 'goes' || unless || !end || hasMoved(before.get(uid), end)) return [];
    if (isPassedOver(explanation, end, after)) return [];
    return [{ uid, predicted: said(uid), real: endText(end) }];
  });
  const wents = unforeseen(before, after, release).map(({ identity: { uid } }) => {
    return { uid, predicted: said(uid), real: endText(after.get(uid)) };
  });
  const restless = [...later].flatMap(([uid, explanation]): Disagreement[] => {
    if (explanation.verdict !== 'goes' && explanation.verdict !== 'not verified') return [];
    if (isPassedOver(explanation, after.get(uid), after)) return [];
    return [
      { uid, predicted: `at rest ${verdictText(explanation)}`, real: endText(after.get(uid)) },
    ];
  });
  return [...lefts, ...wents, ...restless];
}

/** It was deleted since, and something holds it. */
function hasMoved(before: StoredObject | undefined, end: StoredObject): boolean {
  return isTerminating(end) && before !== undefined && !isTerminating(before);
}

/** A restart makes the collector check it only in one order of the first lists, and the owners for which it goes are still there. */
function isPassedOver(
  { triggers = [] }: Explanation,
  end: StoredObject | undefined,
  after: WorldState,
): boolean {
  const references = end?.meta.ownerReferences ?? [];
  return triggers.at(-1)?.rule === 'GB-36' && references.every(({ uid }) => after.has(uid));
}

/** Objects of a settled world that are said to go now, or without any check of the collector: at rest there are none. */
export function restlessIn(state: WorldState, release: ReleaseProfile): Disagreement[] {
  return [...verdictsOn(state, release)].flatMap(([uid, explanation]): Disagreement[] => {
    const { verdict, when } = explanation;
    const goesAnyway = verdict === 'goes' && when === undefined && state.has(uid);
    if (when !== 'now' && !goesAnyway) return [];
    return [{ uid, predicted: verdictText(explanation), real: endText(state.get(uid)) }];
  });
}

/** `goes, next check`: the verdict as it is counted. */
export function verdictName({ verdict, when }: Explanation): string {
  return when === undefined ? verdict : `${verdict}, ${when}`;
}

function verdictText(verdict: Explanation | undefined): string {
  if (!verdict) return 'nothing';
  return `${verdictName(verdict)} (${verdict.because[0]?.rule ?? 'no rule'}): ${plainText(verdict.sentence)}`;
}

/** How an object ended, in few words. */
export function endText(end: StoredObject | undefined): string {
  if (!end) return 'gone';
  const { finalizers = [], ownerReferences = [] } = end.meta;
  const how = isTerminating(end) ? 'terminating' : 'lives';
  // The server puts those of a Namespace into any order when it changes them (NS-17).
  const held = finalizers.toSorted().join(', ');
  const owners = ownerReferences.map(({ kind, name }) => `${kind} ${name}`).join(', ');
  return `${how}, finalizers [${held}], owners [${owners}]`;
}
