import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { AUDIT_RULES } from '@gcscope/gc-core/wire';
import type { BenchOptions, Figure, Measurement } from '../../../tools/src/bench-figure.ts';
import { loadedKinds } from './loaded-kinds.ts';
import { PROGRAM, programBeside } from './program-beside.ts';
import { LOAD_SERVER, loadArgs } from './read-cluster.ts';
import { signsOfLife } from './signs-of-life.ts';

/** Times of long answers of a server with very many objects, and how long a sign of life waits meanwhile. */
interface Answers {
  /** Seconds of the first audit. */
  readonly audit: number;
  /** Seconds of `gcscope audit`, reading the cluster included. */
  readonly command: number;
  /** Seconds of DOT of all that is connected with one object. */
  readonly dot: number;
  /** Seconds until a picture of the whole graph is refused. */
  readonly picture: number;
  /** Milliseconds that `/livez` took at most meanwhile. */
  readonly livez: number;
}

const RUNS = 3;

let taken: Promise<readonly Answers[]> | undefined;

async function take({ smoke, progress }: BenchOptions): Promise<readonly Answers[]> {
  const objects = smoke ? 2000 : 500_000;
  // Two thirds of the objects have an owner that does not exist, and each is a finding.
  const args = [...loadArgs(objects, { encoding: 'protobuf' }), '--lost-owners'];
  const program = await programBeside(LOAD_SERVER, args);
  const pod = loadedKinds({ objects })
    .find(({ kind }) => kind === 'Pod')
    ?.uid(0);
  const seconds = async (path: string, status: number): Promise<number> => {
    const began = performance.now();
    const answer = await fetch(`${program.url}${path}`);
    const length = (await answer.text()).length;
    if (answer.status !== status) throw new Error(`${path}: ${answer.status}`);
    const took = (performance.now() - began) / 1000;
    progress(`${path}: ${status}, ${length} characters, ${took.toFixed(2)} s`);
    return took;
  };
  const all: Answers[] = [];
  try {
    while (!(await fetch(`${program.url}/readyz`)).ok) await wait(50);
    for (let run = 0; run < (smoke ? 1 : RUNS); run++) {
      // Another question each time: the last answer is kept.
      const rule = AUDIT_RULES.slice(0, run + 1).map((each) => `rule=${each}`);
      const life = signsOfLife(program.url);
      const audit = await seconds(`/api/v1/audit?${rule.join('&')}`, 200);
      const dot = await seconds(`/o/${pod}.dot`, 200);
      const picture = await seconds('/graph.svg', smoke ? 200 : 400);
      const livez = await life.slowest();
      progress(`/livez: ${livez} ms at most`);
      const command = await audited(program.kubeconfig);
      progress(`gcscope audit: ${command.toFixed(1)} s`);
      all.push({ audit, command, dot, picture, livez });
    }
    return all;
  } finally {
    await program.close();
  }
}

async function audited(kubeconfig: string): Promise<number> {
  const began = performance.now();
  const args = [PROGRAM, 'audit', '--kubeconfig', kubeconfig];
  const command = spawn('node', args, { stdio: 'ignore' });
  const [code] = await once(command, 'exit');
  if (code !== 0) throw new Error(`gcscope audit ended with ${code}.`);
  return (performance.now() - began) / 1000;
}

async function measure(of: keyof Answers, options: BenchOptions): Promise<Measurement> {
  taken ??= take(options);
  return { samples: (await taken).map((each) => each[of]) };
}

/** Long answers of a server with half a million objects. */
export const figures: readonly Figure[] = [
  { name: 'large.audit', unit: 's', run: (options) => measure('audit', options) },
  { name: 'large.command', unit: 's', run: (options) => measure('command', options) },
  { name: 'large.dot', unit: 's', run: (options) => measure('dot', options) },
  { name: 'large.picture', unit: 's', run: (options) => measure('picture', options) },
  { name: 'large.livez', unit: 'ms', goal: '<= 1000', run: (options) => measure('livez', options) },
];
