import type { QueueContents, Step } from '@gcscope/gc-core/wire';

/** Lines of a queue that a step shows: a thousand steps with a thousand queued objects each would be a million lines. */
const QUEUE_LINES = 20;

/**
 * The steps as they are shown. A retry that finds nothing new is left out: while the clock moves over a grace period
 * the collector asks again and again for what it cannot have. More steps only ever append to the list.
 */
export function shownSteps(steps: readonly Step[]): Step[] {
  const shown: Step[] = [];
  const told = new Set<string>();
  for (const step of steps) {
    if (changesNothing(step)) {
      const key = JSON.stringify([step.actor, step.rule, step.subject?.uid, step.sentence]);
      if (told.has(key)) continue;
      told.add(key);
    } else told.clear();
    shown.push(shortened(step, shown.length));
  }
  return shown;
}

function changesNothing({ delta, objects, events }: Step): boolean {
  return delta.upserts.length + delta.removes.length + objects.length + events.length === 0;
}

function shortened(step: Step, index: number): Step {
  const { graphChanges, attemptToDelete, attemptToOrphan } = step.queues;
  const queues: QueueContents = {
    graphChanges: firstLines(graphChanges),
    attemptToDelete: firstLines(attemptToDelete),
    attemptToOrphan: firstLines(attemptToOrphan),
  };
  return { ...step, index, queues, absentOwnerCache: firstLines(step.absentOwnerCache) };
}

function firstLines(lines: readonly string[]): readonly string[] {
  return lines.length <= QUEUE_LINES
    ? lines
    : [...lines.slice(0, QUEUE_LINES), `and ${lines.length - QUEUE_LINES} more`];
}
