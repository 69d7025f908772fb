import type { WorkerQueueName } from '../collector/garbage-collector.ts';
import type { PassUnderWay } from './collector-process.ts';
import { pick, type Random, shuffled } from './random.ts';
import { SETTLE_LIMIT, SettleLimitError, type Simulation } from './simulation.ts';

/** Workers that take from a queue at the same time; two are enough for every interleaving of a pair. */
const WORKERS: readonly WorkerQueueName[] = [
  'attemptToDelete',
  'attemptToDelete',
  'attemptToOrphan',
  'attemptToOrphan',
];

/**
 * Settles in one of the orders a real collector may take: which actor goes next, the order of an owner's dependents, of
 * events between kinds, and of the requests of workers are drawn from `random`. Throws `SettleLimitError`.
 */
export function settleInSomeOrder(
  simulation: Simulation,
  random: Random,
  limit: number = SETTLE_LIMIT,
): void {
  const { process } = simulation;
  const busy: (PassUnderWay | undefined)[] = WORKERS.map(() => undefined);
  process.hold();
  simulation.order = (nodes) => shuffled(nodes, random);
  for (let steps = 0; steps <= limit; steps++) {
    const move = pick(moves(simulation, busy), random);
    if (move) {
      move();
      continue;
    }
    const due = simulation.nextUsefulDue();
    if (due === undefined) {
      process.letGo();
      simulation.order = (nodes) => nodes;
      return;
    }
    simulation.moveClock(due);
  }
  throw new SettleLimitError(limit);
}

/** Everything that could happen next. */
function moves(simulation: Simulation, busy: (PassUnderWay | undefined)[]): (() => void)[] {
  const { process } = simulation;
  // Releases what is due.
  process.nextQueue();
  const { graphChanges } = process.collector;
  const possible = process.undelivered().map((kind) => (): void => process.deliver(kind));
  if (graphChanges.size > 0) possible.push(() => void simulation.step('graphChanges'));
  if (simulation.isNamespaceDue()) possible.push(() => void simulation.passNamespace());
  for (const [worker, pass] of busy.entries()) {
    const queue = WORKERS[worker];
    if (pass) {
      possible.push(() => {
        if (simulation.resume(pass)) busy[worker] = undefined;
      });
    } else if (queue && process.collector[queue].size > 0 && !process.isSpinning()) {
      possible.push(() => {
        busy[worker] = process.begin(queue);
      });
    }
  }
  return possible;
}
