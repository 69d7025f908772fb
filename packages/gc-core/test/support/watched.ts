import type { ApiObject } from '../../src/meta/object-meta.ts';
import type { ResourceTable } from '../../src/meta/resource-table.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { settled } from './simulate.ts';

/** A simulation whose collector has seen these objects, as the server holds them, and done nothing. */
export function watched(objects: readonly ApiObject[], table?: ResourceTable): Simulation {
  const simulation = settled([], table ? { table } : {});
  simulation.apiServer.put(objects);
  watchAnew(simulation);
  return simulation;
}

/** The collector starts anew, sees everything and does nothing. */
export function watchAnew({ process }: Simulation): void {
  process.restart();
  while (process.collector.graphChanges.size > 0) process.step('graphChanges');
}
