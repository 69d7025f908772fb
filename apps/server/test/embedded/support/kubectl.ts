import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { EmbeddedCluster } from '../../../src/embedded/embedded-cluster.ts';

/** The path of kubectl, or the reason why there is none. */
export function findKubectl(): { path: string } | { reason: string } {
  const path = process.env.GCSCOPE_KUBECTL ?? 'kubectl';
  try {
    execFileSync(path, ['version', '--client'], { stdio: 'ignore' });
    return { path };
  } catch {
    const where = process.env.GCSCOPE_KUBECTL ? `GCSCOPE_KUBECTL (${path})` : 'PATH';
    return { reason: `no kubectl that runs in ${where}` };
  }
}

/** kubectl with a home of its own, and an embedded cluster as its only one. */
export class Kubectl {
  readonly path: string;
  readonly kubeconfig: string;
  /** All of its environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly #home: string;
  #manifests = 0;

  constructor(path: string, cluster: EmbeddedCluster) {
    this.path = path;
    this.#home = mkdtempSync(join(tmpdir(), 'gcscope-kubectl-'));
    this.kubeconfig = join(this.#home, 'config');
    writeFileSync(this.kubeconfig, cluster.kubeconfig());
    this.env = { PATH: process.env.PATH, HOME: this.#home, KUBECONFIG: this.kubeconfig };
  }

  /** Resolves with standard output; rejects when it fails. `line` is the beginning of the command, as people write it. */
  async run(line: string, ...args: string[]): Promise<string> {
    const words = [...line.split(' '), ...args];
    const { stdout } = await promisify(execFile)(this.path, words, { env: this.env });
    return stdout;
  }

  /** What it says on standard error when it fails; empty when it does not. */
  async failureOf(line: string, ...args: string[]): Promise<string> {
    return this.run(line, ...args).then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    );
  }

  async create(manifest: object): Promise<void> {
    const file = join(this.#home, `manifest-${this.#manifests++}.json`);
    writeFileSync(file, JSON.stringify(manifest));
    await this.run('create', '-f', file);
  }

  remove(): void {
    rmSync(this.#home, { recursive: true });
  }
}
