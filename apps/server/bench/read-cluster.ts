import { performance } from 'node:perf_hooks';
import { type ProgramBeside, programBeside, residentMegabytes } from './program-beside.ts';

export const LOAD_SERVER: URL = new URL('load-server.ts', import.meta.url);

export type Encoding = 'protobuf' | 'json';

/** How the load server serves its objects. */
export interface Served {
  readonly encoding: Encoding;
  /** Watch lists are refused. */
  readonly inPlainLists?: boolean;
}

/** The arguments of the load server. */
export function loadArgs(objects: number, { encoding, inPlainLists = false }: Served): string[] {
  const plain = inPlainLists ? ['--plain-lists'] : [];
  return ['--objects', String(objects), '--encoding', encoding, ...plain];
}

/** Node gives memory back when it had nothing to do for some seconds. */
const QUIET = 30_000;

/** One start of the program beside a server full of objects. */
export interface Sync {
  readonly seconds: number;
  /** Resident after a quiet while. */
  readonly megabytes: number;
  /** How long small requests waited while it read, the slowest hundredth. */
  readonly stall: number;
  /** Watch events a second, until the last one is served. */
  readonly events: number;
  /** Megabytes of its snapshot without uids and names, as they are sent. */
  readonly snapshot: number;
}

/** Starts both, and takes what is to be taken. */
export async function sync(served: Served, objects: number): Promise<Sync> {
  let began = 0;
  const program = await programBeside(LOAD_SERVER, loadArgs(objects, served), () => {
    began = performance.now();
  });
  try {
    const stall = await untilReady(program.url);
    const seconds = (performance.now() - began) / 1000;
    await new Promise((resolve) => setTimeout(resolve, objects < 10_000 ? 0 : QUIET));
    const megabytes = residentMegabytes(program.pid);
    const events = await eventRate(program, objects);
    return { seconds, megabytes, stall, events, snapshot: await structureMegabytes(program.url) };
  } finally {
    await program.close();
  }
}

async function structureMegabytes(url: string): Promise<number> {
  const { headers, body } = await fetch(`${url}/api/v1/snapshot/structure`);
  await body?.cancel();
  return Number(headers.get('content-length')) / 1e6;
}

/** The slowest hundredth of the requests that asked for nothing but a sign of life, until all kinds were read. */
export async function untilReady(url: string): Promise<number> {
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

/** Milliseconds until all objects are read, the start of the program included. */
export async function readMillis(objects: number, encoding: Encoding): Promise<number> {
  let began = 0;
  const program = await programBeside(LOAD_SERVER, loadArgs(objects, { encoding }), () => {
    began = performance.now();
  });
  try {
    await untilReady(program.url);
    return performance.now() - began;
  } finally {
    await program.close();
  }
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
