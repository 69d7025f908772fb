import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { type PackedSnapshot, unpackNodes } from '@gcscope/gc-core/wire';
import type { BenchOptions, Figure, Measurement } from '../../../tools/src/bench-figure.ts';
import { loadedKinds } from './loaded-kinds.ts';
import { peakMegabytes, processorSeconds, programBeside } from './program-beside.ts';
import { LOAD_SERVER, loadArgs } from './read-cluster.ts';
import { signsOfLife } from './signs-of-life.ts';

/** A cluster of which the program may keep only half. */
interface Capped {
  /** Until it is ready with what it keeps. */
  readonly seconds: number;
  readonly processor: number;
  /** At the peak. */
  readonly megabytes: number;
  /** Milliseconds of the slowest answer of `/livez`. */
  readonly livez: number;
  /** Objects that it shows. */
  readonly kept: number;
}

/** Another way to keep to the limit would be a fault. */
const LEFT_OUT = /^gcscope keeps at most \d+ objects, and with this kind there are more\./;

let taken: Promise<Capped> | undefined;

async function take({ smoke, progress }: BenchOptions): Promise<Capped> {
  const objects = smoke ? 2000 : 1_000_000;
  const flags = ['--max-objects', String(objects / 2)];
  let began = 0;
  const started = (): void => {
    began = performance.now();
  };
  const args = loadArgs(objects, { encoding: 'protobuf' });
  const program = await programBeside(LOAD_SERVER, args, started, flags);
  try {
    const { pid, url } = program;
    const life = signsOfLife(url);
    while (!isCapped(await readyText(url))) await wait(50);
    const seconds = (performance.now() - began) / 1000;
    const [processor, livez] = [processorSeconds(pid), await life.slowest()];
    const kept = await keptObjects(url, objects, progress);
    const megabytes = peakMegabytes(pid);
    progress(`${kept} of ${objects} objects, ${flags.join(' ')}: ${seconds.toFixed(1)} s`);
    return { seconds, processor, megabytes, livez, kept };
  } finally {
    await program.close();
  }
}

/** Empty while it is not ready. */
async function readyText(url: string): Promise<string> {
  const answer = await fetch(`${url}/readyz?verbose`);
  const text = await answer.text();
  return answer.ok ? text : '';
}

/** Whether Pods are left out; other kinds may be for a while. Throws when all kinds are read. */
function isCapped(verbose: string): boolean {
  const kinds = verbose.split('\n').filter((line) => line.includes('kinds/'));
  if (kinds.length > 0 && kinds.every((line) => line.startsWith('[+]'))) {
    throw new Error('All kinds are read.');
  }
  return kinds.some((line) => /kinds\/pods .*degraded/.test(line));
}

/** How many objects it shows. Throws unless it says what is left out, and shows the rest. */
async function keptObjects(
  url: string,
  objects: number,
  progress: BenchOptions['progress'],
): Promise<number> {
  const snapshot = await fetch(`${url}/api/v1/snapshot`);
  const { nodes, health } = (await snapshot.json()) as PackedSnapshot;
  const kinds = loadedKinds({ objects });
  let kept = 0;
  for (const { kind, state, message = '' } of health.kinds) {
    if (state === 'synced') kept += kinds.find((each) => each.kind === kind)?.count ?? 0;
    else if (LEFT_OUT.test(message)) progress(`${kind}: ${message}`);
    else throw new Error(`Of ${kind} it says: ${state} ${message}`);
  }
  const shown = unpackNodes(nodes).filter(({ virtual }) => !virtual).length;
  if (shown !== kept) throw new Error(`It shows ${shown} objects of ${kept}.`);
  const deployment = kinds.find(({ kind }) => kind === 'Deployment')?.uid(0);
  for (const path of [`/api/v1/objects/${deployment}`, `/o/${deployment}.svg`, '/api/v1/audit']) {
    const { status, ok } = await fetch(`${url}${path}`);
    if (!ok) throw new Error(`${path}: ${status}`);
  }
  return kept;
}

function figure(name: string, unit: string, of: keyof Capped, goal?: string): Figure {
  const run = async (options: BenchOptions): Promise<Measurement> => {
    taken ??= take(options);
    return { samples: [(await taken)[of]] };
  };
  return { name, unit, isTakenOnce: true, run, ...(goal === undefined ? {} : { goal }) };
}

/** A million objects for a program that may keep half a million: it leaves out Pods, says so, and goes on. */
export const figures: readonly Figure[] = [
  figure('cap.sync', 's', 'seconds'),
  figure('cap.cpu', 's', 'processor'),
  figure('cap.rss', 'MB', 'megabytes'),
  figure('cap.livez', 'ms', 'livez', '<= 1000'),
  figure('cap.kept', '', 'kept', '>= 330000'),
];
