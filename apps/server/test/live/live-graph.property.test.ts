import { gunzipSync } from 'node:zlib';
import { type ApiResource, summaryOf } from '@gcscope/gc-core';
import type {
  NodeRecord,
  OwnerReference,
  PackedNodes,
  SnapshotIdentity,
  SnapshotStructure,
  Uid,
} from '@gcscope/gc-core/wire';
import { applyDelta, outlineNodes, unpackNodes } from '@gcscope/gc-core/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeSnapshot } from '../../src/live/snapshot-bytes.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { snapshotOf } from '../support/snapshot-of.ts';
import {
  DEPLOYMENTS,
  KINDS,
  NAMESPACES,
  NODES,
  PODS,
  ScriptedCluster,
} from './support/scripted-cluster.ts';

const RESOURCES = [DEPLOYMENTS, PODS, NODES, NAMESPACES];
const NAMES = ['a', 'b', 'c'];

const resource = fc.constantFrom(...RESOURCES);
const name = fc.constantFrom(...NAMES);
const namespace = fc.constantFrom('a', 'a', 'a', 'b');

const right: fc.Arbitrary<OwnerReference> = fc
  .record({ resource, name, life: fc.constantFrom(0, 0, 0, 1), blocks: fc.boolean() })
  .map(({ resource: { group, version, kind }, name: named, life, blocks }) => ({
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    name: named,
    uid: `${kind}-${named}-${life}`,
    blockOwnerDeletion: blocks,
  }));

/** One field of another object: wrong name, wrong kind, a kind that is not served, a uid that nobody has. */
const reference: fc.Arbitrary<OwnerReference> = fc.oneof(
  { weight: 5, arbitrary: right },
  {
    weight: 1,
    arbitrary: fc
      .tuple(right, right, fc.constantFrom('name' as const, 'kind' as const, 'uid' as const))
      .map(([one, other, field]) => ({ ...one, [field]: other[field] })),
  },
  { weight: 1, arbitrary: right.map((one) => ({ ...one, apiVersion: 'example.com/v1' })) },
);

type Event =
  | {
      readonly type: 'put';
      readonly resource: ApiResource;
      readonly name: string;
      readonly namespace: string;
      readonly owners: readonly OwnerReference[];
      readonly deletion: 'none' | 'background' | 'foreground';
      readonly held: readonly string[];
      readonly grace: number;
    }
  | { readonly type: 'delete'; readonly resource: ApiResource; readonly name: string }
  | {
      readonly type: 'take';
      readonly resource: ApiResource;
      readonly name: string;
      readonly isObserved: boolean;
    }
  | { readonly type: 'left'; readonly resource: ApiResource; readonly name: string }
  | { readonly type: 'health'; readonly resource: ApiResource; readonly synced: boolean }
  | { readonly type: 'status'; readonly name: string; readonly failing: boolean }
  | { readonly type: 'pass'; readonly seconds: number }
  | { readonly type: 'tick' };

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('put' as const),
      resource,
      name,
      namespace,
      owners: fc.array(reference, { maxLength: 3 }),
      deletion: fc.constantFrom(
        'none' as const,
        'none' as const,
        'background' as const,
        'foreground' as const,
      ),
      // Finalizers of a missing product, and of Kubernetes itself.
      held: fc.constantFrom([], [], ['example.com/hold'], ['kubernetes.io/pvc-protection']),
      grace: fc.constantFrom(0, 0, 30),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('delete' as const), resource, name }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('health' as const), resource, synced: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('tick' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('status' as const), name, failing: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('pass' as const),
      seconds: fc.constantFrom(0.001, 0.003, 0.016, 0.051, 5, 40, 300),
    }),
  },
);

/** Another object takes the name before the removal of the former is observed, if ever; or an object is out of sight. */
const unobserved: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ type: fc.constant('take' as const), resource, name, isObserved: fc.boolean() }),
  fc.record({ type: fc.constant('left' as const), resource, name }),
);

/** Plays events; objects that come back have another uid, and a deletion that began never ends but by the end. */
class World {
  readonly scripted: ScriptedCluster;
  readonly #lives = new Map<
    string,
    { uid: Uid; namespace: string; deletion: string; life: number }
  >();

  constructor(scripted: ScriptedCluster = new ScriptedCluster().sync()) {
    this.scripted = scripted;
  }

  play(events: readonly Event[]): void {
    for (const each of events) this.#act(each);
    this.scripted.tick();
  }

