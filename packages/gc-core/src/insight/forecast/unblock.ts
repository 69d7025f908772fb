import type { Simulation } from '../../simulation/simulation.ts';
import type { Awaited } from '../../wire/forecast.ts';
import { guardOf, live, removeFinalizers } from './built-in-actors.ts';
import type { DeletionLog } from './deletion-log.ts';
import type { ForkedObject, ForkedWorld } from './forked-world.ts';
import type { Rest } from './rest.ts';

/**
 * Takes away what holds objects that this deletion deletes and nobody in Kubernetes removes: whatever goes only then was
 * blocked by it. False when there is nothing left to take away.
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
  // A volume goes without its claim, and a claim without its Pod, if somebody says so.
  return removeFinalizers(each, simulation, [guardOf(each.object) ?? '']);
}

/** Finalizers in the spec of a Namespace change through `/finalize` only (NS-02). */
function finalize(each: ForkedObject, simulation: Simulation): boolean {
  const namespace = live(each, simulation);
  const { resource, identity } = each;
  const target = { resource, namespace: '', name: identity.name, subresource: 'finalize' };
  return (
    namespace !== undefined && simulation.apiServer.update(target, { ...namespace, spec: {} }).ok
  );
}
