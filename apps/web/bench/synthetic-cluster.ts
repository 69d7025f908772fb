import type { GraphChange } from '@gcscope/gc-core';
import { type NodeRecord, parseApiVersion } from '@gcscope/gc-core/wire';
import { churn } from '../../../packages/picture/bench/churn.ts';
import { seeded, syntheticWorld } from '../../../packages/picture/bench/synthetic-world.ts';
import { systemClock } from '../../server/src/base/clock.ts';
import type { MonitoredResource } from '../../server/src/cluster/reflect/monitored-resource.ts';
import { LiveCluster } from '../../server/src/live/live-cluster.ts';

/** A cluster that is told of its objects as by watches. */
export class SyntheticCluster {
  readonly cluster: LiveCluster = new LiveCluster({
    clock: systemClock,
    info: () => ({ context: 'synthetic', server: '', version: 'v1.36.0', embedded: false }),
  });
  readonly #kinds = new Map<string, MonitoredResource>();
  readonly #chance = seeded(7);
  #records: readonly NodeRecord[];
  #version = 1;

  constructor(objects: number) {
    this.#records = syntheticWorld(objects);
    for (const { apiVersion, kind, namespace } of this.#records) {
      const key = `${apiVersion} ${kind}`;
      if (this.#kinds.has(key)) continue;
      const resource = `${kind.toLowerCase()}s`;
      this.#kinds.set(key, {
        ...parseApiVersion(apiVersion),
        resource,
        kind,
        namespaced: namespace !== '',
      });
    }
    const { live } = this.cluster;
    live.resources([...this.#kinds.values()]);
    this.#emit('ADDED', this.#records);
    for (const kind of this.#kinds.values()) {
      live.kindHealth({ ...kind, state: 'synced', objects: 0, since: '2026-01-01T00:00:00Z' });
    }
    this.#observed();
  }

  /** About so many objects are deleted and created. */
  change(count: number): void {
    const before = this.#records;
    this.#records = churn(before, count / before.length, this.#chance);
    this.#version++;
    this.#emit('DELETED', without(before, this.#records));
    this.#emit('ADDED', without(this.#records, before));
    this.#observed();
  }

  #emit(type: 'ADDED' | 'DELETED', records: readonly NodeRecord[]): void {
    const batches = new Map<MonitoredResource, GraphChange[]>();
    for (const record of records) {
      const kind = this.#kinds.get(`${record.apiVersion} ${record.kind}`);
      if (!kind) continue;
      const batch = batches.get(kind);
      if (batch) batch.push(changeOf(type, record));
      else batches.set(kind, [changeOf(type, record)]);
    }
    for (const [kind, batch] of batches) this.cluster.live.changes(kind, batch);
  }

  /** Every kind is known up to now. */
  #observed(): void {
    for (const kind of this.#kinds.values()) {
      this.cluster.live.observed(kind, String(this.#version));
    }
    this.cluster.live.flush();
  }
}

function without(records: readonly NodeRecord[], others: readonly NodeRecord[]): NodeRecord[] {
  const uids = new Set(others.map(({ uid }) => uid));
  return records.filter(({ uid }) => !uids.has(uid));
}

function changeOf(type: 'ADDED' | 'DELETED', record: NodeRecord): GraphChange {
  const { apiVersion, kind, namespace, name, uid, owners } = record;
  return {
    type,
    identity: { apiVersion, kind, namespace, name, uid },
    meta: {
      name,
      uid,
      ...(namespace !== '' && { namespace }),
      ownerReferences: owners,
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
  };
}
