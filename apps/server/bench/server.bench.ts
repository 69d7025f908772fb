import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BenchOptions, Figure, Measurement } from '../../../tools/src/bench-figure.ts';
import { JsonListDecoder } from '../src/cluster/answers/decode-json.ts';
import { ProtobufListDecoder } from '../src/cluster/answers/decode-protobuf.ts';
import { type LoadedKind, loadedKinds } from './loaded-kinds.ts';
import { serverBeside } from './program-beside.ts';
import {
  type Encoding,
  LOAD_SERVER,
  loadArgs,
  readMillis,
  type Served,
  type Sync,
  sync,
} from './read-cluster.ts';

const INFORMER = new URL('informer.ts', import.meta.url);
const RUNS = 3;
/** Bytes that a socket brings at once. */
const CHUNK = 65_536;

/** The ways in which a cluster is read, the usual one first. */
const WAYS = {
  'protobuf in watch lists': { encoding: 'protobuf' },
  'the same objects as JSON': { encoding: 'json' },
  'the same objects in plain lists': { encoding: 'protobuf', inPlainLists: true },
} satisfies Record<string, Served>;
type Way = keyof typeof WAYS;

/** Figures of one size share their runs. */
const syncs = new Map<Way, Promise<readonly Sync[]>>();

function syncsOf(way: Way, { smoke, progress }: BenchOptions): Promise<readonly Sync[]> {
  const taken = syncs.get(way) ?? takeSyncs(WAYS[way], smoke ? 2000 : 500_000, smoke ? 1 : RUNS);
  syncs.set(way, taken);
  return taken.then((all) => {
    for (const { seconds, megabytes, stall, events } of all) {
      const memory = `${Math.round(megabytes)} MB`;
      progress(`${way}: ${seconds.toFixed(1)} s, ${memory}, stall ${stall}, ${events} events/s`);
    }
    return all;
  });
}

async function takeSyncs(served: Served, objects: number, runs: number): Promise<Sync[]> {
  const all: Sync[] = [];
  for (let run = 0; run < runs; run++) all.push(await sync(served, objects));
  return all;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

async function measure(of: keyof Sync, options: BenchOptions): Promise<Measurement> {
  const taken = async (way: Way): Promise<number[]> =>
    (await syncsOf(way, options)).map((each) => each[of]);
  const samples = await taken('protobuf in watch lists');
  const others = ['the same objects as JSON', 'the same objects in plain lists'] as const;
  const baseline: Record<string, number> = {};
  for (const way of others) baseline[way] = Math.round(median(await taken(way)) * 10) / 10;
  return { samples, baseline };
}

/** Objects a second that one core decodes from chunks as they arrive. */
function decode({ smoke }: BenchOptions): Measurement {
  const kinds = loadedKinds({ objects: smoke ? 2000 : 100_000 });
  const rates = (encoding: Encoding): number[] =>
    Array.from({ length: smoke ? 1 : 5 }, () => decodeRate(kinds, encoding));
  const samples = rates('protobuf');
  return { samples, baseline: { 'the same objects as JSON': Math.round(median(rates('json'))) } };
}

function decodeRate(kinds: readonly LoadedKind[], encoding: Encoding): number {
  const objects = kinds.reduce((sum, { count }) => sum + count, 0);
  const millis = kinds.reduce((sum, kind) => sum + decodeMillis(kind, encoding), 0);
  return (objects / millis) * 1000;
}

/** Processor time: other work on the machine changes it less. */
function decodeMillis(kind: LoadedKind, encoding: Encoding): number {
  const isProtobuf = encoding === 'protobuf';
  const decoder = isProtobuf ? new ProtobufListDecoder(false) : new JsonListDecoder(false);
  let millis = 0;
  for (const piece of kind.list(encoding)) {
    const began = process.cpuUsage();
    for (let at = 0; at < piece.length; at += CHUNK) {
      for (const _ of decoder.push(piece.subarray(at, at + CHUNK)));
    }
    const { user, system } = process.cpuUsage(began);
    millis += (user + system) / 1000;
  }
  if (decoder.end().type !== 'complete') throw new Error(`${kind.kind} was not decoded.`);
  return millis;
}

/** With 500,000, client-node's informers end with an error: the list of Pods is longer than a string of Node can be. */
const FOR_INFORMERS = 200_000;

/** Milliseconds until client-node's informers have all objects, the start of the process left out. */
async function informerMillis(objects: number): Promise<number> {
  const server = await serverBeside(LOAD_SERVER, loadArgs(objects, { encoding: 'json' }));
  try {
    const args = ['--import', 'tsx', fileURLToPath(INFORMER), server.kubeconfig];
    const { stdout } = await promisify(execFile)('node', args);
    const [read, millis] = stdout.trim().split(' ').map(Number);
    if (read !== objects || millis === undefined) {
      throw new Error(`The informers read ${read} of ${objects} objects.`);
    }
    return millis;
  } finally {
    await server.close();
  }
}

/** How many times faster the program reads a cluster than client-node's informers. */
async function syncRatio({ smoke, progress }: BenchOptions): Promise<Measurement> {
  const objects = smoke ? 2000 : FOR_INFORMERS;
  const [samples, asJson]: [number[], number[]] = [[], []];
  for (let run = 0; run < (smoke ? 1 : RUNS); run++) {
    const informer = await informerMillis(objects);
    const [protobuf, json] = [
      await readMillis(objects, 'protobuf'),
      await readMillis(objects, 'json'),
    ];
    const spans = [informer, protobuf, json].map((millis) => (millis / 1000).toFixed(1));
    progress(`informers ${spans[0]} s, protobuf ${spans[1]} s, JSON ${spans[2]} s`);
    samples.push(informer / protobuf);
    asJson.push(informer / json);
  }
  return { samples, baseline: { 'the same objects as JSON': median(asJson) } };
}

/** Figures of the reader of a cluster. */
export const figures: readonly Figure[] = [
  { name: 'server.decode', unit: '1/s', goal: '>= 500000', run: decode },
  { name: 'server.sync', unit: 's', goal: '<= 10', run: (options) => measure('seconds', options) },
  { name: 'server.sync.ratio', unit: '', goal: '>= 4', run: syncRatio },
  {
    name: 'server.rss',
    unit: 'MB',
    goal: '<= 350',
    run: (options) => measure('megabytes', options),
  },
  { name: 'server.stall', unit: 'ms', goal: '<= 20', run: (options) => measure('stall', options) },
  {
    name: 'server.snapshot',
    unit: 'MB',
    goal: '<= 4',
    run: (options) => measure('snapshot', options),
  },
  {
    name: 'server.events',
    unit: '1/s',
    goal: '>= 100000',
    run: (options) => measure('events', options),
  },
];
