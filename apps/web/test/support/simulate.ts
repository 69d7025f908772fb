import { type ApiObject, type ApiResource, play, ResourceTable } from '@gcscope/gc-core';
import {
  type Fork,
  type NodeRecord,
  type Playback,
  type PlaybackOptions,
  say,
  type TimedAction,
  type Uid,
} from '@gcscope/gc-core/wire';
import { shopWorld } from './shop-world.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 30, 0);

/** The kinds of the shop world that Kubernetes itself does not have. */
const CUSTOM: readonly ApiResource[] = [
  { group: 'db.example.com', version: 'v1', kind: 'Database', resource: 'databases' },
  { group: 'db.example.com', version: 'v1', kind: 'DatabaseUser', resource: 'databaseusers' },
].map((resource) => ({ ...resource, namespaced: true, custom: true }));

/** A fork of these records as the server makes one. */
export function forkOf(id: string, nodes: readonly NodeRecord[], uid: Uid): Fork {
  return {
    id,
    uid,
    now: NOW,
    objects: nodes.filter((node) => !node.virtual).map(objectOf),
    resources: ResourceTable.builtIn(CUSTOM, new Set()).resources,
    unserved: [],
    atWork: [],
    guarded: [],
    assumptions: [
      say`Containers end when their grace period is over: gcscope reads metadata only.`,
    ],
  };
}

/** The foreground deletion of a Deployment of the shop with four Pods, one of them held by a finalizer. */
export function foregroundOfWeb(
  actions: readonly TimedAction[] = [],
  over: Partial<PlaybackOptions> = {},
): Playback {
  const { nodes, uid } = webOfTheShop();
  const fork = forkOf('fork-1', nodes, uid);
  return play({ type: 'fork', fork }, { propagationPolicy: 'Foreground', actions, ...over });
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

/** The object of a record as the API server has it. */
export function objectOf(record: NodeRecord): ApiObject {
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
