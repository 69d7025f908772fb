import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Activity } from '@gcscope/gc-core/wire';
import type { BenchOptions, Figure, Measurement } from '../../../tools/src/bench-figure.ts';
import { type LoadedKind, loadedKinds } from './loaded-kinds.ts';
import { type ProgramBeside, processorSeconds, programBeside } from './program-beside.ts';
import { LOAD_SERVER, loadArgs } from './read-cluster.ts';
import { signsOfLife } from './signs-of-life.ts';

const RUNS = 5;
/** Changes a second, of which one in ten takes a Pod away. */
const MOVING = 10_000;
/** So many entries Activity keeps at least. */
const KEPT_ENTRIES = 20_000;

/** Questions to a large cluster, by the name of the figure; `run` makes another question where the last answer is kept. */
type Questions = Readonly<Record<string, (run: number) => string>>;

/** Milliseconds of each answer. */
type Answers = ReadonlyMap<string, readonly number[]>;

let taken: Promise<Answers> | undefined;

/** About objects of the largest namespace: it has the first of each kind. */
function questions(kinds: readonly LoadedKind[]): Questions {
  const first = (kind: string): string => kinds.find((each) => each.kind === kind)?.uid(0) ?? '';
  const [namespace, deployment] = [first('Namespace'), first('Deployment')];
  return {
    'large.object': () => `/api/v1/objects/${deployment}`,
    'large.forecast': () => `/api/v1/objects/${namespace}/forecast`,
    'large.history': () => '/api/v1/activity?limit=1000',
    // All entries are looked at.
    'large.search': () => '/api/v1/activity?q=nowhere',
    'large.labels': (run) => `/api/v1/labels?selector=app%3Dweb${run}`,
    'large.svg': () => `/o/${deployment}.svg`,
    'large.svg.namespace': () => `/o/${namespace}.svg`,
  };
}

async function take({ smoke, progress }: BenchOptions): Promise<Answers> {
  const objects = smoke ? 2000 : 500_000;
  const kinds = loadedKinds({ objects });
  const program = await programBeside(LOAD_SERVER, loadArgs(objects, { encoding: 'protobuf' }));
  try {
    while (!(await fetch(`${program.url}/readyz`)).ok) await wait(50);
    await fillActivity(program, smoke ? 100 : KEPT_ENTRIES);
    const life = signsOfLife(program.url);
    const all = new Map<string, readonly number[]>();
    for (const [name, question] of Object.entries(questions(kinds))) {
      const samples: number[] = [];
      for (let run = 0; run < (smoke ? 1 : RUNS); run++) {
        samples.push(await ask(program, question(run), progress));
      }
      all.set(name, samples);
    }
    return all.set('large.livez.answers', [await life.slowest()]);
  } finally {
    await program.close();
  }
}

/** Pods come and go until Activity is full. */
async function fillActivity({ url, apiServer }: ProgramBeside, entries: number): Promise<void> {
  await fetch(`${apiServer}/moving?rate=${MOVING}`);
  for (let latest = 0; latest < entries; await wait(50)) {
    const answer = await fetch(`${url}/api/v1/activity?limit=1`);
    const { entries: [first] = [] } = (await answer.json()) as Activity;
    latest = first?.seq ?? 0;
  }
  await fetch(`${apiServer}/moving?rate=0`);
}

async function ask(
  { url, pid }: ProgramBeside,
  path: string,
  progress: BenchOptions['progress'],
): Promise<number> {
  const [began, busy] = [performance.now(), processorSeconds(pid)];
  const answer = await fetch(`${url}${path}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
  const millis = performance.now() - began;
  const processor = Math.round((processorSeconds(pid) - busy) * 1000);
  progress(`${path}: ${text.length} characters, ${millis.toFixed()} ms, ${processor} of processor`);
  return millis;
}

function figure(name: string, isTakenOnce = false): Figure {
  const run = async (options: BenchOptions): Promise<Measurement> => {
    taken ??= take(options);
    return { samples: (await taken).get(name) ?? [] };
  };
  return { name, unit: 'ms', goal: '<= 1000', isTakenOnce, run };
}

/** Answers of a server with half a million objects; the slowest sign of life meanwhile. */
export const figures: readonly Figure[] = [
  ...Object.keys(questions([])).map((name) => figure(name)),
  figure('large.livez.answers', true),
];
