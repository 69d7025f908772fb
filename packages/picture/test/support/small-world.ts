import type { NodeRecord, OwnerReference } from '@gcscope/gc-core/wire';
import { record } from './records.ts';

/** A small shop in which everything that a picture can show happens once. */
export function smallWorld(): NodeRecord[] {
  return [...web(), ...database(), ...reports(), ...problems(), ...cluster()];
}

function owned(owner: NodeRecord, blocking = true): OwnerReference {
  const { apiVersion, kind, name, uid } = owner;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: blocking };
}

function make(
  kind: string,
  name: string,
  owners: readonly OwnerReference[] = [],
  fields: Partial<NodeRecord> = {},
): NodeRecord {
  const [apiVersion = 'v1', bare = kind] = kind.includes(' ') ? kind.split(' ') : ['v1', kind];
  const uid = `${bare}-${fields.namespace ?? 'shop'}-${name}`;
  return record({ uid, apiVersion, kind: bare, name, owners, ...fields });
}

function web(): NodeRecord[] {
  const deployment = make('apps/v1 Deployment', 'web');
  const old = ['5b8f7d9c6', '6c4d8b7f5', '76d9f5c8b', '84b7c6d9f'].map((hash) =>
    make('apps/v1 ReplicaSet', `web-${hash}`, [owned(deployment)]),
  );
  const current = make('apps/v1 ReplicaSet', 'web-7d9f6b8c5d', [owned(deployment)]);
  const pods = ['x2k8p', 'b7mzq', 'lw4tn', 'c9v5r', 'h6d2s', 'zq8fj', 'k3n7x'].map((end) =>
    make('Pod', `web-7d9f6b8c5d-${end}`, [owned(current)]),
  );
  const service = make('Service', 'web');
  const slice = make('discovery.k8s.io/v1 EndpointSlice', 'web-mx7tk', [owned(service)]);
  return [deployment, ...old, current, ...pods, service, slice];
}

function database(): NodeRecord[] {
  const database = make('db.example.com/v1 Database', 'orders');
  const set = make('apps/v1 StatefulSet', 'orders-db', [owned(database)]);
  const members = [0, 1, 2].flatMap((at) => [
    make('Pod', `orders-db-${at}`, [owned(set)]),
    make('PersistentVolumeClaim', `data-orders-db-${at}`, [owned(set, false)]),
  ]);
  const user = make('db.example.com/v1 DatabaseUser', 'orders-admin');
  const secret = make('Secret', 'orders-admin-password', [
    owned(database),
    { ...owned(user, false), controller: false },
  ]);
  const settings = make('ConfigMap', 'orders-settings', [owned(database, false)]);
  return [database, set, ...members, user, secret, settings];
}

function reports(): NodeRecord[] {
  const namespace = 'reports';
  const cronJob = make('batch/v1 CronJob', 'nightly', [], { namespace });
  const jobs = ['29401380', '29402820', '29404260'].map((at) =>
    make('batch/v1 Job', `nightly-${at}`, [owned(cronJob)], { namespace }),
  );
  const pods = jobs.map((job) => make('Pod', `${job.name}-q7x2m`, [owned(job)], { namespace }));
  const leaving = make('batch/v1 Job', 'nightly-29399940', [owned(cronJob)], {
    namespace,
    beingDeleted: true,
    deletingDependents: true,
    finalizers: ['foregroundDeletion'],
    summary: { verdict: 'waits', rule: 'AD-20' },
  });
  const held = make('Pod', 'nightly-29399940-w5vkd', [owned(leaving)], {
    namespace,
    beingDeleted: true,
    finalizers: ['example.com/backup'],
    summary: { verdict: 'waits', rule: 'API-35', blockedBy: 'finalizer example.com/backup' },
  });
  const gone = make('batch/v1 Job', 'weekly-29390400', [], { namespace, virtual: true });
  const next = make('Pod', 'weekly-29390400-8jv4c', [owned(gone)], {
    namespace,
    summary: {
      verdict: 'goes',
      rule: 'AD-10',
      when: 'now',
      wrong: [{ index: 0, finding: 'dangling' }],
    },
  });
  const singles = ['default', 'reporter'].map((name) =>
    make('ServiceAccount', name, [], { namespace }),
  );
  return [cronJob, ...jobs, ...pods, leaving, held, gone, next, ...singles];
}

function problems(): NodeRecord[] {
  const elsewhere = make('ConfigMap', 'shared-settings', [], { namespace: 'platform' });
  const across = make('Secret', 'copied-settings', [{ ...owned(elsewhere), controller: false }], {
    summary: { verdict: 'stays', rule: 'AD-30', wrong: [{ index: 0, finding: 'cross-namespace' }] },
  });
  const unread = make('ci.example.com/v1 PipelineRun', 'build-4711', [], {
    summary: { verdict: 'not verified', rule: 'AD-40' },
  });
  const names = ['default', 'web', 'orders', 'tls-wildcard', 'feature-flags', 'kube-root-ca.crt'];
  const singles = names.map((name, at) =>
    make(['ServiceAccount', 'ConfigMap', 'Secret'][at % 3] ?? 'Secret', name),
  );
  return [elsewhere, across, unread, ...singles];
}

function cluster(): NodeRecord[] {
  const node = make('Node', 'worker-1', [], { namespace: '' });
  const lease = make('coordination.k8s.io/v1 Lease', 'worker-1', [owned(node, false)], {
    namespace: 'kube-node-lease',
  });
  const csiNode = make('storage.k8s.io/v1 CSINode', 'worker-1', [owned(node, false)], {
    namespace: '',
  });
  const names = ['shop', 'reports', 'platform', 'kube-node-lease'];
  return [
    node,
    lease,
    csiNode,
    ...names.map((name) => make('Namespace', name, [], { namespace: '' })),
  ];
}
