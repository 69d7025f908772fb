import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { BenchOptions, Figure, Measurement } from '../../../tools/src/bench-figure.ts';
import { browser } from '../../../tools/src/served-program.ts';
import {
  type ProgramBeside,
  programBeside,
  residentMegabytes,
} from '../../server/bench/program-beside.ts';
import { LOAD_SERVER, loadArgs } from '../../server/bench/read-cluster.ts';
import { firstMap, still, watchPixels } from './first-pixel.ts';
import { heapOf, VIEWPORT } from './map-gestures.ts';
import { type Look, SoakRecord } from './soak-record.ts';
import { percentile } from './trace.ts';

const CHANGES_A_SECOND = 1000;
/** Thirds of the time. */
const WINDOWS = 3;
const ASKED_EVERY = 100;
/** Measurements of memory in a window. */
const LOOKS = 20;
/** Changes under way when the last one was made arrive within this time, in ms. */
const SETTLE = 5000;
const TIMEOUT = 180_000;

/** A third of the time. */
interface Window {
  /** Milliseconds that a small request took, the slowest hundredth. */
  readonly stall: number;
  /** Memory that Node uses, heap and buffers, when it was least: right after a collection of garbage. */
  readonly server: number;
  /** Heap and backing stores of the page, when they were least: while it draws, it has the picture before as well. */
  readonly page: number;
}

interface Soak {
  readonly windows: readonly Window[];
  /** Objects that the server has too many or too few at the end. */
  readonly lost: number;
}

let soaked: Promise<Soak> | undefined;

function soakOf(options: BenchOptions): Promise<Soak> {
  soaked ??= soak(options);
  return soaked;
}

/** Half an hour of changes to half a million objects, with a page that shows them. */
async function soak({ smoke, record: folder, progress }: BenchOptions): Promise<Soak> {
  const [objects, seconds] = smoke ? [3000, 9] : [500_000, 1800];
  const program = await programBeside(LOAD_SERVER, loadArgs(objects, { encoding: 'protobuf' }));
  const chrome = await browser();
  try {
    while (!(await fetch(`${program.url}/readyz`)).ok) await wait(50);
    const page = await openMap(await (await chrome.newContext(VIEWPORT)).newPage(), program.url);
    const move = (rate: number): Promise<Response> =>
      fetch(`${program.apiServer}/moving?rate=${rate}`);
    const before = await objectsOf(program.url);
    const record = new SoakRecord(folder);
    progress(`What is seen is written to ${record.file}.`);
    await move(CHANGES_A_SECOND);
    // The delays of the event loop are counted anew after each look.
    await nodeOf(program.url);
    const began = performance.now();
    const windows: Window[] = [];
    for (let at = 0; at < WINDOWS; at++) {
      windows.push(await watch(program, page, (seconds / WINDOWS) * 1000, began, record));
      progress(`${Math.round((performance.now() - began) / 1000)} s of ${seconds}`);
    }
    progress(record.table());
    await move(0);
    await wait(SETTLE);
    return { windows, lost: Math.abs((await objectsOf(program.url)) - before) };
  } finally {
    await chrome.close();
    await program.close();
  }
}

async function openMap(page: Page, url: string): Promise<Page> {
  page.setDefaultTimeout(TIMEOUT);
  await watchPixels(page);
  await page.goto(url);
  await firstMap(page);
  await still(page);
  return page;
}

async function watch(
  { url, pid }: ProgramBeside,
  page: Page,
  millis: number,
  began: number,
  record: SoakRecord,
): Promise<Window> {
  const waits: number[] = [];
  const looks: Look[] = [];
  for (let at = 0; at < LOOKS; at++) {
    const waited = await waitsDuring(url, millis / LOOKS);
    waits.push(...waited);
    const look = {
      seconds: Math.round((performance.now() - began) / 1000),
      ...(await nodeOf(url)),
      resident: residentMegabytes(pid),
      stall: percentile(waited, 0.99),
      page: await heapOf(page),
    };
    looks.push(look);
    record.add(look);
  }
  return {
    stall: percentile(waits, 0.99),
    server: Math.min(...looks.map(({ server }) => server)),
    page: Math.min(...looks.map((look) => look.page)),
  };
}

/** Milliseconds that small requests took. */
async function waitsDuring(url: string, millis: number): Promise<number[]> {
  const waits: number[] = [];
  for (const end = performance.now() + millis; performance.now() < end; ) {
    const began = performance.now();
    await (await fetch(`${url}/livez`)).text();
    waits.push(performance.now() - began);
    await wait(ASKED_EVERY);
  }
  return waits;
}

/** Node by its own metrics: memory in MB, and delays of the event loop since they were last asked for, in ms. */
async function nodeOf(url: string): Promise<Pick<Look, 'server' | 'loopP99' | 'loopMax'>> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const heap = metric(metrics, 'nodejs_heap_size_used_bytes');
  return {
    server: (heap + metric(metrics, 'nodejs_external_memory_bytes')) / 1e6,
    loopP99: metric(metrics, 'nodejs_eventloop_lag_p99_seconds') * 1000,
    loopMax: metric(metrics, 'nodejs_eventloop_lag_max_seconds') * 1000,
  };
}

function metric(metrics: string, name: string): number {
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
}

/** Nodes of the server's graph. */
async function objectsOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return metric(metrics, 'gcscope_graph_objects');
}

function growth(windows: readonly Window[], of: 'server' | 'page'): number {
  return (windows[2]?.[of] ?? Number.NaN) - (windows[1]?.[of] ?? Number.NaN);
}

/** Measures one number of the whole run. */
async function whole(options: BenchOptions, of: (soak: Soak) => number): Promise<Measurement> {
  return { samples: [of(await soakOf(options))] };
}

/** Half an hour at a thousand changes a second. */
export const figures: readonly Figure[] = [
  {
    name: 'soak.stall',
    unit: 'ms',
    run: async (options) => ({
      samples: (await soakOf(options)).windows.map(({ stall }) => stall),
    }),
  },
  {
    name: 'soak.server',
    unit: 'MB',
    goal: '<= 10',
    isTakenOnce: true,
    run: (options) => whole(options, ({ windows }) => growth(windows, 'server')),
  },
  {
    name: 'soak.page',
    unit: 'MB',
    goal: '<= 10',
    isTakenOnce: true,
    run: (options) => whole(options, ({ windows }) => growth(windows, 'page')),
  },
  {
    name: 'soak.lost',
    unit: '',
    goal: '<= 0',
    isTakenOnce: true,
    run: (options) => whole(options, ({ lost }) => lost),
  },
];
