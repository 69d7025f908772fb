import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findGo } from '../real-cluster/src/go-toolchain.ts';

const MODULE = fileURLToPath(new URL('.', import.meta.url));
const BINARY = fileURLToPath(new URL('.cache/chart-tools', import.meta.url));

/** What one of the tools printed, and how it ended. */
export interface ToolResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Builds Helm and the linter of Dockerfiles: 3 minutes with cold Go caches, seconds with warm ones. Rejects without Go. */
export async function buildChartTools(): Promise<void> {
  const go = await findGo();
  if ('reason' in go) throw new Error(go.reason);
  // As for the real cluster: other flags would be another cold build.
  const env = {
    ...process.env,
    CGO_ENABLED: '0',
    GOFLAGS: '',
    GOTOOLCHAIN: 'local',
    GOWORK: 'off',
  };
  const words = ['build', '-buildvcs=false', '-ldflags', '-s -w', '-o', BINARY, '.'];
  await promisify(execFile)(go.command, words, { cwd: MODULE, env });
}

/** Runs `helm` with these words, or `lint-dockerfile FILE`; resolves whatever the exit code. */
export async function runChartTool(...words: readonly string[]): Promise<ToolResult> {
  try {
    const { stdout, stderr } = await promisify(execFile)(BINARY, words);
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as ToolResult;
    return { code, stdout, stderr };
  }
}
