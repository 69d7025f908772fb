import { type ApiObject, type ApiResource, ResourceTable } from '@gcscope/gc-core';
import type { OwnerReference } from '@gcscope/gc-core/wire';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OwnerAnswer } from '../../src/live/asked-owners.ts';
import { ownerProbe } from '../../src/live/owner-probe.ts';
import { type Front, startFront } from './support/front.ts';
import { NODES, PODS, ScriptedCluster } from './support/scripted-cluster.ts';

const TABLE = ResourceTable.builtIn();
const EVENTS = served('events.k8s.io/v1', 'Event');

function served(apiVersion: string, kind: string): ApiResource {
  const resource = TABLE.forKind(apiVersion, kind);
  if (!resource) throw new Error(`${kind} is not served.`);
  return resource;
}

function event(name: string, namespace = 'ns'): ApiObject {
  const metadata = { name, namespace, uid: `event-${name}`, labels: { a: 'b' } };
  return { apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata };
}

function owner(name: string, kind = 'Event', apiVersion = 'events.k8s.io/v1'): OwnerReference {
  return { apiVersion, kind, name, uid: `event-${name}` };
}

describe('unwatched owners', () => {
  let front: Front;
  let scripted: ScriptedCluster;

  beforeEach(async () => {
    front = await startFront([event('lives')]);
    scripted = new ScriptedCluster().sync();
    scripted.live.resources(TABLE.resources);
  });

  /** Asks for the owners of one object. */
  async function probe(references: readonly OwnerReference[], resource = PODS): Promise<void> {
    const uid = scripted.put(resource, 'child', { ownerReferences: references });
    scripted.tick();
    const node = scripted.live.graph.get(uid);
    await ownerProbe(front.client, 60_000)(scripted.live, node ? [node] : []);
  }

  const answer = (name: string, resource = EVENTS): OwnerAnswer | undefined =>
    scripted.live.view.asked(resource, resource.namespaced ? 'ns' : '', name);

  it('[KM-06] one GET of its metadata tells whether such an owner lives', async () => {
    await probe([owner('lives'), owner('dead')]);
    expect(answer('lives')).toEqual({
      name: 'lives',
      namespace: 'ns',
      uid: 'event-lives',
      resourceVersion: '1',
    });
    expect(answer('dead')).toBe('absent');
    expect(answer('other')).toBeUndefined();
    expect(front.asked.toSorted()).toEqual([
      '/apis/events.k8s.io/v1/namespaces/ns/events/dead',
      '/apis/events.k8s.io/v1/namespaces/ns/events/lives',
    ]);
  });

  it('[KM-06] a cluster-scoped one is asked for without namespace', async () => {
    await probe([owner('scheduler', 'ComponentStatus', 'v1')]);
    expect(answer('scheduler', served('v1', 'ComponentStatus'))).toBe('absent');
    expect(front.asked).toEqual(['/api/v1/componentstatuses/scheduler']);
  });

  it('[CL-06] who may not ask knows nothing, and does not ask again at once', async () => {
    front.refused = /events/;
    await probe([owner('dead')]);
    await probe([owner('dead')]);
    expect(answer('dead')).toBeUndefined();
    expect(front.asked).toHaveLength(1);
  });

  it('knows nothing when the server cannot be reached', async () => {
    await front.close();
    await probe([owner('dead')]);
    expect(answer('dead')).toBeUndefined();
  });

  it('asks for nothing that the watches tell, that has no objects, or that has no such path', async () => {
    const others = [
      owner('p', 'Pod', 'v1'),
      owner('b', 'Binding', 'v1'),
      owner('l', 'List', 'v1'),
      owner('x', 'Thing', 'no.such/v1'),
      ...['.', '..', 'a/b', 'a%2Fb', ''].map((name) => owner(name)),
    ];
    await probe(others);
    expect(front.asked).toEqual([]);
    await probe([owner('lives')], NODES);
    expect(front.asked, 'CL-04').toEqual([]);
  });

  it('[KM-02] asks once for an owner that is named in two ways, and keeps the answer for some seconds', async () => {
    const references = [owner('lives'), { ...owner('lives', 'event'), uid: 'other' }];
    await probe(references);
    await probe(references);
    expect(front.asked).toHaveLength(1);
    scripted.clock.advance(10_000);
    expect(answer('lives')).toBeUndefined();
    await probe(references);
    expect(front.asked).toHaveLength(2);
    expect(answer('lives')).toBeDefined();
  });

  it('[KM-06] an unobserved node is asked for itself', async () => {
    scripted.put(PODS, 'child', { ownerReferences: [owner('dead')] });
    scripted.tick();
    const ghost = scripted.live.graph.get('event-dead');
    expect(ghost?.virtual).toBe(true);
    await ownerProbe(front.client)(scripted.live, ghost ? [ghost] : []);
    expect(answer('dead')).toBe('absent');
  });

  it('asks for 200 at most, a few at a time', async () => {
    await probe(Array.from({ length: 250 }, (_, nth) => owner(`e${nth}`)));
    expect(front.asked).toHaveLength(200);
    expect(front.mostOpen).toBeLessThanOrEqual(8);
    const before = scripted.live.askedOwners.version;
    await probe(Array.from({ length: 250 }, (_, nth) => owner(`e${nth}`)));
    expect(front.asked).toHaveLength(250);
    expect(scripted.live.askedOwners.version).toBe(before + 50);
  });
});
