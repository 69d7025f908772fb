import type { ApiResult } from '../../apiserver/api-result.ts';
import type { ObjectReference, Uid } from '../../meta/object-reference.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import { SettleLimitError } from '../../simulation/simulation.ts';
import type { ClusterView } from '../cluster-view.ts';
import { ForkTooLargeError } from '../fork/reach.ts';
import type { AdvisedAct } from '../planned-advice.ts';
import { DeletionLog } from './deletion-log.ts';
import type { ForecastFacts } from './forked-world.ts';
import { type ForkedWorld, forkWorld } from './forked-world.ts';
import { isTerminating } from './rest.ts';
import { settleWithKubernetes, startFork } from './run-deletion.ts';

/** Objects that are copied for one piece of advice: it is played while somebody waits for the answer. */
const MOST_OBJECTS = 500;

/** What follows from an act that would not happen without it. */
export interface PlayedAct {
  /** Whether the API server takes the request. */
  readonly isAccepted: boolean;
  readonly deleted: readonly ObjectReference[];
  /** What is left in deletion of what the act reaches. */
  readonly terminating: readonly ObjectReference[];
  readonly living: ReadonlySet<Uid>;
  /** What lives also after the collector's next restart, which looks at everything anew. */
  readonly lasting: ReadonlySet<Uid>;
}

/**
 * Plays an act on a copy of what it can reach, with the collector, kubelets and the controllers of Kubernetes, and holds it against
 * what happens without it; `undefined` if its object is not there, or reaches too much to be played.
 */
export function playAct(
  act: AdvisedAct,
  view: ClusterView,
  facts: ForecastFacts,
): PlayedAct | undefined {
  const node = view.get(act.object.uid);
  if (!node) return undefined;
  try {
    const world = forkWorld([node], view, facts, MOST_OBJECTS);
    const without = rest(world);
    const after = rest(world, act);
    const objects = [...world.byUid.values()].map(({ identity }) => identity);
    const isGone = ({ uid }: ObjectReference): boolean =>
      !after.left.has(uid) && without.left.has(uid);
    return {
      isAccepted: after.isAccepted,
      deleted: objects.filter(isGone),
      terminating: objects.filter(({ uid }) => after.left.get(uid) === true),
      lasting: after.lasting,
      living: new Set(
        objects.filter(({ uid }) => after.left.get(uid) === false).map(({ uid }) => uid),
      ),
    };
  } catch (error) {
    if (error instanceof ForkTooLargeError || error instanceof SettleLimitError) return undefined;
    throw error;
  }
}

/** What is left when nothing moves any more; true: it is being deleted. */
function rest(
  world: ForkedWorld,
  act?: AdvisedAct,
): Pick<PlayedAct, 'isAccepted' | 'lasting'> & { readonly left: ReadonlyMap<Uid, boolean> } {
  const simulation = startFork(world, new DeletionLog(world));
  const isAccepted = act ? send(act, world, simulation).ok : true;
  for (const _ of settleWithKubernetes(simulation, world));
  const all = [...simulation.apiServer.all()];
  const left = new Map(all.map((object) => [object.metadata.uid, isTerminating(object)]));
  if (act) {
    simulation.process.restart();
    for (const _ of settleWithKubernetes(simulation, world));
  }
  const lasting = [...simulation.apiServer.all()].filter((object) => !isTerminating(object));
  return { isAccepted, left, lasting: new Set(lasting.map(({ metadata }) => metadata.uid)) };
}

function send(act: AdvisedAct, { byUid }: ForkedWorld, { apiServer }: Simulation): ApiResult {
  const { resource, identity } = byUid.get(act.object.uid) ?? {};
  if (!resource || !identity) throw new Error('The object of the act is not in the fork.');
  const { namespace, name, uid } = identity;
  const target = { resource, namespace, name };
  if (act.type === 'patch') return apiServer.patch(target, 'json', act.operations);
  const { propagationPolicy, gracePeriodSeconds } = act;
  return apiServer.delete(target, {
    preconditions: { uid },
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
  });
}
