import type { Outcome } from '../../src/collector/attempt.ts';
import { GarbageCollector } from '../../src/collector/garbage-collector.ts';
import type { ApiRequest } from '../../src/collector/object-client.ts';
import type { GraphNode } from '../../src/graph/graph-node.ts';
import { PropagatorCollector } from '../../src/propagator/propagator-collector.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';

/** Every event that waits is processed. */
export function observe({ process }: Simulation): void {
  while (process.collector.graphChanges.size > 0) process.step('graphChanges');
}

/** Empties the queue without looking: as if the collector had long been at rest. */
export function forgetQueue({ process }: Simulation): void {
  const { collector } = process;
  const isKnown = collector instanceof GarbageCollector || collector instanceof PropagatorCollector;
  if (!isKnown) throw new Error('a collector of another generation');
  const { attemptToDelete } = collector;
  for (let item = attemptToDelete.take(); item; item = attemptToDelete.take()) {
    attemptToDelete.done(item);
  }
}

/** What came of a look. */
export interface Look {
  readonly requests: readonly ApiRequest[];
  /** Whether a DELETE was sent. */
  readonly deleted: boolean;
  readonly outcome: Outcome;
}

/** What one look of the collector at the node does. */
export function look(simulation: Simulation, node: GraphNode): Look {
  forgetQueue(simulation);
  const { attemptToDelete } = simulation.process.collector;
  attemptToDelete.add(node);
  const requests: ApiRequest[] = [];
  simulation.listen({ request: (request) => void requests.push(request) });
  const processed = simulation.step('attemptToDelete');
  if (!processed || processed.queue === 'graphChanges') throw new Error('nothing was looked at');
  const deleted = requests.some(({ verb }) => verb === 'delete');
  return { requests, deleted, outcome: processed.outcome };
}
