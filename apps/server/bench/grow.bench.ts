import { get } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { BenchOptions, Figure, Measurement } from '../../../tools/src/bench-figure.ts';
import { processorSeconds, programBeside, residentMegabytes } from './program-beside.ts';
import { LOAD_SERVER, loadArgs, untilReady } from './read-cluster.ts';

/** Objects of a cluster, and of clusters of twice and four times its size. */
const SIZES = [500_000, 1_000_000, 2_000_000];

/** Costs of a cluster of one size. */
interface Size {
  readonly objects: number;
  readonly seconds: number;
  /** Seconds of processor time. */
  readonly processor: number;
  readonly megabytes: number;
  /** Megabytes of the compressed snapshot. */
  readonly snapshot: number;
}

let sizes: Promise<readonly Size[]> | undefined;

function sizesOf(options: BenchOptions): Promise<readonly Size[]> {
  sizes ??= takeSizes(options);
  return sizes;
}

async function takeSizes({ smoke, progress }: BenchOptions): Promise<readonly Size[]> {
  const all: Size[] = [];
  for (const objects of smoke ? [1000, 2000, 4000] : SIZES) {
    const size = await take(objects);
    const { seconds, processor, megabytes, snapshot } = size;
    progress(
      `${objects} objects: ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor, ${megabytes.toFixed()} MB, snapshot ${snapshot.toFixed(1)} MB`,
    );
    all.push(size);
  }
  return all;
}

async function take(objects: number): Promise<Size> {
  let began = 0;
  const program = await programBeside(
    LOAD_SERVER,
    loadArgs(objects, { encoding: 'protobuf' }),
    () => {
      began = performance.now();
    },
  );
  try {
    await untilReady(program.url);
    const seconds = (performance.now() - began) / 1000;
    const processor = processorSeconds(program.pid);
    const megabytes = residentMegabytes(program.pid);
    const snapshot = await snapshotBytes(program.url);
    return { objects, seconds, processor, megabytes, snapshot: snapshot / 1e6 };
  } finally {
    await program.close();
  }
}

/** As it travels: `fetch` counts only what was unpacked. */
async function snapshotBytes(url: string): Promise<number> {
  return await new Promise((resolve, reject) => {
    const asked = get(`${url}/api/v1/snapshot`, { headers: { 'accept-encoding': 'gzip' } });
    asked.on('error', reject);
    asked.on('response', (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
    });
  });
}

/** The largest cluster counts; the others stand beside it. */
async function largest(options: BenchOptions, of: (size: Size) => number): Promise<Measurement> {
  const all = await sizesOf(options);
  const last = all.at(-1);
  const others = all.slice(0, -1).map((size) => [`${size.objects} objects`, of(size)] as const);
  return {
    samples: last ? [of(last)] : [],
    baseline: Object.fromEntries(others),
  };
}

function figure(name: string, unit: string, of: (size: Size) => number): Figure {
  return { name, unit, isTakenOnce: true, run: (options) => largest(options, of) };
}

/** How the cost of a cluster grows with its objects; each size is taken once. */
export const figures: readonly Figure[] = [
  figure('grow.sync', 's', ({ seconds }) => seconds),
  figure('grow.cpu', 's', ({ processor }) => processor),
  figure('grow.rss', 'MB', ({ megabytes }) => megabytes),
  figure('grow.snapshot', 'MB', ({ snapshot }) => snapshot),
];
