import type { ObjectMeta } from '@gcscope/gc-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineKind } from '../../../../tools/real-cluster/src/define-kind.ts';
import { createDeploymentChain } from '../../../../tools/real-cluster/src/deployment-chain.ts';
import { describeReal } from '../../../../tools/real-cluster/src/describe-real.ts';
import { createObject, deleteObject } from '../../../../tools/real-cluster/src/objects.ts';
import { RealCluster } from '../../../../tools/real-cluster/src/real-cluster.ts';
import { systemClock } from '../../src/base/clock.ts';
import { connect } from '../../src/cluster/access/connect.ts';
import type { ClusterConnection } from '../../src/cluster/access/connection.ts';
import type { ApiClient } from '../../src/cluster/answers/api-answer.ts';
import type { DecodedEvent, DecodedObject } from '../../src/cluster/answers/decoded.ts';
import {
  LIST_ACCEPT,
  listDecoder,
  OBJECT_ACCEPT,
  watchDecoder,
} from '../../src/cluster/answers/decoders.ts';
import {
  discover,
  monitorable,
  type ServedResource,
} from '../../src/cluster/monitors/discovery.ts';
import { readList } from '../../src/cluster/reflect/read-list.ts';
import { readWatchList } from '../../src/cluster/reflect/read-watch-list.ts';
import { resourcePath } from '../../src/cluster/reflect/resource-path.ts';
import { UndecodableObjects } from '../../src/cluster/reflect/undecodable-objects.ts';

const PODS = '/api/v1/namespaces/shop/pods';
const SECRETS = '/api/v1/namespaces/shop/secrets';
const WIDGETS = '/apis/populated.example.com/v1/namespaces/shop/widgets';
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The part of an Accept header that allows one encoding only. */
const only = (accept: string, encoding: 'json' | 'protobuf'): string =>
  accept.split(', ').find((clause) => clause.includes(encoding)) ?? '';

