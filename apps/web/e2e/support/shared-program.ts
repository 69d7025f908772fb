import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Served, serve } from '../../../../tools/src/served-program.ts';
import { ReviewingServer } from './reviewing-server.ts';

/** gcscope for people of the embedded cluster: ann may list all but Secrets in the namespace payments. */
export class SharedProgram {
  readonly server: ReviewingServer;
  readonly #folder: string;
  #args: readonly string[] = [];
  #served: Served | undefined;

  private constructor(server: ReviewingServer) {
    this.server = server;
    this.#folder = mkdtempSync(join(tmpdir(), 'gcscope-shared-'));
  }

  /** `behind`: the URL of the API server that answers what is read. */
  static async over(behind: string): Promise<SharedProgram> {
    const server = await ReviewingServer.start(behind);
    server.allows = ({ user, namespace, resource }) =>
      user === 'ann' && namespace === 'payments' && resource !== 'secrets' && resource !== '*';
    return new SharedProgram(server);
  }

  /** Writes a file for a flag; the answer is its path. */
  write(name: string, text: string): string {
    const path = join(this.#folder, name);
    writeFileSync(path, text);
    return path;
  }

  /** Serves with these arguments; the answer is the URL that it prints. */
  async serve(...args: readonly string[]): Promise<string> {
    this.#args = args;
    const kubeconfig = {
      'current-context': 'team',
      clusters: [{ name: 'c', cluster: { server: this.server.url } }],
      users: [{ name: 'u', user: {} }],
      contexts: [{ name: 'team', context: { cluster: 'c', user: 'u' } }],
    };
    const config = this.write('config', JSON.stringify(kubeconfig));
    this.#served = await serve('--kubeconfig', config, ...args);
    return this.#served.url;
  }

  /** Ends, and serves again in the same way. */
  async restart(): Promise<void> {
    await this.#served?.stop();
    await this.serve(...this.#args);
  }

  async stop(): Promise<void> {
    await this.#served?.stop();
    await this.server.stop();
    rmSync(this.#folder, { recursive: true });
  }
}
