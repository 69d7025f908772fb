import {
  applyDelta,
  type ClusterHealth,
  type Explanation,
  type GraphDelta,
  type NodeRecord,
  type ObjectDetails,
  type PackedSnapshot,
  packNodes,
  packWithOwners,
  type SnapshotIdentity,
  type SnapshotStructure,
  say,
} from '@gcscope/gc-core/wire';

const HEALTH: ClusterHealth = {
  state: 'live',
  since: '2026-11-21T09:00:00Z',
  kinds: [
    {
      group: '',
      version: 'v1',
      resource: 'secrets',
      kind: 'Secret',
      namespaced: true,
      state: 'forbidden',
      objects: 0,
      since: '2026-11-21T09:00:00Z',
      message: 'Secrets may not be listed: grant “list” and “watch” on secrets.',
    },
  ],
};

/** The server as the page meets it: put in the place of `fetch`. Counts the requests by path. */
export class FakeServer {
  readonly nodes: Map<string, NodeRecord>;
  readonly requests: Map<string, number> = new Map();
  /** The query of the last request by its path. */
  readonly queries: Map<string, string> = new Map();
  /** Explanations of objects instead of the usual verdict. */
  readonly explanations: Map<string, Partial<Explanation>> = new Map();
  /** Memory of objects that are gone. */
  readonly tombstones: Map<
    string,
    Pick<ObjectDetails, 'record' | 'gone' | 'history' | 'goneOwners' | 'aftermath'>
  > = new Map();
  /** Answers of reports over the cluster by their path. */
  readonly reports: Map<string, unknown> = new Map();
  /** Health of the cluster and its kinds. */
  health: ClusterHealth = HEALTH;
  /** Name of the cluster. */
  context = 'fake';
  /** Version of Kubernetes; `unknown` if the server could not read it. */
  version = 'v1.36.0';
  /** Warnings on the connection to the cluster. */
  warnings: readonly string[] = [];
  /** Kinds that kubectl does not find. */
  readonly unserved = new Set<string>();
  /** Arguments that aim kubectl at the cluster. */
  kubectl: readonly string[] = [];
  /** The next requests fail as if the network were gone. */
  unreachable = false;
  /** The graph is sent once this is there. */
  held: Promise<void> | undefined;
  readonly #wires = new Set<ReadableStreamDefaultController<Uint8Array>>();
  #seq = 1;
  #reports: Promise<void> | undefined;
  #names: Promise<boolean> | undefined;

  constructor(records: readonly NodeRecord[]) {
    this.nodes = new Map(records.map((record) => [record.uid, record]));
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    if (this.unreachable) throw new TypeError('Failed to fetch');
    const { pathname, search } = new URL(String(input), window.location.origin);
    this.queries.set(pathname, search);
    this.requests.set(pathname, (this.requests.get(pathname) ?? 0) + 1);
    if (pathname === '/api/v1/snapshot') return Response.json(this.#snapshot());
    if (pathname === '/api/v1/snapshot/structure') await this.held;
    if (pathname === '/api/v1/snapshot/structure') return Response.json(this.#structure());
    if (pathname === '/api/v1/snapshot/identity') return this.#identity();
    if (this.reports.has(pathname)) await this.#reports;
    if (this.reports.has(pathname)) return Response.json(this.reports.get(pathname));
    if (pathname === '/api/v1/stream') return this.#stream(init?.signal ?? undefined);
    return this.#object(decodeURIComponent(pathname.replace('/api/v1/objects/', '')));
  };

  /** Answers no report from now on. */
  holdReports(): void {
    this.#reports = new Promise(() => {});
  }

  /** Sends uids and names in a second part from now on, once the returned function is called; `isKept` unless it was forgotten. */
  holdNames(): (isKept?: boolean) => void {
    let open: (isKept?: boolean) => void = () => {};
    this.#names = new Promise((resolve) => {
      open = (isKept = true) => resolve(isKept);
    });
    return open;
  }

