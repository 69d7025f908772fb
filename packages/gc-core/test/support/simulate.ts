import type { ApiResource } from '../../src/meta/api-resource.ts';
import type { ApiObject, ObjectMeta } from '../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { RELEASES } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { plainText } from '../../src/meta/sentence.ts';
import { Simulation, type SimulationOptions } from '../../src/simulation/simulation.ts';
import { StepRecorder } from '../../src/simulation/step-recorder.ts';

/** 2026-01-01T00:00:00Z */
export const NOW = 1_767_225_600_000;

/** ConfigMap `shop/<name>` with uid `<name>-uid`, or another kind. */
export function objectOf(
  name: string,
  more: Partial<ObjectMeta> = {},
  type: { readonly apiVersion?: string; readonly kind?: string; readonly spec?: unknown } = {},
): ApiObject {
  const { apiVersion = 'v1', kind = 'ConfigMap', spec } = type;
  const metadata = { namespace: 'shop', name, uid: `${name}-uid`, ...more };
  return { apiVersion, kind, metadata, ...(spec === undefined ? {} : { spec }) };
}

/** ConfigMap `shop/child` with these references. */
export function child(...ownerReferences: readonly OwnerReference[]): ApiObject {
  return objectOf('child', { ownerReferences });
}

/** A cluster-scoped Node. */
export function clusterNode(name: string, owners: readonly OwnerReference[] = []): ApiObject {
  const metadata = { name, uid: `${name}-uid`, ownerReferences: owners };
  return { apiVersion: 'v1', kind: 'Node', metadata };
}

/** A simulation of these objects that has not done anything yet. */
export function simulate(
  objects: readonly ApiObject[],
  options: Partial<SimulationOptions> = {},
): Simulation {
  const release = options.release ?? RELEASES['v1.36'];
  const table = options.table ?? ResourceTable.builtIn([], new Set(), release.release);
  return new Simulation({ release, table, objects, now: NOW, ...options });
}

/** A simulation of these objects that has come to rest. */
export function settled(
  objects: readonly ApiObject[],
  options: Partial<SimulationOptions> = {},
): Simulation {
  const simulation = simulate(objects, options);
  simulation.settle();
  return simulation;
}

/** Rule and sentence of each step while `play` runs. */
export function describedSteps(simulation: Simulation, play: () => void): string[] {
  const recorder = new StepRecorder(simulation);
  play();
  return recorder.steps.map(({ rule, sentence }) => `${rule}: ${plainText(sentence)}`);
}

/** Where an object of `objectOf` is found. */
export function targetOf(
  simulation: Simulation,
  name: string,
  kind = 'ConfigMap',
): { resource: ApiResource; namespace: string; name: string } {
  const resource = simulation.apiServer.table.resources.find((each) => each.kind === kind);
  if (!resource) throw new Error(`${kind} is not served`);
  return { resource, namespace: resource.namespaced ? 'shop' : '', name };
}
