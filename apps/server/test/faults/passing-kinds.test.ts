import { getHeapSnapshot } from 'node:v8';
import { groupResource } from '@gcscope/gc-core';
import { expect, it } from 'vitest';
import type { FakeResource } from '../support/fake-api-server.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { PODS, WIDGETS } from '../support/reflector-run.ts';
import { collectGarbage } from '../support/used-memory.ts';
import { FaultyCluster, LONGEST_LIE } from './faulty-cluster.ts';

/** 900 kinds in the long run. */
const ROUNDS = propertyRuns(3);
const KINDS_A_ROUND = 30;
const OBJECTS_A_KIND = 20;
const OBJECTS = ROUNDS * KINDS_A_ROUND * OBJECTS_A_KIND;
/** Objects whose past is kept, also when they are out of sight. */
const REMEMBERED = 10_000;
/** Nobody saw them being created: without that, Activity has an entry of each, up to its own limit. */
const OLD = { namespace: 'shop', creationTimestamp: '2020-01-01T00:00:00Z' };
/** Connections that may be left over, for discovery and lists. */
const SPARE_SOCKETS = 20;

/** How many uids of passing objects this process holds: what reads them, and the page that shows them. */
async function uidsInMemory(): Promise<number> {
  const found = new Set<string>();
  let rest = '';
  for await (const piece of getHeapSnapshot()) {
    rest += piece;
    for (const [uid] of rest.matchAll(/"passing-\d+-uid"/g)) found.add(uid);
    rest = rest.slice(-40);
  }
  return found.size;
}

/** Kinds that no server knows. */
function kindsOf(round: number): readonly FakeResource[] {
  return Array.from({ length: KINDS_A_ROUND }, (_, at) => {
    const number = round * KINDS_A_ROUND + at;
    return { ...WIDGETS, resource: `passing${number}s`, kind: `Passing${number}` };
  });
}

/** The kinds are served, with objects; the first of each blocks the owner, so it is remembered as long as the owner exists. */
function serve({ server }: FaultyCluster, kinds: readonly FakeResource[], owner: string): void {
  const reference = { apiVersion: 'v1', kind: 'Pod', name: 'owner', uid: owner };
  for (const kind of kinds) {
    server.serve(kind);
    for (let at = 0; at < OBJECTS_A_KIND; at++) {
      const ownerReferences = at === 0 ? [{ ...reference, blockOwnerDeletion: true }] : [];
      const uid = `passing-${server.version}-uid`;
      server.put(kind, { ...OLD, name: `w-${at}`, uid, ownerReferences });
    }
  }
}

/** Serves the kinds until they are read, and then no more until they are gone; the nodes that stood for their objects. */
async function pass(
  faulty: FaultyCluster,
  round: number,
  owner: string,
): Promise<WeakRef<object>[]> {
  const { live, health } = faulty.cluster;
  const before = live.graph.size;
  const kinds = kindsOf(round);
  serve(faulty, kinds, owner);
  await faulty.until(() => kinds.every((kind) => faulty.stateOf(kind) === 'synced'));
  const passing = [...live.graph.nodes()].filter(({ uid }) => uid.startsWith('passing-'));
  for (const kind of kinds) faulty.server.unserve(kind);
  await faulty.until(() => live.graph.size === before);
  expect(faulty.cluster.health.kinds).toHaveLength(health.kinds.length);
  expect(kinds.map((kind) => live.names.count(groupResource(kind)))).toEqual(kinds.map(() => 0));
  return passing.map((node) => new WeakRef(node));
}

it(
  'kinds that come and go again and again leave none of their objects behind, but for the latest pasts',
  () =>
    FaultyCluster.run([PODS], {}, async (faulty) => {
      const { server, cluster } = faulty;
      const { uid: owner } = server.put(PODS, { namespace: 'shop', name: 'owner' });
      await faulty.settle();
      const nodes: WeakRef<object>[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        nodes.push(...(await pass(faulty, round, owner)));
      }
      expect(nodes).toHaveLength(OBJECTS);
      expect(server.openSockets).toBeLessThanOrEqual(KINDS_A_ROUND + SPARE_SOCKETS);
      server.endConnections();
      server.remove(PODS, owner);
      await faulty.settle();
      server.forgetEvents();
      // The heap of a worker is large: it is searched where there were more objects than may be remembered, in the long run.
      if (OBJECTS > REMEMBERED) {
        expect(await uidsInMemory()).toBeLessThanOrEqual(REMEMBERED);
      }
      collectGarbage();
      expect(nodes.filter((node) => node.deref() !== undefined)).toHaveLength(0);
      expect([...cluster.live.records.values()].map(({ kind }) => kind)).toEqual(['Pod']);
      await faulty.expectOracle(LONGEST_LIE);
    }),
  600_000,
);
