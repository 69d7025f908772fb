import { performance } from 'node:perf_hooks';
import type { Figure, Measurement } from '../../../tools/src/bench-figure.ts';
import { Graph } from '../src/graph/graph.ts';
import { GraphBuilder, type NodeSink } from '../src/graph/graph-builder.ts';
import type { GraphChange } from '../src/graph/graph-change.ts';
import { ReferenceCache } from '../src/graph/reference-cache.ts';
import { type ChangeStream, changeStream } from './change-stream.ts';
import { PlainGraph } from './plain-graph.ts';

const NOWHERE: NodeSink = { add: () => undefined, addRateLimited: () => undefined };
/** As often as the live server asks for what changed, at full speed. */
const TAKE_EVERY = 1000;

function perSecond(
  stream: ChangeStream,
  process: (change: GraphChange) => void,
  take: () => void,
): number {
  for (const change of stream.initial) process(change);
  take();
  const start = performance.now();
  for (const [index, change] of stream.changes.entries()) {
    process(change);
    if (index % TAKE_EVERY === 0) take();
  }
  return Math.round((stream.changes.length / (performance.now() - start)) * 1000);
}

function ours(stream: ChangeStream): number {
  const graph = new Graph();
  const builder = new GraphBuilder({
    graph,
    absentOwnerCache: new ReferenceCache(500),
    attemptToDelete: NOWHERE,
    attemptToOrphan: NOWHERE,
  });
  return perSecond(
    stream,
    (change) => builder.processGraphChange(change),
    () => void graph.takeTouched(),
  );
}

function plain(stream: ChangeStream): number {
  const graph = new PlainGraph();
  return perSecond(
    stream,
    (change) => graph.process(change),
    () => undefined,
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function changes(objects: number, count: number, runs: number): Measurement {
  const stream = changeStream(objects, count);
  // The first run of each compiles; it does not count.
  ours(stream);
  plain(stream);
  const samples: number[] = [];
  const peers: number[] = [];
  for (let run = 0; run < runs; run++) {
    samples.push(ours(stream));
    peers.push(plain(stream));
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