  #act(event: Event): void {
    switch (event.type) {
      case 'put':
        this.#put(event);
        break;
      case 'delete':
        this.#delete(event);
        break;
      case 'take':
        this.#take(event);
        break;
      case 'left':
        this.#leave(event);
        break;
      case 'health':
        this.scripted.health(event.resource, event.synced ? 'synced' : 'degraded');
        break;
      case 'status':
        this.#status(event);
        break;
      case 'pass':
        this.scripted.clock.advance(event.seconds * 1000);
        break;
      case 'tick':
        this.scripted.tick();
        break;
      default:
        event satisfies never;
    }
  }

  #put(event: Extract<Event, { type: 'put' }>): void {
    const key = `${event.resource.kind}-${event.name}`;
    const known = this.#lives.get(key);
    const alive = known && known.uid !== '';
    const life = known ? (alive ? known.life : known.life + 1) : 0;
    const uid = `${key}-${life}`;
    const namespace = alive ? known.namespace : event.namespace;
    const deletion = alive && known.deletion !== 'none' ? known.deletion : event.deletion;
    this.#lives.set(key, { uid, namespace, deletion, life });
    this.scripted.put(event.resource, event.name, {
      uid,
      ...(event.resource.namespaced ? { namespace } : {}),
      ownerReferences: event.owners,
      finalizers: [...event.held, ...(deletion === 'foreground' ? ['foregroundDeletion'] : [])],
      ...(deletion === 'none'
        ? {}
        : { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: event.grace }),
    });
  }

  /** A Namespace in deletion was read. */
  #status({ name: named, failing }: Extract<Event, { type: 'status' }>): void {
    const life = this.#lives.get(`Namespace-${named}`);
    const node = life && this.scripted.live.graph.get(life.uid);
    if (!node?.beingDeleted) return;
    const failure = { type: 'NamespaceDeletionDiscoveryFailure', status: 'True', message: 'a/v1' };
    this.scripted.live.learnStatus(node, {
      finalizers: ['kubernetes'],
      conditions: failing ? [failure] : [],
    });
  }

  #take({ resource, name, isObserved }: Extract<Event, { type: 'take' }>): void {
    const key = `${resource.kind}-${name}`;
    const known = this.#lives.get(key);
    if (!known || known.uid === '') return;
    const life = known.life + 1;
    const taker = { ...known, uid: `${key}-${life}`, deletion: 'none', life };
    this.#lives.set(key, taker);
    const place = resource.namespaced ? { namespace: known.namespace } : {};
    this.scripted.put(resource, name, { uid: taker.uid, ...place });
    if (isObserved) this.scripted.delete(resource, known.uid);
  }

  #leave({ resource, name }: Extract<Event, { type: 'left' }>): void {
    const uid = this.#lives.get(`${resource.kind}-${name}`)?.uid;
    if (uid) this.scripted.leave(resource, uid);
  }

  #delete({ resource, name }: Extract<Event, { type: 'delete' }>): void {
    const key = `${resource.kind}-${name}`;
    const known = this.#lives.get(key);
    if (!known || known.uid === '') return;
    this.scripted.delete(resource, known.uid);
    this.#lives.set(key, { ...known, uid: '' });
  }
}

/** Leaves out references with equal uids: the collector, and so the graph, misses some of their changes (GB-12). */
function withDistinctOwners(event: Event): Event {
  if (event.type !== 'put') return event;
  const owners = [...new Map(event.owners.map((owner) => [owner.uid, owner])).values()];
  return { ...event, owners };
}

function isThere({ live }: ScriptedCluster, uid: Uid = ''): boolean {
  return live.records.get(uid)?.virtual === false;
}

const someEvents = fc.array(event, { maxLength: 40 });
const unsureStory = fc.array(
  fc.oneof({ weight: 8, arbitrary: event }, { weight: 1, arbitrary: unobserved }),
  {
    maxLength: 40,
  },
);

