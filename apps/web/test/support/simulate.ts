import {
  type ApiObject,
  type ApiResource,
  DEFAULT_RELEASE,
  RELEASES,
  ResourceTable,
  Simulation,
  StepRecorder,
  simulationView,
  standingOf,
} from '@gcscope/gc-core';
import {
  applyDelta,
  type GraphDelta,
  isCollectorFinalizer,
  type NodeRecord,
  type PropagationPolicy,
  type SimulationAction,
  type SimulationView,
  type Uid,
} from '@gcscope/gc-core/wire';
import { shopWorld } from './shop-world.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 30, 0);

/** The kinds of the shop world that Kubernetes itself does not have. */
const CUSTOM: readonly ApiResource[] = [
  { group: 'db.example.com', version: 'v1', kind: 'Database', resource: 'databases' },
  { group: 'db.example.com', version: 'v1', kind: 'DatabaseUser', resource: 'databaseusers' },
].map((resource) => ({ ...resource, namespaced: true, custom: true }));

/** A simulated deletion as the server makes one: the real core on a copy of some records. */
export class SimulatedDeletion {
  readonly #id: string;
  readonly #uid: Uid;
  readonly #policy: PropagationPolicy;
  readonly #simulation: Simulation;
  readonly #recorder: StepRecorder;
  readonly #now = new Map<Uid, NodeRecord>();
  readonly #nodes: readonly NodeRecord[];

