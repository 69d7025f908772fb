import { describe, expect, it } from 'vitest';
import { RELEASES } from '../../src/meta/releases.ts';
import { discoveryError, namespaceConditions } from '../../src/simulation/namespace-conditions.ts';
import type { NamespaceContent } from '../../src/simulation/namespace-content.ts';
import { home, object, World } from './namespace-world.ts';

const EMPTY = {
  unread: [],
  failures: [],
  totals: { resources: new Map(), finalizers: new Map() },
} as unknown as NamespaceContent;
const [BEFORE, NOW] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:05Z'];
const HELD = { finalizers: ['example.com/hold'] };
const DISCOVERY = 'NamespaceDeletionDiscoveryFailure';

describe('conditions of a Namespace', () => {
  it.each([{ phase: 'Active' }, {}])(
    '[NS-05] sets the phase of one that was put as it is: %j',
    (status) => {
      const deleted = { name: 'a', uid: 'ns-a', deletionTimestamp: '2026-11-21T11:00:00Z' };
      const world = new World([
        home({ metadata: deleted, status }),
        object('ConfigMap', 'c', HELD),
      ]);
      world.wait(5_000);
      expect(world.namespace?.status).toMatchObject({ phase: 'Terminating' });
      expect(world.conditions()).toHaveLength(5);
    },
  );

  it('[NS-12] several of one kind stand in one message', () => {
    const content = {
      ...EMPTY,
      unread: ['a/v1', 'b/v1'],
      failures: ['no pods', 'no secrets'],
      totals: {
        resources: new Map([
          ['secrets.', 2],
          ['pods.', 1],
        ]),
        finalizers: new Map([
          ['x/y', 1],
          ['a/b', 3],
        ]),
      },
    } as unknown as NamespaceContent;
    expect(namespaceConditions(content, [], NOW).map(({ message }) => message)).toEqual([
      `Discovery failed for some groups, 2 failing: ${discoveryError(['a/v1', 'b/v1'])}`,
      'All legacy kube types successfully parsed',
      'Failed to delete all resource types, 2 remaining: no pods, no secrets',
      'Some resources are remaining: pods. has 1 resource instances, secrets. has 2 resource instances',
      'Some content in the namespace has finalizers remaining: a/b in 3 resource instances, x/y in 1 resource instances',
    ]);
    expect(discoveryError(['a/v1', 'b/v1'])).toBe(
      'unable to retrieve the complete list of server APIs: ' +
        'a/v1: stale GroupVersion discovery: a/v1, b/v1: stale GroupVersion discovery: b/v1',
    );
  });

  it('[NS-12] a time moves on only with its status, whatever else stands in the list', () => {
    const old = { type: DISCOVERY, status: 'False', lastTransitionTime: BEFORE };
    const odd = [null, 'x', 5, { type: DISCOVERY }, { status: 'False' }];
    const timeOf = (before: readonly unknown[], unread: readonly string[] = []): string =>
      namespaceConditions({ ...EMPTY, unread: [...unread] }, before, NOW)[0]?.lastTransitionTime ??
      '';
    expect(timeOf([...odd, old])).toBe(BEFORE);
    expect(timeOf([...odd, old], ['a/v1'])).toBe(NOW);
    expect(timeOf(odd)).toBe(NOW);
  });

  it('[NS-12] says nothing until 1.15, and is done all the same', () => {
    const world = new World([home(), object('ConfigMap', 'c', HELD)], {
      release: RELEASES['v1.13'],
    });
    expect(world.deleteHome()).toEqual([5_000]);
    expect(world.conditions()).toEqual([]);
    world.patch('v1', 'ConfigMap', 'c', { metadata: { finalizers: null } });
    world.wait(10_000);
    expect(world.namespace).toBeUndefined();
  });
});
