import type { WorkerQueueName } from '../collector/collector.ts';
import { type PassUnderWay, WORKERS } from './paused-workers.ts';
import { pick, type Random, shuffled } from './random.ts';
import { SETTLE_LIMIT, SettleLimitError, type Simulation } from './simulation.ts';

const WORKER_QUEUES: readonly WorkerQueueName[] = ['attemptToDelete', 'attemptToOrphan'];

/**
 * Settles in one of the orders a real collector may take: which actor goes next, the order of an owner's dependents, of
 * events between kinds, and of the requests of workers are drawn from `random`. Every other time, all events of a kind come
 * before those of the next one, as if its watch were read first. One worker of each queue is a collector that runs with
 * `--concurrent-gc-syncs=1`. Throws `SettleLimitError`.
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
  retryFirst(simulation, crew, random);
  const kinds = random() < 0.5 ? new KindsInTurn(random) : undefined;
  for (let steps = 0; steps <= limit; steps++) {
    const possible = possibleMoves(simulation, crew);
    const move = pick(kinds ? kinds.allowed(possible) : possible, random);
    if (move) {
      make(simulation, move);
      continue;
    }
    const due = simulation.nextUsefulDue();
    if (due === undefined) {
      process.monitors.letGo();
      simulation.order = (nodes) => nodes;
      return;
    }
    simulation.moveClock(due);
  }
  throw new SettleLimitError(limit);
}

/** Milliseconds that may pass until the collector observes what was done. */
const SOON = 1000;

/**
 * Retries that are due soon may come before the collector observes what was done last. One that changes nothing all the same
 * leaves the node of an absent owner with another identity (AL-06), and that decides what comes next.
 */
function retryFirst(simulation: Simulation, crew: readonly Worker[], random: Random): void {
  const latest = simulation.now + SOON;
  for (;;) {
    const due = simulation.process.nextDue();
    if (due === undefined || due > latest || random() < 0.5) return;
    simulation.moveClock(due);
    for (;;) {
      const moves = possibleMoves(simulation, crew).filter(({ type }) => type !== 'deliver');
      const move = pick(moves, random);
      if (!move) break;
      make(simulation, move);
    }
  }
}

/** An order of kinds, drawn as they come; only the first of those that have events may deliver one. */
class KindsInTurn {
  readonly #random: Random;
  readonly #turns = new Map<string, number>();

  constructor(random: Random) {
    this.#random = random;
  }

  allowed(moves: readonly Move[]): readonly Move[] {
    const kinds = moves.flatMap((move) => (move.type === 'deliver' ? [move.kind] : []));
    const [first] = kinds.toSorted((one, other) => this.#turnOf(one) - this.#turnOf(other));
    return moves.filter((move) => move.type !== 'deliver' || move.kind === first);
  }

  #turnOf(kind: string): number {
    const turn = this.#turns.get(kind) ?? this.#random();
    this.#turns.set(kind, turn);
    return turn;
  }
}

/** A worker of a queue, and what it is at. */
export interface Worker {
  readonly queue: WorkerQueueName;
  pass: PassUnderWay | undefined;
}

/** A possible next move: a worker begins with the front item of its queue, or sends its next request. */
export type Move =
  | { readonly type: 'deliver'; readonly kind: string }
  | { readonly type: 'event' }
  | { readonly type: 'controller' }
  | { readonly type: 'begin' | 'resume'; readonly worker: Worker };

/** Everything that could happen next, given the workers and that events are held. */
export function possibleMoves(simulation: Simulation, crew: readonly Worker[]): Move[] {
  const { process } = simulation;
  // Releases what is due.
  process.nextQueue();
  const { graphChanges } = process.collector;
  const possible: Move[] = process.monitors
    .undelivered()
    .map((kind) => ({ type: 'deliver', kind }));
  if (graphChanges.size > 0) possible.push({ type: 'event' });
  if (simulation.isPassDue()) possible.push({ type: 'controller' });
  for (const worker of crew) {
    if (worker.pass) possible.push({ type: 'resume', worker });
    else if (process.collector[worker.queue].size > 0 && !process.isSpinning()) {
      possible.push({ type: 'begin', worker });
    }
  }
  return possible;
}

/** Makes a move that is possible. */
export function make(simulation: Simulation, move: Move): void {
  switch (move.type) {
    case 'deliver':
      simulation.process.monitors.deliver(move.kind);
      return;
    case 'event':
      simulation.step('graphChanges');
      return;
    case 'controller':
      simulation.makePass();
      return;
    case 'begin':
      move.worker.pass = simulation.process.begin(move.worker.queue);
      return;
    case 'resume':
      if (move.worker.pass && simulation.resume(move.worker.pass)) move.worker.pass = undefined;
      return;
  }
}
