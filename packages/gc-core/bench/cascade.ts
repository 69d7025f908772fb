import { performance } from 'node:perf_hooks';
import type { ApiObject } from '../src/meta/object-meta.ts';
import { RELEASES } from '../src/meta/releases.ts';
import { ResourceTable } from '../src/meta/resource-table.ts';
import { Simulation } from '../src/simulation/simulation.ts';

const NOW = 1_767_225_600_000;
/** ConfigMaps below each of the ConfigMaps below the first one. */
const BELOW = 49;

/** Milliseconds from the DELETE of one object in the background until the last of `count` objects is gone. */
export function cascade(count: number): number {
  const simulation = new Simulation({
    release: RELEASES['v1.36'],
    table: ResourceTable.builtIn(),
    objects: Array.from({ length: count }, (_, serial) => objectOf(serial)),
    now: NOW,
  });
  simulation.settle();
  const { apiServer } = simulation;
  const resource = apiServer.table.forKind('v1', 'ConfigMap');
  if (!resource) throw new Error('ConfigMaps are not served.');
  const start = performance.now();
  apiServer.delete(
    { resource, namespace: 'shop', name: nameOf(0) },
    { propagationPolicy: 'Background' },
  );
  simulation.settle();
  const elapsed = performance.now() - start;
  const left = [...apiServer.all()].length;
  if (left > 0) throw new Error(`${left} objects are left.`);
  return elapsed;
}

function nameOf(serial: number): string {
  return `part-${serial}`;
}

function objectOf(serial: number): ApiObject {
  const [name, uid] = [nameOf(serial), uidOf(serial)];
  const owner = serial % (BELOW + 1) === 1 ? 0 : serial - ((serial - 1) % (BELOW + 1));
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: nameOf(owner), uid: uidOf(owner) };
  const ownerReferences = serial === 0 ? [] : [reference];
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace: 'shop', name, uid, ownerReferences },
  };
}

function uidOf(serial: number): string {
  return `3f0c8a52-9d41-4b7e-8c15-${serial.toString(16).padStart(12, '0')}`;
}
