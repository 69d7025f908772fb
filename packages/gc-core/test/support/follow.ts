import { plainText } from '../../src/meta/sentence.ts';
import { type Move, make, possibleMoves, type Worker } from '../../src/simulation/explore.ts';
import { WORKERS } from '../../src/simulation/paused-workers.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { queueContents } from '../../src/simulation/step-recorder.ts';
import type { Step } from '../../src/wire/step.ts';

/**
 * Takes a simulation in the state after the first of these steps through all others, by nothing but the moves that an
 * exploration has: a way there is one that an exploration may go. Throws where a step takes another move.
 */
export function follow(simulation: Simulation, [first, ...steps]: readonly Step[]): void {
  if (!first) return;
  const { process } = simulation;
  const crew = (['attemptToDelete', 'attemptToOrphan'] as const).flatMap((queue) =>
    Array.from({ length: WORKERS }, (): Worker => ({ queue, pass: undefined })),
  );
  const start = simulation.now - first.at;
  const observed = observedEvents(first, steps);
  process.hold();
  for (const [index, step] of steps.entries()) {
    // As early as the order allows: a monitor's store is then as fresh as it can be.
    deliverInOrder(simulation, crew, observed);
    if (start + step.at > simulation.now) {
      const [left] = possibleMoves(simulation, crew);
      if (left) throw new Error(`Step ${index + 2} waits while “${left.type}” is possible.`);
      simulation.moveClock(start + step.at);
    }
    followStep(simulation, crew, step);
  }
}

/** The events that the graph builder processes, in order. */
function observedEvents(first: Step, steps: readonly Step[]): string[] {
  return steps.flatMap((step, index) => {
    if (step.actor !== 'graph-builder') return [];
    const left = [...step.queues.graphChanges];
    const before = (steps[index - 1] ?? first).queues.graphChanges;
    return before.filter((line) => {
      const at = left.indexOf(line);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  });
}

function deliverInOrder(simulation: Simulation, crew: readonly Worker[], observed: string[]): void {
  for (let line = observed[0]; line !== undefined; line = observed[0]) {
    if (line.endsWith(' (virtual)')) {
      if (!queueContents(simulation).graphChanges.includes(line)) return;
      observed.shift();
      continue;
    }
    const kind = line.split(' ')[1] ?? '';
    const move = possibleMoves(simulation, crew).find(
      (each) => each.type === 'deliver' && each.kind === kind,
    );
    if (!move) return;
    make(simulation, move);
    const last = queueContents(simulation).graphChanges.at(-1);
    if (last !== line) throw new Error(`“${last}” is observed instead of “${line}”.`);
    observed.shift();
  }
}

function followStep(simulation: Simulation, crew: readonly Worker[], step: Step): void {
  switch (step.actor) {
    case 'graph-builder': {
      const [front] = simulation.process.collector.graphChanges.items();
      if (front?.identity.uid !== step.subject?.uid)
        throw new Error(`Not next: ${plainText(step.sentence)}`);
      make(
        simulation,
        found(simulation, crew, ({ type }) => type === 'event', step),
      );
      return;
    }
    case 'kubelet':
      if (!simulation.endPod()) throw new Error(`No Pod is to end: ${plainText(step.sentence)}`);
      return;
    case 'delete-worker':
      followWorker(simulation, crew, 'attemptToDelete', step);
      return;
    case 'orphan-worker':
      followWorker(simulation, crew, 'attemptToOrphan', step);
      return;
    default:
      throw new Error(`Nobody explores this: ${plainText(step.sentence)}`);
  }
}

function followWorker(
  simulation: Simulation,
  crew: readonly Worker[],
  queue: Worker['queue'],
  step: Step,
): void {
  const isAt = ({ pass }: Worker): boolean => pass?.pass.item.uid === step.subject?.uid;
  let worker = crew.find((each) => each.queue === queue && isAt(each));
  if (!worker) {
    const begins = (move: Move): boolean => move.type === 'begin' && move.worker.queue === queue;
    const move = found(simulation, crew, begins, step);
    make(simulation, move);
    worker = 'worker' in move ? move.worker : undefined;
    if (!worker || !isAt(worker)) throw new Error(`Not in front: ${plainText(step.sentence)}`);
  }
  const sends = (move: Move): boolean => move.type === 'resume' && move.worker === worker;
  // A pass without a request ends with its first move.
  for (let sent = 0; sent < Math.max(1, step.requests.length); sent++) {
    make(simulation, found(simulation, crew, sends, step));
  }
}

function found(
  simulation: Simulation,
  crew: readonly Worker[],
  fits: (move: Move) => boolean,
  { sentence }: Step,
): Move {
  const move = possibleMoves(simulation, crew).find(fits);
  if (!move) throw new Error(`No move does this: ${plainText(sentence)}`);
  return move;
}
