import { describe, expect, it } from 'vitest';
import { worldsFrom } from '../../real-cluster/src/differential/random-world.ts';
import { WorldRequests } from '../../real-cluster/src/differential/requests.ts';
import { KINDS, type World, type WorldObject } from '../../real-cluster/src/differential/world.ts';

/** Uids that lie in a way that only these very letters do. */
const SHARED = new Set(['', '__proto__']);

describe('WorldRequests', () => {
  it('refers to no owner of another world, not even to one that never was', () => {
    const worlds = worldsFrom(1000, 100);
    const one = new Set(worlds.flatMap((world) => ownersIn(world, 'w1')));
    const shared = worlds.flatMap((world) => ownersIn(world, 'w2')).filter((uid) => one.has(uid));
    expect(one.size).toBeGreaterThan(10);
    expect(shared.filter((uid) => !SHARED.has(uid))).toEqual([]);
  });
});

describe('an object', () => {
  const plain = { kind: 0, namespace: 'a', finalizers: [], onNode: false } as const;
  const namespace = { ...plain, kind: KINDS.findIndex(({ kind }) => kind === 'Namespace') };
  const world = (home: WorldObject): World => {
    return { seed: 1, workers: 'one', objects: [home, { ...plain, inside: 0 }], rounds: [] };
  };

  it('lives in a Namespace of the world, where it is one', () => {
    const placeIn = (each: World): string => new WorldRequests(each, 'w1').addressOf(1).namespace;
    expect(placeIn(world(namespace))).toBe('w1-0');
    expect(placeIn(world(plain))).toBe('w1-a');
  });
});

/** The uids of the owners that a world refers to when the server has refused all its objects. */
function ownersIn(world: World, prefix: string): string[] {
  const requests = new WorldRequests(world, prefix);
  return world.rounds.flat().flatMap((action) => {
    if (action.type !== 'references') return [];
    const { metadata } = requests.act(action).body as {
      readonly metadata: { readonly ownerReferences: readonly { readonly uid: string }[] | null };
    };
    return (metadata.ownerReferences ?? []).map(({ uid }) => uid);
  });
}
