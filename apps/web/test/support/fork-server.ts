import type { Fork, NodeRecord } from '@gcscope/gc-core/wire';
import { FakeServer } from './fake-server.ts';
import { forkOf } from './simulate.ts';

/** The server with its routes of forks; a fork is made of all objects there are. */
export class ForkServer {
  readonly server: FakeServer;
  /** Forks by id; a fork that is taken out is forgotten. */
  readonly forks: Map<string, Fork> = new Map();
  #made = 0;

  constructor(records: readonly NodeRecord[]) {
    this.server = new FakeServer(records);
    const rest = this.server.fetch;
    Object.assign(this.server, {
      fetch: async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
        const { pathname } = new URL(String(input), window.location.origin);
        const [, , , resource, id] = pathname.split('/');
        if (resource !== 'forks' || this.server.unreachable) return rest(input, init);
        if (init?.method !== 'POST') return answer(this.forks.get(id ?? ''));
        if (new Headers(init.headers).get('x-gcscope') !== '1') return refused(403, 'no-header');
        return this.#fork((JSON.parse(String(init.body)) as Pick<Fork, 'uid'>).uid);
      },
    });
  }

  #fork(uid: string): Response {
    if (!this.server.nodes.has(uid)) return refused(404, 'uid-unknown');
    this.#made += 1;
    const id = `fork-${this.#made}`;
    this.forks.set(id, forkOf(id, [...this.server.nodes.values()], uid));
    return answer(this.forks.get(id));
  }
}

function answer(fork: Fork | undefined): Response {
  return fork ? Response.json(fork) : refused(404, 'fork-unknown');
}

function refused(status: number, code: string): Response {
  const title = code === 'uid-unknown' ? 'No object with this uid was ever seen.' : 'Refused.';
  return Response.json({ type: 'about:blank', code, status, title }, { status });
}
