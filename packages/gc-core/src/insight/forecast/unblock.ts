import type { ApiObject } from '../../meta/object-meta.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import type { Awaited } from '../../wire/forecast.ts';
import { live, setFinalizers } from './built-in-actors.ts';
import type { DeletionLog } from './deletion-log.ts';
import type { ForkedObject, ForkedWorld } from './forked-world.ts';
import { isTerminating, type Rest, specFinalizers } from './rest.ts';

/**
 * Takes away what holds objects that this deletion deletes and nobody in Kubernetes removes: whatever goes only then was
 * blocked by it. False when there is nothing left to take away.
 */
export function unblock(
  simulation: Simulation,
  world: ForkedWorld,
  log: DeletionLog,
  rest: Rest,
): boolean {
  let moved = false;
  for (const [uid, { isOurs }] of log.requested) {
    const each = isOurs ? world.byUid.get(uid) : undefined;
    const object = rest.there.get(uid);
    const awaited = rest.waits.get(uid);
    if (!each || !object || !isTerminating(object) || !awaited) continue;
    moved = letGo(each, object, awaited, simulation) || moved;
  }
  return moved;
}

function letGo(
  each: ForkedObject,
  object: ApiObject,
  awaited: Awaited,
  simulation: Simulation,
): boolean {
  if (awaited.rule === 'NS-01' || awaited.rule === 'NS-06') {
    return specFinalizers(object).length > 0 && finalize(each, simulation);
  }
  // A claim that stays holds its volume.
  const held = awaited.rule === 'FN-06' ? ['kubernetes.io/pv-protection'] : [];
  const gone = awaited.type === 'finalizer' ? awaited.finalizers : held;
  const { finalizers = [] } = object.metadata;
  if (!finalizers.some((finalizer) => gone.includes(finalizer))) return false;
  return setFinalizers(each, simulation, (finalizer) => !gone.includes(finalizer));
}

/** NS-02 */
function finalize(each: ForkedObject, simulation: Simulation): boolean {
  const namespace = live(each, simulation);
  if (!namespace) return false;
  const { resource, identity } = each;
  const target = { resource, namespace: '', name: identity.name, subresource: 'finalize' };
  return simulation.apiServer.update(target, { ...namespace, spec: {} }).ok;
}
