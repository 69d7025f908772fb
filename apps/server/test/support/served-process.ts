import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { PROGRAM } from './program.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** How the program is started. */
interface ServeOptions {
  readonly forNode?: readonly string[];
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Where standard error goes. */
  readonly stderr?: 'ignore' | 'pipe' | number;
}

/** Serves the cluster of a kubeconfig in a process of its own, which ends with the test. */
export function startServe(
  kubeconfig: string,
  { forNode = [], flags = [], env = {}, stderr = 'ignore' }: ServeOptions = {},
): ChildProcess {
  const words = ['serve', '--port', '0', '--kubeconfig', kubeconfig, ...flags];
  const child = spawn('node', [...forNode, ...PROGRAM, ...words], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', stderr],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** The URL that a server prints first. */
export async function urlOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The program has no standard output.');
  const [first] = (await once(stdout, 'data')) as [Buffer];
  return first.toString().trim().replace(/\/$/, '');
}
