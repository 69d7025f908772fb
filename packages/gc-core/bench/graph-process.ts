import { type PerformanceEntry, PerformanceObserver, performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import type { GraphChange } from '../src/graph/graph-change.ts';
import { emptyGraph } from './built-graph.ts';
import { ChangeStream } from './change-stream.ts';
import { control, type TimedPiece, undisturbed } from './core-control.ts';
import type { ChangeTimes, GraphProcessMessage } from './graph-runs.ts';
import { PlainGraph } from './plain-graph.ts';

/** A read of a watch brings about a hundred changes, decoded just before; after each the live server asks what changed. */
const BATCH = 100;

interface Subject {
  process(changes: readonly GraphChange[]): void;
  take(): void;
}

function ours(): Subject {
  const { graph, processAll } = emptyGraph();
  return { process: processAll, take: () => void graph.takeTouched() };
}

function plain(): Subject {
  const graph = new PlainGraph();
  return {
    process: (changes) => {
      for (const change of changes) graph.process(change);
    },
    take: () => undefined,
  };
}

const pauses: PerformanceEntry[] = [];
new PerformanceObserver((list) => void pauses.push(...list.getEntries())).observe({
  entryTypes: ['gc'],
});

async function time(count: number, next: (count: number) => GraphChange[]): Promise<ChangeTimes> {
  await setImmediate();
  pauses.length = 0;
  const pieces: TimedPiece[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let done = 0; done < count; done += BATCH) {
    const batch = next(BATCH);
    const before = control();
    const start = performance.now();
    subject.process(batch);
    subject.take();
    const end = performance.now();
    pieces.push({ elapsed: end - start, controls: [before, control()] });
    starts.push(start);
    ends.push(end);
  }
  // The pauses are told a turn later.
  await setImmediate();
  await setImmediate();
  const times = pieces.map(({ elapsed }) => elapsed);
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  let batch = 0;
  const between = pauses.filter(({ startTime }) => {
    while ((ends[batch] ?? Number.POSITIVE_INFINITY) <= startTime) batch++;
    return startTime < (starts[batch] ?? Number.POSITIVE_INFINITY);
  });
  const median = (of: readonly number[]): number =>
    of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? Number.NaN;
  return {
    perSecond: (BATCH / median(undisturbed(pieces))) * 1000,
    disturbedToo: (BATCH / median(times)) * 1000,
    withCollections: (count / (sum(times) + sum(between.map((each) => each.duration)))) * 1000,
  };
}

/** Megabytes after two full collections. */
function used(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

const [which, objects = '0', changes = '0'] = process.argv.slice(2);
const stream = new ChangeStream(Number(objects) + Math.ceil(Number(changes) * 0.11) + BATCH);
const before = used();
const subject = which === 'plain' ? plain() : ours();
await time(Number(objects), (count) => stream.begin(count));

process.on('message', (message: GraphProcessMessage) => {
  if (message.type === 'memory') process.send?.(used() - before);
  else void time(message.count, (count) => stream.next(count)).then((it) => process.send?.(it));
});
process.send?.('built');
