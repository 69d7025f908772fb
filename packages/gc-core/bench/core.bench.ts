import { performance } from 'node:perf_hooks';
import type { Figure, Measurement } from '../../../tools/src/bench-figure.ts';
import { Graph } from '../src/graph/graph.ts';
import { GraphBuilder, type NodeSink } from '../src/graph/graph-builder.ts';
import type { GraphChange } from '../src/graph/graph-change.ts';
import { ReferenceCache } from '../src/graph/reference-cache.ts';
import { ChangeStream } from './change-stream.ts';
import { PlainGraph } from './plain-graph.ts';

const NOWHERE: NodeSink = { add: () => undefined, addRateLimited: () => undefined };
/** A watch brings changes in batches, decoded just before; after each the live server asks what changed. */
const BATCH = 1000;

function perSecond(
  objects: number,
  count: number,
  process: (change: GraphChange) => void,
  take: () => void,
): number {
  const stream = new ChangeStream();
  for (const change of stream.begin(objects)) process(change);
  take();
  let elapsed = 0;
  for (let done = 0; done < count; done += BATCH) {
    const batch = stream.next(BATCH);
    const start = performance.now();
    for (const change of batch) process(change);
    take();
    elapsed += performance.now() - start;
  }
  return Math.round((count / elapsed) * 1000);
}

function ours(objects: number, count: number): number {
  const graph = new Graph();
  const builder = new GraphBuilder({
    graph,
    absentOwnerCache: new ReferenceCache(500),
    attemptToDelete: NOWHERE,
    attemptToOrphan: NOWHERE,
  });
  const take = (): void => void graph.takeTouched();
  return perSecond(objects, count, (change) => builder.processGraphChange(change), take);
}

function plain(objects: number, count: number): number {
  const graph = new PlainGraph();
  return perSecond(
    objects,
    count,
    (change) => graph.process(change),
    () => undefined,
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function changes(objects: number, count: number, runs: number): Measurement {
  // The first run of each compiles; it does not count.
  ours(objects, count);
  plain(objects, count);
  const samples: number[] = [];
  const peers: number[] = [];
  for (let run = 0; run < runs; run++) {
    samples.push(ours(objects, count));
    peers.push(plain(objects, count));
  }
  return { samples, baseline: { 'object per node, Set of dependents': median(peers) } };
}

/** Figures of the graph. */
export const figures: readonly Figure[] = [
  {
    name: 'core.changes10k',
    unit: '1/s',
    goal: '>= 1000000',
    smokeable: true,
    run: ({ smoke }) => (smoke ? changes(500, 5000, 1) : changes(10_000, 300_000, 7)),
  },
];
