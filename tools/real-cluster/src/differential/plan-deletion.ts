import { forecast, type ReleaseProfile } from '@gcscope/gc-core';
import type { PolicyForecast, Uid } from '@gcscope/gc-core/wire';
import { drawDeletion, forecastDeletion } from './judged-world.ts';
import { isNamespace, namespaceStatuses } from './namespaces.ts';
import { observe } from './observe.ts';
import type { Play } from './play.ts';
import { type Deletion, ReachableOutcomes } from './reachable-outcomes.ts';
import { NOW, tableOf } from './simulate-world.ts';
import type { WorldState } from './world-state.ts';

/** A deletion, its forecast, and what else could become of it. */
export interface Plan {
  readonly deletion: Deletion;
  readonly predicted: PolicyForecast;
  readonly possible: ReachableOutcomes;
}

/** A deletion in the world, and its forecast; `undefined` where there is none. */
export function planDeletion(
  play: Pick<Play, 'world' | 'numberOf'>,
  state: WorldState,
  release: ReleaseProfile,
): Plan | undefined {
  const { graph, view } = observe(state, release);
  const drawn = deletionIn(play, [...state.keys()].toSorted(byNumber(state)), (uid) => {
    const object = state.get(uid);
    if (object && isNamespace(object)) return true;
    return (graph.get(uid)?.dependents.size ?? 0) > 0;
  });
  const node = drawn && graph.get(drawn.target);
  if (!node) return undefined;
  const facts = {
    resources: tableOf(release).resources,
    now: NOW,
    namespaces: namespaceStatuses(state),
  };
  const [predicted] = forecast([node], { ...view, deletionFacts: () => facts }, [
    drawn.policy,
  ]).policies;
  if (!predicted) return undefined;
  return { deletion: drawn, predicted, possible: new ReachableOutcomes(state, drawn, release) };
}

/** The deletion that the world says, or the one that is drawn for it. */
function deletionIn(
  play: Pick<Play, 'world' | 'numberOf'>,
  uids: readonly Uid[],
  isOwner: (uid: Uid) => boolean,
): Deletion | undefined {
  const { world } = play;
  if (world.drawsDeletion) return drawDeletion(world, uids, isOwner);
  const said = forecastDeletion(world);
  const target = said && uids.find((uid) => play.numberOf(uid) === said.object);
  return said && target !== undefined ? { target, policy: said.policy } : undefined;
}

/** Uids are the server's to choose; the names of objects are alike in every run. */
function byNumber(state: WorldState): (a: Uid, b: Uid) => number {
  const suffix = (uid: Uid): string => state.get(uid)?.identity.name.split('-').at(-1) ?? '';
  return (a, b) => Number(suffix(a)) - Number(suffix(b));
}