describeReal('both encodings of a real server', () => {
  let cluster: RealCluster;
  let connection: ClusterConnection;

  beforeAll(async () => {
    cluster = await RealCluster.start();
    connection = await connect({ kubeconfig: cluster.kubeconfigPath });
    await fill(cluster);
  });
  afterAll(async () => {
    await connection?.close();
    await cluster?.stop();
  });

  async function list(path: string, encoding: 'json' | 'protobuf') {
    const accept = only(LIST_ACCEPT, encoding);
    const signal = AbortSignal.timeout(30_000);
    const answer = await connection.client.getStream(path, { accept, signal });
    if (answer.type !== 'ok') throw new Error(`${path}: ${JSON.stringify(answer)}`);
    expect(answer.encoding).toBe(encoding);
    const decoder = listDecoder(answer.encoding, true);
    const objects: DecodedObject[] = [];
    for await (const chunk of answer.chunks) objects.push(...decoder.push(chunk));
    const end = decoder.end();
    expect(end.type).toBe('complete');
    return { objects, end };
  }

  /** Resolves when the watch is open, with what will have come when it ends. */
  async function openWatch(path: string, encoding: 'json' | 'protobuf') {
    const accept = only(OBJECT_ACCEPT, encoding);
    const signal = AbortSignal.timeout(30_000);
    const url = `${path}&watch=true&timeoutSeconds=4&allowWatchBookmarks=true`;
    const answer = await connection.client.getStream(url, { accept, signal });
    if (answer.type !== 'ok') throw new Error(`${path}: ${JSON.stringify(answer)}`);
    expect(answer.encoding).toBe(encoding);
    const { chunks } = answer;
    const decoder = watchDecoder(answer.encoding);
    const events = async (): Promise<readonly DecodedEvent[]> => {
      const all: DecodedEvent[] = [];
      for await (const chunk of chunks) all.push(...decoder.push(chunk));
      return all;
    };
    return { events };
  }
  const watch = async (path: string, encoding: 'json' | 'protobuf') =>
    (await openWatch(path, encoding)).events();

  async function kinds(): Promise<readonly ServedResource[]> {
    const found = await discover(connection.client, AbortSignal.timeout(30_000));
    if (found.type !== 'ok') throw new Error('The cluster cannot be discovered.');
    return monitorable(found.resources);
  }

  it('lists of every kind hold the same objects', async () => {
    const resources = await kinds();
    let objects = 0;
    for (const resource of resources) {
      const path = resourcePath(resource);
      // Leases and the like change in between.
      await expect
        .poll(
          async () => {
            const [protobuf, json] = [await list(path, 'protobuf'), await list(path, 'json')];
            objects += protobuf.objects.length;
            return JSON.stringify(protobuf) === JSON.stringify(json) ? 'equal' : { protobuf, json };
          },
          { timeout: 20_000 },
        )
        .toBe('equal');
    }
    expect(resources.length).toBeGreaterThan(50);
    expect(resources.map(({ kind }) => kind)).toContain('Widget');
    expect(objects).toBeGreaterThan(100);
  }, 300_000);

  it('watch lists of every kind hold the same objects as lists', async () => {
    for (const resource of await kinds()) {
      const listed = { path: resourcePath(resource) };
      for (const encoding of ['protobuf', 'json'] as const) {
        const { client } = connection;
        const reading: Pick<ApiClient, 'getStream'> = {
          getStream: (path, options) =>
            client.getStream(path, { ...options, accept: only(options.accept, encoding) }),
        };
        const read = async (): Promise<readonly unknown[]> => {
          const undecodable = new UndecodableObjects();
          const signal = AbortSignal.timeout(30_000);
          const lists = [
            await readWatchList({
              client: reading,
              clock: systemClock,
              listed,
              resourceVersion: '',
              undecodable,
              signal,
            }),
            await readList(reading, listed, '', undecodable, signal),
          ];
          return lists.map((list) =>
            list.type === 'listed' ? list.objects.toSorted(byUid) : list,
          );
        };
        // Leases and the like change in between.
        await expect
          .poll(
            async () => {
              const [one, other] = await read();
              return JSON.stringify(one) === JSON.stringify(other) ? 'equal' : { one, other };
            },
            { timeout: 20_000 },
          )
          .toBe('equal');
      }
    }
  }, 300_000);

  it('watches bring the same events of the same objects', async () => {
    const pod = { metadata: { name: 'late' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    for (const [path, body] of [
      [PODS, pod],
      [WIDGETS, widget('late')],
    ] as const) {
      const watches = await Promise.all([
        openWatch(`${path}?resourceVersion=0`, 'protobuf'),
        openWatch(`${path}?resourceVersion=0`, 'json'),
      ]);
      const read = Promise.all(watches.map(({ events }) => events()));
      await createObject(cluster, path, body);
      await deleteObject(cluster, `${path}/late`, 'Background');
      const [protobuf = [], json = []] = await read;
      expect(withoutPeriodicBookmarks(protobuf)).toEqual(withoutPeriodicBookmarks(json));
      for (const watched of [protobuf, json]) {
        expect(watched.map(({ type }) => type)).toEqual(
          expect.arrayContaining(['ADDED', 'DELETED', 'BOOKMARK']),
        );
      }
    }
  }, 60_000);

  // The kind is younger than that version.
  it('a watch from a version before its history fails alike', async () => {
    const protobuf = await watch(`${WIDGETS}?resourceVersion=1`, 'protobuf');
    expect(protobuf).toEqual(await watch(`${WIDGETS}?resourceVersion=1`, 'json'));
    expect(JSON.stringify(protobuf)).toContain('410');
  }, 60_000);
});

/** How often a server sends bookmarks is its own affair; the one that ends the list comes once. */
function withoutPeriodicBookmarks(events: readonly DecodedEvent[]): readonly DecodedEvent[] {
  return events.filter((event) => event.type !== 'BOOKMARK' || event.endsList);
}

function byUid(a: ObjectMeta, b: ObjectMeta): number {
  return a.uid < b.uid ? -1 : 1;
}

/** What a cluster may hold: foreign texts, finalizers, owners, a deletion that waits, a custom kind. */
async function fill(cluster: RealCluster): Promise<void> {
  await createDeploymentChain(cluster, 'shop', 'web', 3);
  await defineKind(cluster, 'populated.example.com', 'Widget', ['v1']);
  const metadata = (name: string, more: object = {}): object => ({
    name,
    annotations: {
      [LAST_APPLIED]: JSON.stringify({ data: { password: 'canary' } }),
      'example.com/a': 'ü€😀',
    },
    labels: { app: name, 'example.com/empty': '' },
    ...more,
  });
  const owner = await createObject(cluster, SECRETS, {
    metadata: metadata('owner', { finalizers: ['example.com/hold', 'example.com/other'] }),
    stringData: { password: 'canary' },
  });
  const reference = { apiVersion: 'v1', kind: 'Secret', name: 'owner', uid: owner.uid };
  const ownerReferences = [
    { ...reference, controller: true, blockOwnerDeletion: true },
    { apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid: 'ü-€', blockOwnerDeletion: false },
  ];
  await createObject(cluster, WIDGETS, {
    ...widget('held'),
    metadata: metadata('held', { finalizers: ['example.com/hold'], ownerReferences }),
  });
  await deleteObject(cluster, `${SECRETS}/owner`, 'Foreground');
  await deleteObject(cluster, `${WIDGETS}/held`, 'Orphan');
}

function widget(name: string): object {
  return { apiVersion: 'populated.example.com/v1', kind: 'Widget', metadata: { name } };
}
