import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { atProcessEnd } from '../process-end.ts';
import { waitFor } from '../wait-for.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const SOURCE = ['--import', import.meta.resolve('tsx'), join(ROOT, 'apps/server/src/main.ts')];
const BUILT = [join(ROOT, 'dist/server/main.js')];
let started = 0;

/** How `gcscope collect` is to be run. */
export interface CollectOptions {
  readonly kubeconfig: string;
  /** Where its log is kept. */
  readonly folder: string;
  /** Beside `--yes-delete`, the kubeconfig and a free port. */
  readonly flags?: readonly string[];
  /** The built program, as a figure wants it; by default that of the sources, which needs no build. */
  readonly isBuilt?: boolean;
}

/** `gcscope collect` as a process of its own, which ends with this one. */
export class CollectProcess {
  /** Where it answers, without a slash at the end. */
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #logPath: string;

  private constructor(url: string, child: ChildProcess, logPath: string) {
    this.url = url;
    this.#child = child;
    this.#logPath = logPath;
  }

  /** Resolves when it has said where it answers; rejects with its last words if it ends before. */
  static async start(options: CollectOptions): Promise<CollectProcess> {
    const { child, logPath } = spawnCollect(options);
    const line = firstLine(child);
    const url = await Promise.race([line, once(child, 'exit')]);
    if (typeof url === 'string') return new CollectProcess(url.replace(/\/$/, ''), child, logPath);
    throw new Error(`gcscope collect ended (${url.join(' ')}): ${readFileSync(logPath, 'utf8')}`);
  }

  /** Runs one that must end by itself; returns its exit code and its standard error. If it begins to collect, it is killed. */
  static async ending(
    options: CollectOptions,
  ): Promise<{ readonly code: number | null; readonly errors: string }> {
    const { child, logPath } = spawnCollect(options);
    child.stdout?.once('data', () => child.kill('SIGKILL')).resume();
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, errors: readFileSync(logPath, 'utf8') };
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The code of `/readyz`; undefined if it does not answer. */
  async readyz(): Promise<number | undefined> {
    return fetch(`${this.url}/readyz`).then(
      ({ status }) => status,
      () => undefined,
    );
  }

  /** Resolves when every kind is synced. */
  async ready(within?: number): Promise<void> {
    const hopeless = (): string | undefined => {
      return this.hasEnded() ? `gcscope collect ended: ${this.log().slice(-2000)}` : undefined;
    };
    await waitFor(
      'gcscope collect to be ready',
      async () => ((await this.readyz()) === 200 ? true : undefined),
      { hopeless, ...(within === undefined ? {} : { within }) },
    );
  }

  /** What it has written to standard error. */
  log(): string {
    return readFileSync(this.#logPath, 'utf8');
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** SIGKILL; resolves when the process is gone. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** SIGTERM; its exit code, null if it did not end by itself. */
  async terminate(): Promise<number | null> {
    await this.#end('SIGTERM');
    return this.#child.exitCode;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.hasEnded()) return;
    const gone = once(this.#child, 'exit');
    this.signal(signal);
    await gone;
  }
}

function spawnCollect({ kubeconfig, folder, flags = [], isBuilt = false }: CollectOptions): {
  readonly child: ChildProcess;
  readonly logPath: string;
} {
  const args = ['collect', '--yes-delete', `--kubeconfig=${kubeconfig}`, '--port=0', ...flags];
  const logPath = join(folder, `collect-${++started}.log`);
  // It writes there itself: through a pipe its last words might come after its end.
  const log = openSync(logPath, 'w');
  const child = spawn(process.execPath, [...(isBuilt ? BUILT : SOURCE), ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', log],
  });
  closeSync(log);
  const withdraw = atProcessEnd(() => child.kill('SIGKILL'));
  child.once('exit', withdraw);
  return { child, logPath };
}

/** The first line of standard output; never resolves if there is none. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    if (!child.stdout) throw new Error('The program has no standard output.');
    createInterface({ input: child.stdout }).once('line', resolve);
  });
}
