import { performance } from 'node:perf_hooks';
import type { SnapshotStructure } from '@gcscope/gc-core/wire';
import type { BenchOptions, Figure, Measurement } from '../../../tools/src/bench-figure.ts';
import { JsonListDecoder } from '../src/cluster/answers/decode-json.ts';
import { ProtobufListDecoder } from '../src/cluster/answers/decode-protobuf.ts';
import { type LoadedKind, loadedKinds } from './loaded-kinds.ts';
import { type ProgramBeside, programBeside, residentMegabytes } from './program-beside.ts';

const LOAD_SERVER = new URL('load-server.ts', import.meta.url);
const RUNS = 3;
/** Bytes that a socket brings at once. */
const CHUNK = 65_536;

type Encoding = 'protobuf' | 'json';

/** Node gives memory back when it had nothing to do for some seconds. */
const QUIET = 30_000;

/** One start of the program beside a server full of objects. */
interface Sync {
  readonly seconds: number;
  /** Resident after a quiet while. */
  readonly megabytes: number;
  /** How long small requests waited while it read, the slowest hundredth. */
  readonly stall: number;
  /** Watch events a second, until the last one is served. */
  readonly events: number;
  /** Megabytes of the structure of its snapshot as they are sent, and of the uids and names. */
  readonly snapshot: number;
  readonly identity: number;
}

/** Figures of one size share their runs. */
const syncs = new Map<Encoding, Promise<readonly Sync[]>>();

function syncsOf(encoding: Encoding, { smoke, progress }: BenchOptions): Promise<readonly Sync[]> {
  const taken =
    syncs.get(encoding) ?? takeSyncs(encoding, smoke ? 2000 : 500_000, smoke ? 1 : RUNS);
  syncs.set(encoding, taken);
  return taken.then((all) => {
    for (const { seconds, megabytes, stall, events } of all) {
      const memory = `${Math.round(megabytes)} MB`;
      progress(
        `${encoding}: ${seconds.toFixed(1)} s, ${memory}, stall ${stall}, ${events} events/s`,
      );
    }
    return all;
  });
}

async function takeSyncs(encoding: Encoding, objects: number, runs: number): Promise<Sync[]> {
  const all: Sync[] = [];
  for (let run = 0; run < runs; run++) all.push(await sync(encoding, objects));
  return all;
}

async function sync(encoding: Encoding, objects: number): Promise<Sync> {
  let began = 0;
  const program = await programBeside(LOAD_SERVER, [String(objects), encoding], () => {
    began = performance.now();
  });
  try {
    const stall = await untilReady(program.url);
    const seconds = (performance.now() - began) / 1000;
    await new Promise((resolve) => setTimeout(resolve, objects < 10_000 ? 0 : QUIET));
    const megabytes = residentMegabytes(program.pid);
    const events = await eventRate(program, objects);
    return { seconds, megabytes, stall, events, ...(await snapshotBytes(program.url)) };
  } finally {
    await program.close();
  }
}

/** The slowest hundredth of the requests that asked for nothing but a sign of life, until all kinds were read. */
async function untilReady(url: string): Promise<number> {
  const waits: number[] = [];
  for (;;) {
    const began = performance.now();
    const { ok } = await fetch(`${url}/readyz`);
    waits.push(performance.now() - began);
    if (ok) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const sorted = waits.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0);
}

async function snapshotBytes(url: string): Promise<Pick<Sync, 'snapshot' | 'identity'>> {
  const structure = await fetch(`${url}/api/v1/snapshot/structure`);
  const { id } = (await structure.json()) as SnapshotStructure;
  const identity = await fetch(`${url}/api/v1/snapshot/identity?of=${id}`);
  await identity.arrayBuffer();
  return { snapshot: sentMegabytes(structure), identity: sentMegabytes(identity) };
}

/** As they are on the wire, compressed. */
function sentMegabytes({ headers }: Response): number {
  return Number(headers.get('content-length')) / 1e6;
}

/** Events of Pods, nine of ten without effect, from the first byte until the last object is in an answer. */
async function eventRate({ url, apiServer }: ProgramBeside, events: number): Promise<number> {
  const began = performance.now();
  const uid = await (await fetch(`${apiServer}/events?count=${events}`)).text();
  while (!(await fetch(`${url}/api/v1/objects/${uid}`)).ok) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return Math.round((events / (performance.now() - began)) * 1000);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

async function snapshot(options: BenchOptions): Promise<Measurement> {
  const all = await syncsOf('protobuf', options);
  return {
    samples: all.map((each) => each.snapshot),
    baseline: { 'its uids and names': median(all.map(({ identity }) => identity)) },
  };
}

async function measure(of: keyof Sync, options: BenchOptions): Promise<Measurement> {
  const samples = (await syncsOf('protobuf', options)).map((each) => each[of]);
  const json = median((await syncsOf('json', options)).map((each) => each[of]));
  return { samples, baseline: { 'the same objects as JSON': Math.round(json * 10) / 10 } };
}

/** Objects a second that one core decodes from chunks as they arrive. */
function decode({ smoke }: BenchOptions): Measurement {
  const kinds = loadedKinds(smoke ? 2000 : 100_000);
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

/** What the reader of a cluster is measured by. */
export const figures: readonly Figure[] = [
  { name: 'server.decode', unit: '1/s', goal: '>= 500000', run: decode },
  { name: 'server.sync', unit: 's', goal: '<= 10', run: (options) => measure('seconds', options) },
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
    run: snapshot,
  },
  {
    name: 'server.events',
    unit: '1/s',
    goal: '>= 100000',
    run: (options) => measure('events', options),
  },
];
