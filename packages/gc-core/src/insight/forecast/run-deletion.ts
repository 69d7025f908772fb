import { type PropagationPolicy, policyOptions } from '../../meta/propagation-policy.ts';
import { SettleLimitError, Simulation } from '../../simulation/simulation.ts';
import type { Awaited } from '../../wire/forecast.ts';
import { actBuiltIn, guardOf, live, removeFinalizers } from './built-in-actors.ts';
import type { DeletionLog } from './deletion-log.ts';
import { type ForkedObject, type ForkedWorld, undiscoveredIn } from './forked-world.ts';
import { runForLong } from './long-running.ts';
import type { Rest } from './rest.ts';

/** Microsteps between two reports of progress. */
const SLICE = 2000;
/** Microsteps at most: an object is seen, looked at and tried again a few times. */
const MOST_STEPS = 100_000;
const STEPS_PER_OBJECT = 100;

/** The fork with a collector that has long been running. */
export function startFork(world: ForkedWorld, log: DeletionLog): Simulation {
  const { table, served, now, objects, view } = world;
  const simulation = new Simulation({
    release: view.release,
    table,
    objects,
    now,
    admit: log.admit,
    listed: true,
    undiscovered: (namespace) => undiscoveredIn(namespace, world),
  });
  if (served !== table) simulation.apiServer.table = served;
  simulation.listen(log);
  runForLong(simulation, world);
  log.begin();
  return simulation;
}

/** The same fork, to which a user sends the DELETEs now. */
export function startDeletion(
  world: ForkedWorld,
  policy: PropagationPolicy,
  log: DeletionLog,
): Simulation {
  const { view, targets } = world;
  const simulation = startFork(world, log);
  for (const uid of targets) {
    const { target } = world.byUid.get(uid) ?? {};
    const options = policyOptions(policy, view.release);
    if (target && !simulation.apiServer.delete(target, options).ok) log.refused.add(uid);
  }
  return simulation;
}

/** Runs the collector and the controllers until nothing changes; yields now and then. Throws `SettleLimitError`. */
export function* settle(simulation: Simulation, { objects }: ForkedWorld): Generator<void> {
  const limit = MOST_STEPS + objects.length * STEPS_PER_OBJECT;
  for (let steps = 0; !simulation.settleFor(SLICE); steps += SLICE) {
    if (steps > limit) throw new SettleLimitError(limit);
    yield;
  }
}

/** The same, with kubelets and the other controllers of Kubernetes. */
export function* settleWithKubernetes(simulation: Simulation, world: ForkedWorld): Generator<void> {
  do yield* settle(simulation, world);
  while (actBuiltIn(simulation, world));
}

/**
 * Removes the finalizers that block objects of this deletion and that no component of Kubernetes removes. Objects that
 * are deleted only then were blocked by them. False when no finalizer is left to remove.
 */
export function unblock(
  simulation: Simulation,
  { byUid }: ForkedWorld,
  { requested }: DeletionLog,
  { waits }: Rest,
): boolean {
  const done = [...waits].map(([uid, awaited]) => {
    const each = requested.get(uid)?.isOurs ? byUid.get(uid) : undefined;
    return each !== undefined && letGo(each, awaited, simulation);
  });
  return done.includes(true);
}

function letGo(each: ForkedObject, awaited: Awaited, simulation: Simulation): boolean {
  if (awaited.rule === 'NS-01' || awaited.rule === 'NS-06') return finalize(each, simulation);
  if (awaited.type === 'finalizer') return removeFinalizers(each, simulation, awaited.finalizers);
  if (awaited.rule !== 'FN-05' && awaited.rule !== 'FN-06') return false;
  // Without the finalizer a volume does not wait for its claim, nor a claim for its Pod.
  return removeFinalizers(each, simulation, [guardOf(each.object) ?? '']);
}

/** Finalizers in the spec of a Namespace change through `/finalize` only (NS-02). */
function finalize(each: ForkedObject, simulation: Simulation): boolean {
  const namespace = live(each, simulation);
  const target = { ...each.target, subresource: 'finalize' };
  return (
    namespace !== undefined && simulation.apiServer.update(target, { ...namespace, spec: {} }).ok
  );
}
