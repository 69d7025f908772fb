import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { NodeRecord, Snapshot } from '@gcscope/gc-core/wire';
import { syntheticWorld } from '../../../packages/picture/bench/synthetic-world.ts';
import type { BenchOptions, Figure, Measurement } from '../../../tools/src/bench-figure.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url));
const RUNS = 7;
/** Graphviz, in Debian as `graphviz`; not a dependency. */
const DOT = 'dot';
/** dot takes minutes on large graphs; what takes longer proves enough. */
const DOT_LIMIT = 15 * 60_000;

/** An own snapshot in, an SVG file out, each time in a fresh process of the built program. */
function cold(objects: number, dotRuns: number, { smoke, progress }: BenchOptions): Measurement {
  if (!existsSync(PROGRAM)) throw new Error('The program is not built: npm run build.');
  const folder = mkdtempSync(join(tmpdir(), 'gcscope-bench-'));
  try {
    const records = syntheticWorld(smoke ? 100 : objects);
    const snapshot = join(folder, 'snapshot.json');
    writeFileSync(snapshot, JSON.stringify(snapshotOf(records)));
    const ours = join(folder, 'ours.svg');
    const draw = (): number =>
      timed(process.execPath, [PROGRAM, 'graph', '--file', snapshot, '-o', 'svg'], ours);
    const samples = Array.from({ length: smoke ? 1 : RUNS }, draw);
    progress(`${records.length} objects: ${statSync(ours).size} bytes of SVG`);
    if (!hasDot()) return { samples, skipped: ['dot of Graphviz'] };
    const source = join(folder, 'graph.dot');
    timed(process.execPath, [PROGRAM, 'graph', '--file', snapshot, '-o', 'dot'], source);
    const theirs = join(folder, 'theirs.svg');
    const drawn = Array.from({ length: smoke ? 1 : dotRuns }, () =>
      timed(DOT, ['-Tsvg', source], theirs),
    );
    progress(`dot: ${statSync(theirs).size} bytes of SVG`);
    return { samples, baseline: { 'dot -Tsvg of the same graph': median(drawn) } };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Milliseconds from the start of the command to its end; its output goes to the file. */
function timed(command: string, words: readonly string[], output: string): number {
  const file = openSync(output, 'w');
  const start = performance.now();
  const { status, stderr, error } = spawnSync(command, words, {
    stdio: ['ignore', file, 'pipe'],
    encoding: 'utf8',
    timeout: DOT_LIMIT,
  });
  const elapsed = performance.now() - start;
  closeSync(file);
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`);
  return elapsed;
}

function hasDot(): boolean {
  return spawnSync(DOT, ['-V'], { stdio: 'ignore' }).status === 0;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function snapshotOf(nodes: readonly NodeRecord[]): Snapshot {
  return {
    position: 'bench-0',
    cluster: { context: 'bench', server: '', version: '', embedded: false },
    health: { state: 'live', since: '2026-01-01T00:00:00Z', kinds: [] },
    nodes,
  };
}

/** Pictures as files. */
export const figures: readonly Figure[] = [
  {
    name: 'svg.1k',
    unit: 'ms',
    goal: '<= 80',
    run: (options) => cold(1000, 3, options),
  },
  {
    name: 'svg.10k',
    unit: 'ms',
    goal: '<= 120',
    run: (options) => cold(10_000, 1, options),
  },
];
