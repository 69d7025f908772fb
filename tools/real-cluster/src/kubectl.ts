import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { realClusterBinary } from './build-real-cluster.ts';

/** What a finished kubectl has left. */
export interface KubectlResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The kubectl of the pinned release if the real cluster is built here, else the first one on PATH,
 * else undefined. Builds nothing.
 */
export async function kubectlPath(): Promise<string | undefined> {
  const built = join(dirname(await realClusterBinary()), 'kubectl');
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [built, ...folders.map((folder) => join(folder, 'kubectl'))].find((path) =>
    existsSync(path),
  );
}

/**
 * Runs kubectl against the cluster of this kubeconfig, with `input` on stdin, and resolves when it
 * has ended, whatever its exit code. Its discovery cache stays beside the kubeconfig: the user's own
 * is keyed by host and port, which clusters of tests share. Rejects if there is no kubectl.
 */
export async function runKubectl(
  args: readonly string[],
  kubeconfig: string,
  input = '',
): Promise<KubectlResult> {
  const path = await kubectlPath();
  if (path === undefined) throw new Error('There is no kubectl: none is built and none on PATH.');
  const folder = dirname(kubeconfig);
  const env = { PATH: process.env.PATH, HOME: folder, KUBECONFIG: kubeconfig };
  const child = spawn(path, args, { cwd: folder, env });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: typeof code === 'number' ? code : 1, stdout, stderr };
}
