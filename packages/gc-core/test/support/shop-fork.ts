import type { ApiObject } from '../../src/meta/object-meta.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import type { PlaybackSource } from '../../src/player/play.ts';
import { applyDelta } from '../../src/wire/graph-delta.ts';
import type { Fork, Playback, PlaybackOptions, TimedAction } from '../../src/wire/playback.ts';

export const APPS = 'apps/v1';
const NOW = Date.UTC(2026, 0, 1);

export function owned(kind: string, name: string, over: object = {}): object {
  const reference = { apiVersion: APPS, kind, name, uid: name, controller: true };
  return { ownerReferences: [{ ...reference, blockOwnerDeletion: true, ...over }] };
}

export function object(
  apiVersion: string,
  kind: string,
  name: string,
  meta: object = {},
): ApiObject {
  const metadata = { namespace: 'shop', name, uid: name, ...meta };
  return { apiVersion, kind, metadata, ...(kind === 'Pod' && { spec: { nodeName: 'n' } }) };
}

/** web → rs → Pods a and b; b is held by a finalizer. */
export const SHOP = [
  object(APPS, 'Deployment', 'web'),
  object(APPS, 'ReplicaSet', 'rs', owned('Deployment', 'web')),
  object('v1', 'Pod', 'a', owned('ReplicaSet', 'rs')),
  object('v1', 'Pod', 'b', { ...owned('ReplicaSet', 'rs'), finalizers: ['example.com/hold'] }),
  object('v1', 'Secret', 'alone'),
  { ...object('v1', 'Secret', 'far'), metadata: { namespace: 'other', name: 'far', uid: 'far' } },
  { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node', uid: 'node' } },
];

export function forkOf(
  objects: readonly ApiObject[],
  uid: string,
): Extract<PlaybackSource, { type: 'fork' }> {
  const { resources } = ResourceTable.builtIn();
  const known = { objects, resources, unserved: [], atWork: [], guarded: [], assumptions: [] };
  const fork: Fork = { id: 'f', uid, now: NOW, ...known };
  return { type: 'fork', fork };
}

export const WEB = forkOf(SHOP, 'web');

export function directed(
  actions: readonly TimedAction[],
  over: Partial<PlaybackOptions> = {},
): PlaybackOptions {
  return { propagationPolicy: 'Foreground', actions, ...over };
}

/** The uids that are left in the graph. */
export function left({ nodes, steps }: Playback): string[] {
  const records = new Map(nodes.map((record) => [record.uid, record]));
  for (const step of steps) applyDelta(records, step.delta);
  return [...records.keys()].toSorted();
}

export const uidOf = (line: string): string | undefined => line.split(' ').at(-1);

export const REST = ['alone', 'far', 'node'];
export const release = {
  type: 'removeFinalizer',
  uid: 'b',
  finalizer: 'example.com/hold',
} as const;
