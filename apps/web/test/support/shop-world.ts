import type { NodeRecord } from '@gcscope/gc-core/wire';
import { ownedBy, record } from './record.ts';

/** Time at which the world was made: ages count from here. */
const START = Date.UTC(2026, 10, 21, 9, 0, 0);

function timestamp(minutesAgo: number, now: number): string {
  return new Date(now - minutesAgo * 60_000).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** A small believable world: rollouts, jobs, volumes, an operator, and one of each kind of problem. */
export function shopWorld(now: number = START): NodeRecord[] {
  const all: NodeRecord[] = [];
  let count = 0;
  const add = (
    kind: string,
    apiVersion: string,
    name: string,
    fields: Partial<NodeRecord> = {},
  ): NodeRecord => {
    count += 1;
    const uid = `5f0c${String(count).padStart(4, '0')}-7a1e-4c7b-9d52-3e8b6a1f${String(count).padStart(4, '0')}`;
    const made = record({
      uid,
      kind,
      apiVersion,
      name,
      creationTimestamp: timestamp(30 + count * 7, now),
      resourceVersion: String(1000 + count),
      summary: { verdict: 'stays', rule: 'AD-20' },
      ...fields,
    });
    all.push(made);
    return made;
  };

  const deployment = (namespace: string, name: string, hashes: string[], pods: number): void => {
    const owner = add('Deployment', 'apps/v1', name, { namespace });
    hashes.forEach((hash, index) => {
      const set = add('ReplicaSet', 'apps/v1', `${name}-${hash}`, {
        namespace,
        owners: [ownedBy(owner)],
      });
      if (index > 0) return;
      for (let pod = 0; pod < pods; pod++) {
        const suffix = (pod * 7919 + hash.length * 104_729 + name.length * 31)
          .toString(36)
          .slice(-5);
        add('Pod', 'v1', `${name}-${hash}-${suffix.padStart(5, 'x')}`, {
          namespace,
          owners: [ownedBy(set)],
        });
      }
    });
    const service = add('Service', 'v1', name, { namespace });
    add('EndpointSlice', 'discovery.k8s.io/v1', `${name}-k2x9q`, {
      namespace,
      owners: [ownedBy(service)],
    });
  };

  deployment('shop', 'web', ['7d9f8c6b5', '6c4b9d7f8', '59f7d6c4b'], 4);
  deployment('shop', 'checkout', ['84c9d5b7f', '7b6f9c8d4'], 3);
  deployment('shop', 'catalog', ['5f7c8d9b6'], 6);
  deployment('payments', 'ledger', ['66d8f9c7b', '5c7d9f8b6'], 2);

  const database = add('StatefulSet', 'apps/v1', 'postgres', { namespace: 'shop' });
  for (let at = 0; at < 3; at++) {
    const claim = add('PersistentVolumeClaim', 'v1', `data-postgres-${at}`, {
      namespace: 'shop',
      owners: [ownedBy(database, { controller: false, blockOwnerDeletion: false })],
      finalizers: ['kubernetes.io/pvc-protection'],
    });
    add('Pod', 'v1', `postgres-${at}`, {
      namespace: 'shop',
      owners: [
        ownedBy(database),
        ...(at === 2 ? [ownedBy(claim, { controller: false, blockOwnerDeletion: false })] : []),
      ],
    });
  }
  add('ControllerRevision', 'apps/v1', 'postgres-6b8f7c9d5', {
    namespace: 'shop',
    owners: [ownedBy(database)],
  });

  const cron = add('CronJob', 'batch/v1', 'nightly-report', { namespace: 'shop' });
  for (const number of [29_384_700, 29_386_140, 29_387_580]) {
    const job = add('Job', 'batch/v1', `nightly-report-${number}`, {
      namespace: 'shop',
      owners: [ownedBy(cron)],
    });
    add('Pod', 'v1', `nightly-report-${number}-w4x7z`, {
      namespace: 'shop',
      owners: [ownedBy(job)],
    });
  }

  const cluster = add('Database', 'db.example.com/v1', 'orders', { namespace: 'payments' });
  const user = add('DatabaseUser', 'db.example.com/v1', 'orders-app', {
    namespace: 'payments',
    owners: [ownedBy(cluster)],
  });
  add('Secret', 'v1', 'orders-app-credentials', {
    namespace: 'payments',
    owners: [ownedBy(user), ownedBy(cluster, { controller: false, blockOwnerDeletion: false })],
    summary: { verdict: 'not verified', rule: 'AD-09' },
  });
  add('ConfigMap', 'v1', 'orders-settings', {
    namespace: 'payments',
    owners: [ownedBy(cluster)],
  });

  // A foreground deletion that is held by a finalizer.
  const old = add('Deployment', 'apps/v1', 'recommendations', {
    namespace: 'shop',
    finalizers: ['foregroundDeletion'],
    beingDeleted: true,
    deletingDependents: true,
    deletionTimestamp: timestamp(12, now),
    summary: { verdict: 'waits', rule: 'FG-02' },
  });
  const oldSet = add('ReplicaSet', 'apps/v1', 'recommendations-6f8d9c7b5', {
    namespace: 'shop',
    owners: [ownedBy(old)],
    finalizers: ['foregroundDeletion'],
    beingDeleted: true,
    deletingDependents: true,
    deletionTimestamp: timestamp(12, now),
    summary: { verdict: 'waits', rule: 'FG-02' },
  });
  add('Pod', 'v1', 'recommendations-6f8d9c7b5-q8w2e', {
    namespace: 'shop',
    owners: [ownedBy(oldSet)],
    finalizers: ['backup.example.com/hold'],
    beingDeleted: true,
    deletionTimestamp: timestamp(12, now),
    summary: {
      verdict: 'waits',
      rule: 'API-35',
      blockedBy: 'finalizer backup.example.com/hold',
    },
  });

  // A reference into another namespace, and one to an owner nobody has seen.
  add('ConfigMap', 'v1', 'ledger-overrides', {
    namespace: 'shop',
    owners: [ownedBy(cluster)],
    summary: {
      verdict: 'goes',
      rule: 'AD-12',
      when: 'next check',
      wrong: [{ index: 0, finding: 'cross-namespace' }],
    },
  });
  const never = record({
    uid: '00000000-dead-4bad-8bad-000000000001',
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    namespace: 'payments',
    name: 'ledger-v1',
    virtual: true,
  });
  all.push(never);
  add('ReplicaSet', 'apps/v1', 'ledger-v1-5d8c9f7b6', {
    namespace: 'payments',
    owners: [ownedBy(never)],
    summary: {
      verdict: 'goes',
      rule: 'AD-05',
      when: 'now',
      wrong: [{ index: 0, finding: 'dangling' }],
    },
  });

  const node = add('Node', 'v1', 'worker-1', { namespace: '' });
  add('Lease', 'coordination.k8s.io/v1', 'worker-1', {
    namespace: 'kube-node-lease',
    owners: [ownedBy(node, { controller: false, blockOwnerDeletion: false })],
  });
  add('Namespace', 'v1', 'shop', { namespace: '' });
  add('Namespace', 'v1', 'payments', { namespace: '' });
  for (const namespace of ['shop', 'payments']) {
    add('ConfigMap', 'v1', 'kube-root-ca.crt', { namespace });
    add('ServiceAccount', 'v1', 'default', { namespace });
  }
  return all;
}

/** Makes as many objects as asked for: the shop over and over, each time in namespaces of its own. */
export function bigWorld(objects: number, now: number = START): NodeRecord[] {
  const shop = shopWorld(now);
  const all: NodeRecord[] = [];
  for (let copy = 0; all.length < objects; copy++) {
    const rename = (uid: string): string => `${uid}-${copy}`;
    for (const one of shop) {
      if (all.length >= objects) break;
      all.push({
        ...one,
        uid: rename(one.uid),
        namespace: one.namespace === '' ? '' : `${one.namespace}-${copy}`,
        name: one.namespace === '' ? `${one.name}-${copy}` : one.name,
        // Problems are rare.
        ...(copy % 7 !== 0 &&
          !one.virtual && {
            summary: { verdict: 'stays', rule: 'AD-20' },
            beingDeleted: false,
            deletingDependents: false,
          }),
        owners: one.owners.map((owner) => ({ ...owner, uid: rename(owner.uid) })),
      });
    }
  }
  return all;
}
