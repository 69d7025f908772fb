import { createHash } from 'node:crypto';
import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { TransportSecurity } from './credentials.ts';

const HANDSHAKES_AT_ONCE = 8;
const CONNECT_TIMEOUT = 10_000;

/** The one server that is asked, and the limit on connections to it. */
interface OneServer {
  readonly server: string;
  readonly connections: number;
}

/** One pool of connections per security: a rotated certificate opens a new one and lets the old one end by itself. */
export class AgentPool {
  readonly #only: OneServer | undefined;
  #current: { readonly hash: string; readonly agent: Dispatcher } | undefined;
  readonly #draining = new Set<Promise<void>>();

  /**
   * For short requests in quick succession, name the one server: an `Agent` of undici takes a connection that ended for the
   * last one of its pool, closes the pool, and from then on opens a connection for each request.
   */
  constructor(only?: OneServer) {
    this.#only = only;
  }

  /** The pool for this security. */
  dispatcher(security: TransportSecurity): Dispatcher {
    const hash = hashOf(security);
    if (this.#current?.hash !== hash) {
      this.#drain();
      this.#current = { hash, agent: createAgent(security, this.#only) };
    }
    return this.#current.agent;
  }

  /** The next request opens a connection of its own. */
  renew(): void {
    this.#drain();
  }

  /** Resolves when every request that runs has ended. */
  async close(): Promise<void> {
    this.#drain();
    await Promise.all(this.#draining);
  }

  /** `close`, never `destroy`: the watches on it go on. */
  #drain(): void {
    if (!this.#current) return;
    const closing = this.#current.agent.close();
    this.#draining.add(closing);
    void closing.finally(() => this.#draining.delete(closing));
    this.#current = undefined;
  }
}

function createAgent(security: TransportSecurity, only: OneServer | undefined): Dispatcher {
  const { ca, cert, key, servername, verify: rejectUnauthorized, proxy } = security;
  const tls = { rejectUnauthorized, minVersion: 'TLSv1.2', ca, cert, key, servername } as const;
  const timeouts = {
    pipelining: 1,
    keepAliveTimeout: 60_000,
    headersTimeout: 60_000,
    bodyTimeout: 0,
  };
  if (proxy !== undefined) {
    return new ProxyAgent({
      ...timeouts,
      uri: proxy,
      requestTls: tls,
      connectTimeout: CONNECT_TIMEOUT,
    });
  }
  const connector = buildConnector({
    ...tls,
    timeout: CONNECT_TIMEOUT,
    keepAlive: true,
    keepAliveInitialDelay: 30_000,
  });
  const connect = limitHandshakes(connector);
  if (!only) return new Agent({ ...timeouts, connect });
  const { origin } = new URL(only.server);
  return new Pool(origin, { ...timeouts, connect, connections: only.connections });
}

/** Opens at most eight connections at once: after an outage every watch wants one. */
function limitHandshakes(connector: buildConnector.connector): buildConnector.connector {
  const waiting: (() => void)[] = [];
  let running = 0;
  return (options, callback) => {
    const begin = (): void => {
      running++;
      connector(options, (...result) => {
        running--;
        waiting.shift()?.();
        callback(...result);
      });
    };
    if (running < HANDSHAKES_AT_ONCE) begin();
    else waiting.push(begin);
  };
}

function hashOf(security: TransportSecurity): string {
  const { ca, cert, key, servername, verify, proxy } = security;
  const text = JSON.stringify([ca, cert, key, servername, verify, proxy]);
  return createHash('sha256').update(text).digest('hex');
}
