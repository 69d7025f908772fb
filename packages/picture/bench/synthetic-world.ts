import type { NodeRecord, OwnerReference } from '@gcscope/gc-core/wire';

/** A source of numbers in [0, 1) that is the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * A seeded cluster of exactly `objects` records with the shape of real ones: about 36 objects a
 * namespace, a fifth without owners, few big trees, some objects with two owners.
 */
export function syntheticWorld(objects: number, seed = 1): NodeRecord[] {
  const world = new World(seeded(seed));
  const namespaces = Math.max(2, Math.round(objects / 360));
  for (let at = 0; at < namespaces; at++) world.create('v1', 'Namespace', '', `team-${at}`);
  const nodes = Math.max(1, Math.round(objects / 800));
  for (let at = 0; at < nodes && world.records.length < objects; at++) world.node(at);
  while (world.records.length < objects) {
    // Squared: a few namespaces hold much of the cluster.
    const namespace = `team-${Math.floor(world.chance() ** 2 * namespaces)}`;
    world.application(namespace);
  }
  return world.records.slice(0, objects);
}

class World {
  readonly records: NodeRecord[] = [];
  readonly chance: () => number;

  constructor(chance: () => number) {
    this.chance = chance;
  }

  create(
    apiVersion: string,
    kind: string,
    namespace: string,
    name: string,
    ...owners: NodeRecord[]
  ): NodeRecord {
    const serial = this.records.length.toString(16).padStart(12, '0');
    const record: NodeRecord = {
      uid: `00000000-0000-4000-8000-${serial}`,
      apiVersion,
      kind,
      namespace,
      name,
      owners: owners.map(toReference),
      finalizers: [],
      virtual: false,
      beingDeleted: false,
      deletingDependents: false,
      summary: { verdict: 'stays', rule: 'AD-01' },
    };
    this.records.push(record);
    return record;
  }

  node(at: number): void {
    const node = this.create('v1', 'Node', '', `node-${at}`);
    this.create('coordination.k8s.io/v1', 'Lease', 'kube-node-lease', node.name, node);
    this.create('storage.k8s.io/v1', 'CSINode', '', node.name, node);
    for (const part of ['etcd', 'kube-apiserver', 'kube-scheduler']) {
      this.create('v1', 'Pod', 'kube-system', `${part}-${node.name}`, node);
    }
  }

  application(namespace: string): void {
    const name = `app-${this.suffix(5)}`;
    const dice = this.chance();
    if (dice < 0.4) this.deployment(namespace, name);
    else if (dice < 0.5) this.statefulSet(namespace, name);
    else if (dice < 0.55) this.daemonSet(namespace, name);
    else if (dice < 0.65) this.cronJob(namespace, name);
    else if (dice < 0.75) this.customResource(namespace, name);
    else this.singletons(namespace, name);
    if (dice < 0.55) {
      const service = this.create('v1', 'Service', namespace, name);
      this.create('discovery.k8s.io/v1', 'EndpointSlice', namespace, `${name}-s`, service);
    }
  }

  deployment(namespace: string, name: string): void {
    const deployment = this.create('apps/v1', 'Deployment', namespace, name);
    const old = this.between(0, 8);
    for (let at = 0; at < old; at++) {
      this.create('apps/v1', 'ReplicaSet', namespace, `${name}-${this.suffix(9)}`, deployment);
    }
    const current = `${name}-${this.suffix(9)}`;
    const replicaSet = this.create('apps/v1', 'ReplicaSet', namespace, current, deployment);
    const pods = this.chance() < 0.9 ? this.between(1, 8) : this.between(10, 60);
    for (let at = 0; at < pods; at++) {
      this.create('v1', 'Pod', namespace, `${current}-${this.suffix(5)}`, replicaSet);
    }
  }

  statefulSet(namespace: string, name: string, ...owners: NodeRecord[]): void {
    const set = this.create('apps/v1', 'StatefulSet', namespace, name, ...owners);
    this.create('apps/v1', 'ControllerRevision', namespace, `${name}-${this.suffix(9)}`, set);
    const replicas = this.between(1, 5);
    for (let at = 0; at < replicas; at++) {
      this.create('v1', 'Pod', namespace, `${name}-${at}`, set);
      this.create('v1', 'PersistentVolumeClaim', namespace, `data-${name}-${at}`, set);
    }
  }

  daemonSet(namespace: string, name: string): void {
    const set = this.create('apps/v1', 'DaemonSet', namespace, name);
    this.create('apps/v1', 'ControllerRevision', namespace, `${name}-${this.suffix(9)}`, set);
    const nodes = this.between(3, 30);
    for (let at = 0; at < nodes; at++) {
      this.create('v1', 'Pod', namespace, `${name}-${this.suffix(5)}`, set);
    }
  }

  cronJob(namespace: string, name: string): void {
    const cronJob = this.create('batch/v1', 'CronJob', namespace, name);
    for (let at = 0; at < 4; at++) {
      const job = this.create('batch/v1', 'Job', namespace, `${name}-${29_000_000 + at}`, cronJob);
      this.create('v1', 'Pod', namespace, `${job.name}-${this.suffix(5)}`, job);
    }
  }

  customResource(namespace: string, name: string): void {
    const database = this.create('db.example.com/v1', 'Database', namespace, name);
    this.create('v1', 'ConfigMap', namespace, `${name}-settings`, database);
    const user = this.create('db.example.com/v1', 'DatabaseUser', namespace, `${name}-admin`);
    this.create('v1', 'Secret', namespace, `${name}-password`, database, user);
    this.create('v1', 'Service', namespace, name, database);
    this.statefulSet(namespace, `${name}-db`, database);
  }

  singletons(namespace: string, name: string): void {
    for (const kind of ['ServiceAccount', 'ConfigMap', 'Secret']) {
      const count = this.between(1, 6);
      for (let at = 0; at < count; at++) this.create('v1', kind, namespace, `${name}-${at}`);
    }
  }

  between(low: number, high: number): number {
    return low + Math.floor(this.chance() * (high - low + 1));
  }

  suffix(length: number): string {
    const letters = 'bcdfghjklmnpqrstvwxz2456789';
    let text = '';
    while (text.length < length) text += letters[Math.floor(this.chance() * letters.length)];
    return text;
  }
}

function toReference(owner: NodeRecord, at: number): OwnerReference {
  return {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name: owner.name,
    uid: owner.uid,
    ...(at === 0 ? { controller: true, blockOwnerDeletion: true } : {}),
  };
}