describe('live graph after any sequence of events', () => {
  it('has the records that judging everything anew gives', () => {
    fc.assert(
      fc.property(
        unsureStory,
        fc.constantFrom(undefined, 1, 3),
        fc.boolean(),
        (events, slice, isRead) => {
          const scripted = new ScriptedCluster({ slice, many: 1 });
          const world = new World(isRead ? scripted.sync() : scripted.list());
          world.play(events);
          world.scripted.live.settle();
          const { live } = world.scripted;
          // Every name is looked up.
          const view = { ...live.view, bearsItsName: () => false };
          const anew = [...live.graph.nodes()].map((node) => ({
            ...node.toRecord(),
            summary: summaryOf(node, view),
          }));
          expect(byUid(live.records.values())).toEqual(byUid(anew));
        },
      ),
      { numRuns: propertyRuns(250) },
    );
  });

  it('shows objects as a cluster does that is read in one go', () => {
    fc.assert(
      fc.property(someEvents, (events) => {
        const world = new World();
        // A client that comes later did not get those, and has another time.
        const changes = events.filter(({ type }) => !['health', 'status', 'pass'].includes(type));
        world.play(changes.map(withDistinctOwners));
        const fresh = new ScriptedCluster();
        fresh.live.resources(KINDS);
        for (const meta of world.scripted.stored()) {
          const resource = RESOURCES.find(({ kind }) => meta.uid.startsWith(`${kind}-`));
          if (resource) fresh.put(resource, meta.name, meta);
        }
        fresh.sync();
        const seen = (cluster: ScriptedCluster): Map<Uid, unknown> =>
          byUid(
            [...cluster.live.records.values()]
              .filter((record) => !record.virtual)
              .map(({ summary, resourceVersion: _, ...record }) => ({
                ...record,
                summary: {
                  ...summary,
                  // Only who watched knows what the collector is about to look at.
                  when: undefined,
                  // Nor does who comes later know which owners a cascade took.
                  wrong: (summary?.wrong ?? []).filter(({ index }) =>
                    isThere(cluster, record.owners[index]?.uid),
                  ),
                  // The summary names the blocker that came first.
                  blockedBy: summary?.blockedBy !== undefined,
                },
              })),
          );
        expect(seen(world.scripted)).toEqual(seen(fresh));
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  it('gives a snapshot in two parts that together are the graph, the first without its names', async () => {
    await fc.assert(
      fc.asyncProperty(someEvents, async (events) => {
        const world = new World();
        world.play(events);
        const { info: cluster, health, log, live } = world.scripted.cluster;
        live.flush();
        const head = { position: log.position, cluster, health };
        const snapshot = await makeSnapshot(live, head, 'id', 0);
        const read = (gzip: Buffer | undefined): string => String(gunzipSync(gzip ?? ''));
        const structure: SnapshotStructure = JSON.parse(read(snapshot.structure));
        const identity = await snapshot.identity();
        const second: SnapshotIdentity | undefined = identity && JSON.parse(read(identity));
        const nodes = { ...structure.nodes, ...second?.nodes };
        expect(JSON.parse(read(await snapshot.whole()))).toEqual({
          ...JSON.parse(JSON.stringify(head)),
          nodes,
        });
        const whole = unpackNodes(nodes as PackedNodes);
        expect(byUid(whole)).toEqual(byUid(live.records.values()));
        expect(read(snapshot.structure)).not.toMatch(/"(Deployment|Pod|Node|Namespace)-[abc]/);
        // The rows of owners are those of the uids that references name.
        const rows = new Map(whole.map(({ uid }, row) => [uid, row]));
        const uids = unpackNodes(outlineNodes(structure)).map(({ uid }) => uid);
        expect(
          unpackNodes(outlineNodes(structure)).map(({ owners }) => owners.map(({ uid }) => uid)),
        ).toEqual(
          whole.map(({ owners }) => owners.map(({ uid }) => uids[rows.get(uid) ?? -1] ?? '')),
        );
      }),
      { numRuns: propertyRuns(50) },
    );
  });

  it('gives snapshot + deltas = next snapshot', () => {
    fc.assert(
      fc.property(someEvents, someEvents, (first, then) => {
        const world = new World();
        world.play(first);
        const records = new Map(
          unpackNodes(snapshotOf(world.scripted.cluster).nodes).map((each) => [each.uid, each]),
        );
        const before = world.scripted.deltas.length;
        world.play(then);
        for (const delta of world.scripted.deltas.slice(before)) applyDelta(records, delta);
        // A version that is all that changed is not sent.
        const shown = (nodes: Iterable<NodeRecord>): Map<Uid, unknown> =>
          byUid([...nodes].map((node) => ({ ...node, resourceVersion: undefined })));
        const after = unpackNodes(snapshotOf(world.scripted.cluster).nodes);
        expect(shown(records.values())).toEqual(shown(after));
      }),
      { numRuns: propertyRuns(50) },
    );
  });
});

function byUid<Item extends { readonly uid: Uid }>(items: Iterable<Item>): Map<Uid, Item> {
  return new Map([...items].map((item) => [item.uid, item]));
}