  /** Number of requests for the details of an object. */
  askedFor(uid: string): number {
    return this.requests.get(`/api/v1/objects/${uid}`) ?? 0;
  }

  /** A frame for everyone who listens. */
  push(delta: GraphDelta): void {
    applyDelta(this.nodes, delta);
    this.#seq += 1;
    this.#send(`event: delta\nid: fake-${this.#seq}\ndata: ${JSON.stringify(delta)}\n\n`);
  }

  /** Ends every stream, as a server does that goes away. */
  hangUp(): void {
    for (const wire of this.#wires) wire.close();
    this.#wires.clear();
  }

  #send(text: string): void {
    for (const wire of this.#wires) wire.enqueue(new TextEncoder().encode(text));
  }

  #structure(): SnapshotStructure {
    const { nodes, ...head } = this.#snapshot();
    const { referenceOwners, ...packed } = this.#pack();
    const { uids: _, names: __, references: ___, resourceVersion: ____, ...structure } = packed;
    const parts = { id: head.position, referenceOwners };
    return { ...head, ...parts, nodes: this.#names === undefined ? packed : structure };
  }

  async #identity(): Promise<Response> {
    const { uids, names, references, resourceVersion } = this.#pack();
    if (await this.#names) {
      const identity: SnapshotIdentity = {
        id: `fake-${this.#seq}`,
        nodes: { uids, names, references, resourceVersion },
      };
      return Response.json(identity);
    }
    const title = 'This snapshot is no longer kept.';
    const problem = { type: 'about:blank', code: 'snapshot-gone', status: 410, title };
    return Response.json(problem, { status: 410 });
  }

  /** Packs the graph in the order that the server promises. */
  #pack(): ReturnType<typeof packWithOwners> {
    const keys = ['namespace', 'kind', 'name', 'uid'] as const;
    const records = [...this.nodes.values()];
    if (this.#names !== undefined) {
      records.sort((a, b) => {
        const key = keys.find((each) => a[each] !== b[each]) ?? 'uid';
        return a[key] < b[key] ? -1 : 1;
      });
    }
    return packWithOwners(records);
  }

  #snapshot(): PackedSnapshot {
    return {
      position: `fake-${this.#seq}`,
      cluster: {
        context: this.context,
        server: 'http://fake',
        version: this.version,
        embedded: false,
        kubectl: this.kubectl,
        warnings: this.warnings,
      },
      health: this.health,
      nodes: packNodes(this.nodes.values()),
    };
  }

  #stream(signal: AbortSignal | undefined): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (wire) => {
        this.#wires.add(wire);
        signal?.addEventListener('abort', () => {
          if (this.#wires.delete(wire)) wire.error(signal.reason);
        });
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }

  #object(uid: string): Response {
    const tombstone = this.tombstones.get(uid);
    const record = tombstone?.record ?? this.nodes.get(uid);
    if (!record) {
      const title = `No object with the uid ${uid} was ever seen.`;
      const problem = { type: 'about:blank', code: 'uid-unknown', status: 404, title };
      return Response.json(problem, { status: 404 });
    }
    const details: ObjectDetails = {
      record,
      explanation: {
        object: record,
        verdict: 'stays',
        sentence: say`Stays, because ${record} has version ${record.resourceVersion ?? ''}.`,
        because: record.owners.map(({ kind, name, uid }) => ({
          rule: 'CL-01',
          text: say`Owner ${{ kind, namespace: '', name, uid }} exists.`,
          uids: [uid],
        })),
        unread: [],
        ...this.explanations.get(uid),
      },
      ...(!this.unserved.has(record.kind) && {
        kubectl: `${record.kind.toLowerCase()}/${record.name}`,
      }),
      owners: [],
      dependents: [],
      dependentsTotal: 0,
      history: [],
      ...tombstone,
    };
    return Response.json(details);
  }
}
