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
import { type NodeRecord, type PackedSnapshot, packNodes } from '@gcscope/gc-core/wire';
import { HAS_DOT } from '../../../packages/picture/bench/peers.ts';
import { syntheticWorld } from '../../../packages/picture/bench/synthetic-world.ts';
import type { BenchOptions, Figure, Measurement } from '../../../tools/src/bench-figure.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url));
const RUNS = 7;
/** Graphviz in WebAssembly, as a program: DOT in, SVG out. */
const WASM = `
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { readFileSync } from 'node:fs';
process.stdout.write((await Graphviz.load()).layout(readFileSync(process.argv[1], 'utf8'), 'svg', 'dot'));`;
/** The folder that has it. */
const PICTURE = fileURLToPath(new URL('../../../packages/picture', import.meta.url));
/** dot takes minutes on large graphs, and hours on 100,000 objects: what takes longer proves enough. */
const PEER_LIMIT = 15 * 60_000;

/**
 * Without the certificates of this machine: where `NODE_EXTRA_CA_CERTS` is set, Node 20 reads all of them before any
 * program begins, which takes longer than to draw a thousand objects.
 */
const { NODE_EXTRA_CA_CERTS: _, ...ENVIRONMENT } = process.env;

/** One picture drawn by a fresh process. */
interface Drawn {
  readonly millis: number;
  readonly bytes: number;
}

/** The same world drawn by both. */
interface Duel {
  readonly ours: readonly Drawn[];
  /** Milliseconds of Node that does nothing, taken in turn. */
  readonly bare: number;
  /** By the name of the peer; without those that are not installed, or cannot do it in time. */
  readonly peers: Readonly<Record<string, Drawn>>;
}

/** Programs that draw the same graph, given as the DOT that gcscope prints for it. */
const PEERS: Readonly<Record<string, (dot: string, output: string) => Drawn>> = {
  ...(HAS_DOT && { 'dot -Tsvg': (dot, output) => timed('dot', ['-Tsvg', dot], output) }),
  'Graphviz in WebAssembly': (dot, output) =>
    timed(process.execPath, ['--input-type=module', '--eval', WASM, dot], output, PICTURE),
};

/** Peers take their time: figures of one size share a run. */
const duels = new Map<number, Duel>();

function duel(objects: number, peerRuns: number, options: BenchOptions): Duel {
  const size = options.smoke ? 100 : objects;
  const drawn = duels.get(size) ?? draw(size, peerRuns, options);
  duels.set(size, drawn);
  return drawn;
}

/** An own snapshot in, an SVG file out, each time in a fresh process of the built program; then the same graph by its peers. */
function draw(objects: number, peerRuns: number, { smoke, progress }: BenchOptions): Duel {
  if (!existsSync(PROGRAM)) throw new Error('The program is not built: npm run build.');
  const folder = mkdtempSync(join(tmpdir(), 'gcscope-bench-'));
  try {
    const snapshot = join(folder, 'snapshot.json');
    writeFileSync(snapshot, JSON.stringify(snapshotOf(syntheticWorld(objects))));
    const ask = (form: string, output: string): Drawn =>
      timed(
        process.execPath,
        [PROGRAM, 'graph', '--file', snapshot, '-o', form],
        join(folder, output),
      );
    const nothing: number[] = [];
    const ours = Array.from({ length: smoke ? 1 : RUNS }, () => {
      nothing.push(timed(process.execPath, ['--eval', '0'], join(folder, 'nothing')).millis);
      return ask('svg', 'ours.svg');
    });
    progress(`${objects} objects: ${ours[0]?.bytes} bytes of SVG`);
    const bare = median(nothing);
    const peers: Record<string, Drawn> = {};
    if (peerRuns > 0) ask('dot', 'graph.dot');
    for (const [name, drawBy] of peerRuns > 0 ? Object.entries(PEERS) : []) {
      const theirs = Array.from({ length: smoke ? 1 : peerRuns }, () =>
        drawBy(join(folder, 'graph.dot'), join(folder, 'theirs.svg')),
      );
      const millis = median(theirs.map((each) => each.millis));
      const bytes = theirs[0]?.bytes ?? Number.NaN;
      peers[name] = { millis, bytes };
      progress(`${name}: ${bytes} bytes of SVG in ${Math.round(millis)} ms`);
    }
    return { ours, bare, peers };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function cold(objects: number, peerRuns: number, options: BenchOptions): Measurement {
  const { ours, bare, peers } = duel(objects, peerRuns, options);
  return {
    samples: ours.map((each) => each.millis),
    baseline: {
      'Node that does nothing': bare,
      ...Object.fromEntries(Object.entries(peers).map(([name, { millis }]) => [name, millis])),
    },
    ...(!HAS_DOT && peerRuns > 0 && { skipped: ['dot -Tsvg'] }),
  };
}

/** How many times as long or as large what a peer makes of 10,000 objects is. */
function against(peer: string, measure: keyof Drawn, options: BenchOptions): Measurement {
  const { ours, peers } = duel(10_000, 1, options);
  const theirs = peers[peer]?.[measure] ?? Number.NaN;
  return { samples: ours.map((each) => theirs / each[measure]) };
}

/** From the start of the command to its end; its output goes to the file. */
function timed(command: string, words: readonly string[], output: string, cwd?: string): Drawn {
  const file = openSync(output, 'w');
  const start = performance.now();
  const { status, stderr, error } = spawnSync(command, words, {
    stdio: ['ignore', file, 'pipe'],
    encoding: 'utf8',
    cwd,
    env: ENVIRONMENT,
    timeout: PEER_LIMIT,
  });
  const millis = performance.now() - start;
  closeSync(file);
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`);
  return { millis, bytes: statSync(output).size };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function snapshotOf(nodes: readonly NodeRecord[]): PackedSnapshot {
  return {
    position: 'bench-0',
    cluster: { context: 'bench', server: '', version: '', embedded: false },
    health: { state: 'live', since: '2026-01-01T00:00:00Z', kinds: [] },
    nodes: packNodes(nodes),
  };
}

const DOT_RATIOS: readonly Figure[] = [
  {
    name: 'svg.10k.ratio',
    unit: '',
    goal: '>= 150',
    run: (options) => against('dot -Tsvg', 'millis', options),
  },
  {
    name: 'svg.10k.size',
    unit: '',
    goal: '>= 3',
    run: (options) => against('dot -Tsvg', 'bytes', options),
  },
];

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
  {
    name: 'svg.100k',
    unit: 'ms',
    goal: '<= 2000',
    run: (options) => cold(100_000, 0, options),
  },
  // Without dot there is nothing to say; svg.10k then names it as skipped.
  ...(HAS_DOT ? DOT_RATIOS : []),
  {
    name: 'svg.10k.wasm',
    unit: '',
    run: (options) => against('Graphviz in WebAssembly', 'millis', options),
  },
];
