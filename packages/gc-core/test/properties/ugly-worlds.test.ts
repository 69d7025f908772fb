import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { arbitraryWorld, worldTable } from '../support/arbitrary-world.ts';

type World = readonly ApiObject[];

function ownersOf({ metadata }: ApiObject): readonly OwnerReference[] {
  return metadata.ownerReferences ?? [];
}

/** An object and one of its owners that is in the world. */
function pairs(world: World): (readonly [ApiObject, ApiObject])[] {
  return world.flatMap((child) =>
    ownersOf(child).flatMap(({ uid }) =>
      world.filter((each) => each.metadata.uid === uid).map((owner) => [child, owner] as const),
    ),
  );
}

function isServed({ apiVersion, kind }: OwnerReference): boolean {
  return worldTable.forKind(apiVersion, kind) !== undefined;
}

/** What the worlds of the properties must have, each shown by a look at one world. */
const UGLY: readonly (readonly [string, (world: World) => boolean])[] = [
  [
    'an owner in another namespace',
    (world) =>
      pairs(world).some(([{ metadata: a }, { metadata: b }]) => {
        return (
          a.namespace !== undefined && b.namespace !== undefined && a.namespace !== b.namespace
        );
      }),
  ],
  [
    'a cluster-scoped child of a namespaced owner',
    (world) =>
      pairs(world).some(([a, b]) => a.kind === 'Node' && b.metadata.namespace !== undefined),
  ],
  ['an object that owns itself', (world) => pairs(world).some(([a, b]) => a === b)],
  [
    'a cycle of two',
    (world) =>
      pairs(world).some(([a, b]) => a !== b && pairs(world).some(([c, d]) => c === b && d === a)),
  ],
  [
    'the same reference twice',
    (world) =>
      world.some((each) => {
        const texts = ownersOf(each).map((reference) => JSON.stringify(reference));
        return new Set(texts).size < texts.length;
      }),
  ],
  [
    'references of one uid that contradict each other',
    (world) =>
      world.some((each) => {
        const byUid = new Map(ownersOf(each).map((one) => [one.uid, JSON.stringify(one)]));
        return ownersOf(each).some((one) => byUid.get(one.uid) !== JSON.stringify(one));
      }),
  ],
  [
    'one uid under two identities',
    (world) => new Set(world.map(({ metadata }) => metadata.uid)).size < world.length,
  ],
  ['the empty uid', (world) => world.some(({ metadata }) => metadata.uid === '')],
  ['the uid __proto__', (world) => world.some(({ metadata }) => metadata.uid === '__proto__')],
  ['a thousand owners', (world) => world.some((each) => ownersOf(each).length >= 1000)],
  [
    'a version or kind that is not served',
    (world) => world.some((each) => ownersOf(each).some((one) => !isServed(one))),
  ],
  ...(
    [
      ['[KM-02] a kind in lower case', ({ kind }) => /^(configmap|secret|pod|node)$/.test(kind)],
      ['[KM-01] another spelling of a kind', ({ kind }) => /^([A-Z]{3,}|pods)$/.test(kind)],
      ['[KM-03] a list of a kind', ({ kind }) => /.List$/.test(kind)],
      ['[KM-04] a list of nothing', ({ kind }) => kind === 'List'],
      ['[KM-05] a kind without objects', ({ kind }) => kind === 'SubjectAccessReview'],
      ['[KM-06] a kind that is not watched', ({ kind }) => kind === 'Event'],
    ] as const satisfies readonly (readonly [string, (owner: OwnerReference) => boolean])[]
  ).map(
    ([what, isSo]) =>
      [what, (world: World) => world.some((each) => ownersOf(each).some(isSo))] as const,
  ),
  [
    'an owner that is not there',
    (world) =>
      world.some((each) =>
        ownersOf(each).some(({ uid }) => !world.some(({ metadata }) => metadata.uid === uid)),
      ),
  ],
  ...['example.com/hold', 'kubernetes.io/other', 'orphan', 'foregroundDeletion'].map(
    (finalizer) =>
      [
        `the finalizer ${finalizer}`,
        (world: World) => world.some(({ metadata }) => metadata.finalizers?.includes(finalizer)),
      ] as const,
  ),
  [
    'a deletion under way',
    (world) => world.some(({ metadata }) => metadata.deletionTimestamp !== undefined),
  ],
];

describe('the worlds of the properties', () => {
  // As many as a property has runs, with the usual seed.
  const worlds = fc.sample(arbitraryWorld(), { seed: 20_260_101, numRuns: 200 });

  it.each(UGLY)('have %s', (_name, isSo) => {
    expect(worlds.filter(isSo).length).toBeGreaterThan(0);
  });
});
