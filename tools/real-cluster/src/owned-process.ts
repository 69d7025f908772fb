import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const TAIL_LINES = 15;

/**
 * One child process of a cluster, in the cluster's folder, its output in `<name>.log` there. It ends
 * when this process ends, however that happens: its stdin is a pipe from here, see main.go.
 */
export class OwnedProcess {
  readonly name: string;
  readonly #child: ChildProcess;
  readonly #logPath: string;
  /** Where this run begins in a log that an earlier run may have begun. Bytes. */
  readonly #logStart: number;
  #spawnError: Error | undefined;

  constructor(binary: string, name: string, args: readonly string[], folder: string) {
    this.name = name;
    this.#logPath = join(folder, `${name}.log`);
    const log = openSync(this.#logPath, 'a');
    this.#logStart = statSync(this.#logPath).size;
    // Nothing else of the environment: etcd takes ETCD_*, all of them proxies and KUBECONFIG.
    const own = { HOME: folder, TMPDIR: folder, TZ: 'UTC', REAL_CLUSTER_OWNED: '1' };
    const env = { PATH: process.env.PATH, ...own };
    this.#child = spawn(binary, [name, ...args], { cwd: folder, env, stdio: ['pipe', log, log] });
    this.#child.on('error', (error) => {
      this.#spawnError = error;
    });
    this.#child.stdin?.on('error', () => undefined);
    closeSync(log);
  }

  /** Process id; undefined if it could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** What the process has written since it was started. */
  log(): string {
    return readFileSync(this.#logPath).subarray(this.#logStart).toString('utf8');
  }

  /** Sends a signal unless the process has ended. */
  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** SIGKILL; resolves when the process is gone. */
  async kill(): Promise<void> {
    if (this.pid === undefined || this.#hasEnded()) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }

  /** One sentence and the last lines of the log if the process has ended by itself. */
  failure(): string | undefined {
    if (this.#spawnError !== undefined) {
      return `${this.name} could not be started: ${this.#spawnError.message}`;
    }
    if (!this.#hasEnded()) return undefined;
    const how = this.#child.signalCode ?? `code ${this.#child.exitCode}`;
    return `${this.name} ended with ${how}. ${this.lastLines()}`;
  }

  /** The end of the log, as the end of an error message. */
  lastLines(): string {
    const lines = this.log().trimEnd().split('\n').slice(-TAIL_LINES);
    return `Its last lines (${this.#logPath}):\n${lines.join('\n')}`;
  }

  #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}
