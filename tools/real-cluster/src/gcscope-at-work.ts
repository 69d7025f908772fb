import { runProgram } from '../../../apps/server/src/cli/program.ts';

/** `gcscope serve` in this process, before a cluster: what it answers is what a person gets. */
export class GcscopeAtWork {
  /** Without a slash at the end. */
  readonly url: string;
  readonly #stop: AbortController;
  readonly #ended: Promise<unknown>;

  private constructor(url: string, stop: AbortController, ended: Promise<unknown>) {
    this.url = url;
    this.#stop = stop;
    this.#ended = ended;
  }

  /** Rejects with what it says of itself when it ends before it serves. */
  static async start(kubeconfig: string): Promise<GcscopeAtWork> {
    const stop = new AbortController();
    let errors = '';
    let ended: Promise<unknown> = Promise.resolve();
    const url = await new Promise<string>((resolve, reject) => {
      ended = runProgram(['serve', '--kubeconfig', kubeconfig, '--port', '0'], {
        env: {},
        out: (text) => resolve(text.trim()),
        err: (text) => {
          errors += text;
        },
        stop: stop.signal,
      }).then(() => reject(new Error(`gcscope serve ended: ${errors}`)));
    });
    return new GcscopeAtWork(url.replace(/\/$/, ''), stop, ended);
  }

  /** The answer to a GET below `/api/v1`; `undefined` for what it does not know (yet). */
  async ask<Answer>(path: string): Promise<Answer | undefined> {
    const answer = await fetch(`${this.url}/api/v1${path}`);
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }
}
