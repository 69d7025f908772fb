import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The built program. */
export const PROGRAM: string = fileURLToPath(
  new URL('../../../dist/server/main.js', import.meta.url),
);

/** An API server of the bench in a process of its own, and a kubeconfig that leads to it. */
export interface ServerBeside {
  /** Where the API server is. */
  readonly apiServer: string;
  readonly kubeconfig: string;
  close(): Promise<void>;
}

/** Starts the API server `script` with these arguments. */
export async function serverBeside(script: URL, args: readonly string[]): Promise<ServerBeside> {
  const folder = mkdtempSync(join(tmpdir(), 'gcscope-bench-'));
  const server = spawn('node', ['--import', 'tsx', fileURLToPath(script), ...args]);
  const close = async (): Promise<void> => {
    await end(server);
    rmSync(folder, { recursive: true });
  };
  try {
    const apiServer = await firstLine(server);
    const context = { name: 'load', context: { cluster: 'load', user: 'load' } };
    const clusters = [{ name: 'load', cluster: { server: apiServer } }];
    const users = [{ name: 'load', user: {} }];
    const config = { 'current-context': 'load', contexts: [context], clusters, users };
    const kubeconfig = join(folder, 'config');
    writeFileSync(kubeconfig, JSON.stringify(config));
    return { apiServer, kubeconfig, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The built program, a process too, serving the cluster of an API server of the bench. */
export interface ProgramBeside extends ServerBeside {
  readonly url: string;
  readonly pid: number;
}

/** Starts the API server `script` with these arguments, and the built program with `flags` beside it. `started` is called in between. */
export async function programBeside(
  script: URL,
  args: readonly string[],
  started: () => void = () => {},
  flags: readonly string[] = [],
): Promise<ProgramBeside> {
  if (!existsSync(PROGRAM)) throw new Error('The program is not built: npm run build.');
  const server = await serverBeside(script, args);
  const served = ['serve', '--port', '0', '--kubeconfig', server.kubeconfig, ...flags];
  started();
  const program = spawn('node', [PROGRAM, ...served]);
  const close = async (): Promise<void> => {
    await end(program);
    await server.close();
  };
  try {
    const url = (await firstLine(program)).replace(/\/$/, '');
    return { ...server, url, pid: program.pid ?? 0, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Memory of the process that is in use now. */
export function residentMegabytes(pid: number): number {
  return megabytes(pid, 'VmRSS');
}

/** The most memory of the process that was in use so far. */
export function peakMegabytes(pid: number): number {
  return megabytes(pid, 'VmHWM');
}

function megabytes(pid: number, what: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Processor time that the process has taken, in seconds. */
export function processorSeconds(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  // User and system time, in hundredths.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Time that the process was ready to run and had no core, in seconds: others were busy. */
export function waitedSeconds(pid: number): number {
  const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
  return Number(waited) / 1e9;
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('A process has no standard output.');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('A process ended before it said where it listens.');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