  constructor(id: string, nodes: readonly NodeRecord[], uid: Uid, policy: PropagationPolicy) {
    this.#id = id;
    this.#uid = uid;
    this.#policy = policy;
    this.#simulation = new Simulation({
      release: RELEASES[DEFAULT_RELEASE],
      table: ResourceTable.builtIn(CUSTOM, new Set()),
      objects: nodes.filter((node) => !node.virtual).map(objectOf),
      now: NOW,
    });
    this.#simulation.settle();
    this.#takeDelta();
    this.#nodes = [...this.#now.values()];
    this.#recorder = new StepRecorder(this.#simulation, { takeDelta: () => this.#takeDelta() });
    this.act({ type: 'delete', uid, propagationPolicy: policy });
  }

  /** As the routes answer. */
  get view(): SimulationView {
    return {
      id: this.#id,
      uid: this.#uid,
      propagationPolicy: this.#policy,
      release: DEFAULT_RELEASE,
      nodes: this.#nodes,
      steps: [...this.#recorder.steps],
      actions: [...this.#actions()],
      assumptions: ['Containers end when their grace period is over: gcscope reads metadata only.'],
    };
  }

  /** Lets an actor act, and the collector come to rest. */
  act(action: SimulationAction): void {
    if (action.type === 'advance') this.#simulation.advance(action.seconds * 1000);
    else this.#request(action);
    this.#simulation.settle();
  }

  #request(action: Exclude<SimulationAction, { type: 'advance' }>): void {
    const record = this.#now.get(action.uid);
    const { apiServer } = this.#simulation;
    const resource = record && apiServer.table.forKind(record.apiVersion, record.kind);
    if (!record || !resource) throw new Error(`The simulation has no object ${action.uid}.`);
    const target = { resource, namespace: record.namespace, name: record.name };
    const name = `${record.kind} \`${record.namespace}/${record.name}\``;
    const path = `/apis/${record.apiVersion}/namespaces/${record.namespace}/${resource.resource}/${record.name}`;
    if (action.type === 'removeFinalizer') {
      const finalizers = record.finalizers.filter((each) => each !== action.finalizer);
      const body = { metadata: { finalizers } };
      this.#recorder.act({
        actor: 'controller',
        rule: 'API-21',
        sentence: `A controller removes the finalizer ${action.finalizer} of ${name}.`,
        subject: record,
        request: { method: 'PATCH', path, body: JSON.stringify(body) },
        run: () => apiServer.patch(target, 'merge', body),
      });
      return;
    }
    const options =
      action.type === 'delete'
        ? { propagationPolicy: action.propagationPolicy }
        : { gracePeriodSeconds: 0 };
    this.#recorder.act({
      actor: action.type === 'delete' ? 'user' : 'kubelet',
      rule: action.type === 'delete' ? 'API-30' : 'API-51',
      sentence:
        action.type === 'delete'
          ? `A user deletes ${name} with ${action.propagationPolicy}.`
          : `The kubelet has ended ${name} and sends the final DELETE.`,
      subject: record,
      request: { method: 'DELETE', path, body: JSON.stringify(options) },
      run: () => apiServer.delete(target, options),
    });
  }

  *#actions(): Iterable<SimulationAction> {
    for (const record of this.#now.values()) {
      if (!record.beingDeleted) continue;
      if (record.kind === 'Pod') yield { type: 'terminatePod', uid: record.uid };
      for (const finalizer of record.finalizers) {
        if (!isCollectorFinalizer(finalizer)) {
          yield { type: 'removeFinalizer', uid: record.uid, finalizer };
        }
      }
    }
    yield { type: 'advance', seconds: 30 };
    if (this.#now.has(this.#uid)) {
      yield { type: 'delete', uid: this.#uid, propagationPolicy: 'Orphan' };
    }
  }

  /** What changed of the graph, and the standings that changed with it. */
  #takeDelta(): GraphDelta {
    const { graph } = this.#simulation.process.collector;
    const view = simulationView(this.#simulation);
    applyDelta(this.#now, graph.takeDelta());
    const upserts: NodeRecord[] = [];
    const before = this.#told;
    this.#told = new Map();
    for (const record of this.#now.values()) {
      const node = graph.get(record.uid);
      if (!node) continue;
      const told = { ...record, standing: standingOf(node, view) };
      const text = JSON.stringify(told);
      this.#told.set(record.uid, text);
      if (before.get(record.uid) !== text) upserts.push(told);
    }
    const removes = [...before.keys()].filter((uid) => !this.#told.has(uid));
    applyDelta(this.#now, { upserts, removes });
    return { upserts, removes };
  }

  #told = new Map<Uid, string>();
}

/** The foreground deletion of a Deployment of the shop with four Pods, one of them held by a finalizer. */
export function foregroundOfWeb(): SimulationView {
  const { nodes, uid } = webOfTheShop();
  return new SimulatedDeletion('sim-1', nodes, uid, 'Foreground').view;
}

/** Deployment `shop/web` with all below it. */
export function webOfTheShop(): { nodes: NodeRecord[]; uid: Uid } {
  const shop = shopWorld();
  const web = shop.find((each) => each.kind === 'Deployment' && each.name === 'web');
  if (!web) throw new Error('The shop has no Deployment web.');
  const nodes = [web];
  for (const node of nodes) {
    nodes.push(...shop.filter((each) => each.owners.some((owner) => owner.uid === node.uid)));
  }
  const held = nodes.findLastIndex((each) => each.kind === 'Pod');
  const pod = nodes[held];
  if (pod) nodes[held] = { ...pod, finalizers: ['example.com/hold'] };
  return { nodes, uid: web.uid };
}

function objectOf(record: NodeRecord): ApiObject {
  const { apiVersion, kind, name, namespace, uid, owners, finalizers } = record;
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace !== '' && { namespace }),
      uid,
      ...(record.resourceVersion !== undefined && { resourceVersion: record.resourceVersion }),
      ...(record.creationTimestamp !== undefined && {
        creationTimestamp: record.creationTimestamp,
      }),
      ...(record.deletionTimestamp !== undefined && {
        deletionTimestamp: record.deletionTimestamp,
        deletionGracePeriodSeconds: record.deletionGracePeriodSeconds ?? 0,
      }),
      ...(owners.length > 0 && { ownerReferences: owners }),
      ...(finalizers.length > 0 && { finalizers }),
    },
    // A Pod without a node ends at once: only one that runs has a grace period.
    ...(kind === 'Pod' && { spec: { nodeName: 'worker-1' } }),
  };
}
