import { type PropagationPolicy, policyOptions } from '../../meta/propagation-policy.ts';
import { SettleLimitError, Simulation } from '../../simulation/simulation.ts';
import { actBuiltIn } from './built-in-actors.ts';
import type { DeletionLog } from './deletion-log.ts';
import { type ForkedWorld, undiscoveredIn } from './forked-world.ts';
import { runForLong } from './long-running.ts';

/** Microsteps between two reports of progress. */
const SLICE = 2000;
/** Microsteps at most: an object is seen, looked at and tried again a few times. */
const MOST_STEPS = 100_000;
const STEPS_PER_OBJECT = 100;

/** The fork with a collector that has long been running. */
export function startFork(world: ForkedWorld, log: DeletionLog): Simulation {
  const { table, now, objects, view, facts } = world;
  const { release } = view;
  const simulation = new Simulation({
    release,
    table,
    objects,
    now,
    admit: log.admit,
    undiscovered: (namespace) => undiscoveredIn(namespace, facts),
  });
  simulation.listen(log);
  runForLong(simulation, world);
  log.begin();
  return simulation;
}

/** The same, and a user sends the DELETEs now. */
export function startDeletion(
  world: ForkedWorld,
  policy: PropagationPolicy,
  log: DeletionLog,
): Simulation {
  const { view, targets } = world;
  const simulation = startFork(world, log);
  for (const uid of targets) {
    const { resource, identity } = world.byUid.get(uid) ?? {};
    if (!resource || !identity) continue;
    const { namespace, name } = identity;
    const target = { resource, namespace, name };
    const answer = simulation.apiServer.delete(target, policyOptions(policy, view.release));
    if (!answer.ok) log.refused.add(uid);
  }
  return simulation;
}

/** The collector and the controllers alone, until nothing moves; yields now and then. Throws `SettleLimitError`. */
export function* settle(simulation: Simulation, { objects }: ForkedWorld): Generator<void> {
  const limit = MOST_STEPS + objects.length * STEPS_PER_OBJECT;
  for (let steps = 0; !simulation.settleFor(SLICE); steps += SLICE) {
    if (steps > limit) throw new SettleLimitError(limit);
    yield;
  }
}

/** The same with kubelets and the other controllers of Kubernetes. */
export function* settleWithKubernetes(simulation: Simulation, world: ForkedWorld): Generator<void> {
  do yield* settle(simulation, world);
  while (actBuiltIn(simulation, world));
}
