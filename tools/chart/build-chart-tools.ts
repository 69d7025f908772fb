import { type ExecFileOptions, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findGo, GO_ENV } from '../real-cluster/src/go-toolchain.ts';

const MODULE = fileURLToPath(new URL('.', import.meta.url));
const BINARY = fileURLToPath(new URL('.cache/chart-tools', import.meta.url));

/** Of a file of its own: it needs an older API of Kubernetes than Helm does. */
const KUBE_SCORE = ['tool', '-modfile=linters.mod', 'kube-score'];

/** What one of the tools printed, and how it ended. */
export interface ToolResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Builds Helm and the linters: minutes with cold Go caches, seconds with warm ones. Rejects without Go. */
export async function buildChartTools(): Promise<void> {
  const words = ['build', '-buildvcs=false', '-ldflags', '-s -w', '-o', BINARY, '.'];
  const built = [await runGo(...words), await runGo(...KUBE_SCORE, 'version')];
  for (const { code, stderr } of built) if (code !== 0) throw new Error(stderr);
}

/**
 * What kube-score finds in the manifests of a file, a line each. Not wanted: a limit of processor time, which makes a process late
 * and nothing else; pulling an image again that is named by its version; a second replica, which would not know the sessions.
 */
export async function lintManifests(file: string): Promise<readonly string[]> {
  const unwanted = 'container-image-pull-policy,deployment-replicas';
  const { stdout } = await runGo(
    ...KUBE_SCORE,
    ...['score', '--output-format', 'ci', '--ignore-container-cpu-limit'],
    ...['--ignore-test', unwanted, file],
  );
  return stdout.split('\n').filter((line) => /^\[(CRITICAL|WARNING)\]/.test(line));
}

async function runGo(...words: readonly string[]): Promise<ToolResult> {
  const go = await findGo();
  if ('reason' in go) throw new Error(go.reason);
  return run(go.command, words, { cwd: MODULE, env: GO_ENV });
}

/** Runs `helm` with these words, or `lint-dockerfile FILE`; resolves whatever the exit code. */
export function runChartTool(...words: readonly string[]): Promise<ToolResult> {
  return run(BINARY, words, {});
}

async function run(
  command: string,
  words: readonly string[],
  options: ExecFileOptions,
): Promise<ToolResult> {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, words, options);
    return { code: 0, stdout: String(stdout), stderr: String(stderr) };
  } catch (error) {
    const { code, stdout, stderr } = error as ToolResult;
    return { code, stdout, stderr };
  }
}
