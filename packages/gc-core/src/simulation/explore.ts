import type { WorkerQueueName } from '../collector/collector.ts';
import type { PassUnderWay } from './collector-process.ts';
import { pick, type Random, shuffled } from './random.ts';
import { SETTLE_LIMIT, SettleLimitError, type Simulation } from './simulation.ts';

const WORKER_QUEUES: readonly WorkerQueueName[] = ['attemptToDelete', 'attemptToOrphan'];
/** Workers that take from a queue at the same time; two are enough for every interleaving of a pair. */
const WORKERS = 2;

/**
 * Settles in one of the orders a real collector may take: which actor goes next, the order of an owner's dependents, of
 * events between kinds, and of the requests of workers are drawn from `random`. One worker of each queue is a collector
 * that runs with `--concurrent-gc-syncs=1`. Throws `SettleLimitError`.
 */
export function settleInSomeOrder(
  simulation: Simulation,
  random: Random,
  limit: number = SETTLE_LIMIT,
  workers: number = WORKERS,
): void {
  const { process } = simulation;
  const crew = WORKER_QUEUES.flatMap((queue) => {
    return Array.from({ length: workers }, (): Worker => ({ queue, pass: undefined }));
  });
  process.hold();
  simulation.order = (nodes) => shuffled(nodes, random);
  for (let steps = 0; steps <= limit; steps++) {
    const move = pick(moves(simulation, crew), random);
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

/** A worker of a queue, and what it is at. */
interface Worker {
  readonly queue: WorkerQueueName;
  pass: PassUnderWay | undefined;
}

/** Everything that could happen next. */
function moves(simulation: Simulation, crew: readonly Worker[]): (() => void)[] {
  const { process } = simulation;
  // Releases what is due.
  process.nextQueue();
  const { graphChanges } = process.collector;
  const possible = process.undelivered().map((kind) => (): void => process.deliver(kind));
  if (graphChanges.size > 0) possible.push(() => void simulation.step('graphChanges'));
  if (simulation.isNamespaceDue()) possible.push(() => void simulation.passNamespace());
  for (const worker of crew) {
    const { queue, pass } = worker;
    if (pass) {
      possible.push(() => {
        if (simulation.resume(pass)) worker.pass = undefined;
      });
    } else if (process.collector[queue].size > 0 && !process.isSpinning()) {
      possible.push(() => {
        worker.pass = process.begin(queue);
      });
    }
  }
  return possible;
}
