import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../../base/clock.ts';
import { type Fields, fieldsOf, textOf, textsOf } from '../answers/decode-meta.ts';
import { runPlugin } from './run-plugin.ts';

/** How long before its expiry an answer is replaced. */
const LEEWAY: Millis = 60_000;
/** Shortest time between two runs, also after a failure and when the server refuses the credentials. */
const SPACING: Millis = 10_000;

/** Credentials from a plugin: a token, or a certificate with its key. */
export interface PluginCredentials {
  readonly token: string;
  readonly cert: string;
  readonly key: string;
}

interface Answer extends PluginCredentials {
  /** When the plugin should run again; never without an expiry, unless the server refuses the answer. */
  readonly expires: Millis;
}

interface Run {
  readonly at: Millis;
  readonly answer: Promise<Answer>;
  expires: Millis;
}

/** Credentials of a plugin (`exec` of a kubeconfig's user), asked for once for all who need them, and kept until shortly before they expire. */
export class ExecPlugin {
  readonly #exec: Fields;
  readonly #cluster: Fields;
  readonly #clock: Clock;
  #ran: Run | undefined;

  constructor(exec: Fields, cluster: Fields, clock: Clock) {
    this.#exec = exec;
    this.#cluster = cluster;
    this.#clock = clock;
  }

  /** Rejects when the plugin fails. */
  current(): Promise<PluginCredentials> {
    const now = this.#clock.now();
    if (this.#ran && now < this.#ran.expires) return this.#ran.answer;
    const ran: Run = { at: now, answer: this.#run(), expires: Number.POSITIVE_INFINITY };
    this.#ran = ran;
    void ran.answer.then(
      ({ expires }) => {
        ran.expires = expires;
      },
      () => {
        ran.expires = this.#clock.now() + SPACING;
      },
    );
    return ran.answer;
  }

  /** The server refused what the plugin gave. */
  renew(): void {
    if (this.#ran && Math.abs(this.#clock.now() - this.#ran.at) >= SPACING) this.#ran = undefined;
  }

  async #run(): Promise<Answer> {
    const { command, args, env } = this.#exec;
    const output = await runPlugin(
      {
        command: textOf(command),
        args: textsOf(args),
        env: { ...process.env, ...environmentOf(env), KUBERNETES_EXEC_INFO: this.#info() },
      },
      this.#clock,
    );
    const credential = fieldsOf(JSON.parse(output)) ?? {};
    const { kind, apiVersion } = credential;
    if (kind !== 'ExecCredential' || apiVersion !== this.#exec.apiVersion) {
      throw new Error(
        `the credentials plugin does not answer with an ExecCredential of ${textOf(this.#exec.apiVersion)}, as its apiVersion in the kubeconfig says`,
      );
    }
    const status = fieldsOf(credential.status) ?? {};
    const token = textOf(status.token);
    const cert = textOf(status.clientCertificateData);
    const key = textOf(status.clientKeyData);
    if (token === '' && (cert === '' || key === '')) {
      throw new Error('the credentials plugin gave neither a token nor a certificate with its key');
    }
    return { token, cert, key, expires: expiryOf(textOf(status.expirationTimestamp)) - LEEWAY };
  }

  #info(): string {
    const { apiVersion, provideClusterInfo } = this.#exec;
    const spec = {
      interactive: false,
      ...(provideClusterInfo === true ? { cluster: this.#cluster } : {}),
    };
    return JSON.stringify({ apiVersion: textOf(apiVersion), kind: 'ExecCredential', spec });
  }
}

function expiryOf(text: string): Millis {
  if (text === '') return Number.POSITIVE_INFINITY;
  const expiry = /^\d{4}-\d\d-\d\d[Tt]/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(expiry)) {
    throw new Error('the credentials plugin gave an expirationTimestamp that is not a time');
  }
  return expiry;
}

function environmentOf(env: unknown): NodeJS.ProcessEnv {
  const named = Array.isArray(env) ? env.map((each) => fieldsOf(each) ?? {}) : [];
  return Object.fromEntries(named.map(({ name, value }) => [textOf(name), textOf(value)]));
}
