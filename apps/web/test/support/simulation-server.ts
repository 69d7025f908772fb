import type { NodeRecord, SimulationAction, StartSimulation } from '@gcscope/gc-core/wire';
import { FakeServer } from './fake-server.ts';
import { SimulatedDeletion } from './simulate.ts';

/** The server with its routes of simulations; a simulation is made of all objects there are. */
export class SimulationServer {
  readonly server: FakeServer;
  /** By id; what is taken out is forgotten. */
  readonly simulations: Map<string, SimulatedDeletion> = new Map();
  #made = 0;

  constructor(records: readonly NodeRecord[]) {
    this.server = new FakeServer(records);
    const rest = this.server.fetch;
    Object.assign(this.server, {
      fetch: async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
        const { pathname } = new URL(String(input), window.location.origin);
        const [, , , resource, id] = pathname.split('/');
        if (resource !== 'simulations' || this.server.unreachable) return rest(input, init);
        if (init?.method !== 'POST') return this.#answer(this.simulations.get(id ?? ''));
        if (new Headers(init.headers).get('x-gcscope') !== '1') return refused(403, 'no-header');
        const body: unknown = JSON.parse(String(init.body));
        return id === undefined ? this.#start(body as StartSimulation) : this.#act(id, body);
      },
    });
  }

  #start({ uid, propagationPolicy }: StartSimulation): Response {
    if (!this.server.nodes.has(uid)) return refused(404, 'uid-unknown');
    this.#made += 1;
    const id = `sim-${this.#made}`;
    const nodes = [...this.server.nodes.values()];
    this.simulations.set(id, new SimulatedDeletion(id, nodes, uid, propagationPolicy));
    return this.#answer(this.simulations.get(id));
  }

  #act(id: string, body: unknown): Response {
    const simulation = this.simulations.get(id);
    simulation?.act((body as { action: SimulationAction }).action);
    return this.#answer(simulation);
  }

  #answer(simulation: SimulatedDeletion | undefined): Response {
    return simulation ? Response.json(simulation.view) : refused(404, 'simulation-unknown');
  }
}

function refused(status: number, code: string): Response {
  const title = code === 'uid-unknown' ? 'No object with this uid was ever seen.' : 'Refused.';
  return Response.json({ type: 'about:blank', code, status, title }, { status });
}
