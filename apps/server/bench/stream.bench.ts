import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Uid } from '@gcscope/gc-core/wire';
import type { BenchOptions, Figure, Measurement } from '../../../tools/src/bench-figure.ts';
import {
  type ProgramBeside,
  processorSeconds,
  programBeside,
  residentMegabytes,
  waitedSeconds,
} from './program-beside.ts';
import { StreamReaders } from './stream-readers.ts';

/** How the stream is loaded. */
interface Load {
  readonly mode: 'change' | 'churn';
  readonly pods: number;
  readonly readers: number;
  readonly mute: number;
  readonly seconds: number;
}

/** Figures of one window of the time. */
interface Window {
  readonly p99: number;
  /** Percent of a core that the server took. */
  readonly cpu: number;
  /** Percent of the time in which it had no core to run on: above a few, `p99` speaks of others. */
  readonly waited: number;
  readonly megabytes: number;
}

interface Run {
  readonly windows: readonly Window[];
  readonly lost: number;
}

const MOVING_SERVER = new URL('moving-server.ts', import.meta.url);
const CHANGES_A_SECOND = 100;
const WINDOWS = 3;
/** Changes under way arrive within this time after the last one, in ms. */
const SETTLE = 3000;

const FAN_OUT: Load = { mode: 'change', pods: 5000, readers: 1000, mute: 20, seconds: 90 };
const CHURN: Load = { mode: 'churn', pods: 5000, readers: 20, mute: 0, seconds: 600 };

/** Figures of one load share its run. */
const runs = new Map<Load, Promise<Run>>();

function runOf(load: Load, options: BenchOptions): Promise<Run> {
  const smoke = { pods: 500, readers: Math.min(50, load.readers), seconds: 6 };
  const run = runs.get(load) ?? take(options.smoke ? { ...load, ...smoke } : load, options);
  runs.set(load, run);
  return run;
}

async function take(load: Load, { progress }: BenchOptions): Promise<Run> {
  const args = [String(load.pods), load.mode, String(CHANGES_A_SECOND)];
  const program = await programBeside(MOVING_SERVER, args);
  const readers = new StreamReaders(program.url);
  try {
    while (!(await fetch(`${program.url}/readyz`)).ok) await wait(50);
    await readers.open(load.readers, load.mute);
    await fetch(`${program.apiServer}/bench/start`, { method: 'POST' });
    const windows: Window[] = [];
    for (let at = 0; at < WINDOWS; at++) {
      const window = await watch(program, readers, (load.seconds / WINDOWS) * 1000);
      windows.push(window);
      const { p99, cpu, waited, megabytes } = window;
      const [busy, idle, memory] = [cpu, waited, megabytes].map(Math.round);
      progress(
        `${load.mode}: p99 ${p99} ms, ${busy} % of a core, ${idle} % waited for one, ${memory} MB`,
      );
    }
    const stopped = await fetch(`${program.apiServer}/bench/stop`, { method: 'POST' });
    const { changes, pods } = (await stopped.json()) as { changes: number; pods: [Uid, string][] };
    await wait(SETTLE);
    const lost = readers.lost(new Map(pods)) + readers.ended;
    progress(`${load.mode}: ${changes} changes, ${lost} lost`);
    return { windows, lost };
  } finally {
    readers.close();
    await program.close();
  }
}

async function watch(
  { pid }: ProgramBeside,
  readers: StreamReaders,
  millis: number,
): Promise<Window> {
  const [began, busy, waited] = [performance.now(), processorSeconds(pid), waitedSeconds(pid)];
  readers.delays.length = 0;
  await wait(millis);
  const seconds = (performance.now() - began) / 1000;
  const sorted = readers.delays.toSorted((a, b) => a - b);
  return {
    p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN,
    cpu: ((processorSeconds(pid) - busy) / seconds) * 100,
    waited: ((waitedSeconds(pid) - waited) / seconds) * 100,
    megabytes: residentMegabytes(pid),
  };
}

async function measure(load: Load, of: keyof Window, options: BenchOptions): Promise<Measurement> {
  return { samples: (await runOf(load, options)).windows.map((window) => window[of]) };
}

/** One number of the whole run. */
async function whole(
  load: Load,
  options: BenchOptions,
  of: (run: Run) => number,
): Promise<Measurement> {
  return { samples: [of(await runOf(load, options))] };
}

/** How much more memory is in use at the end than after the second third: frames are kept for five minutes. */
function growth({ windows }: Run): number {
  return (windows[2]?.megabytes ?? Number.NaN) - (windows[1]?.megabytes ?? Number.NaN);
}

/** A thousand pages and twenty that never read, and pages while Pods come and go for ten minutes. */
export const figures: readonly Figure[] = [
  {
    name: 'server.fanoutP99',
    unit: 'ms',
    goal: '<= 100',
    run: (options) => measure(FAN_OUT, 'p99', options),
  },
  {
    name: 'server.fanoutCpu',
    unit: '%',
    goal: '<= 25',
    run: (options) => measure(FAN_OUT, 'cpu', options),
  },
  { name: 'stream.waited', unit: '%', run: (options) => measure(FAN_OUT, 'waited', options) },
  { name: 'stream.rss', unit: 'MB', run: (options) => measure(FAN_OUT, 'megabytes', options) },
  {
    name: 'stream.lost',
    unit: '',
    goal: '<= 0',
    isTakenOnce: true,
    run: (options) => whole(FAN_OUT, options, (run) => run.lost),
  },
  {
    name: 'churn.p99',
    unit: 'ms',
    goal: '<= 150',
    run: (options) => measure(CHURN, 'p99', options),
  },
  {
    name: 'churn.lost',
    unit: '',
    goal: '<= 0',
    isTakenOnce: true,
    run: (options) => whole(CHURN, options, (run) => run.lost),
  },
  {
    name: 'churn.growth',
    unit: 'MB',
    goal: '<= 20',
    isTakenOnce: true,
    run: (options) => whole(CHURN, options, growth),
  },
];
