import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NodeRecord, OwnerReference } from '../../src/wire/index.ts';
import { packNodes, unpackNodes } from '../../src/wire/index.ts';
import { record } from './records.ts';

const names = ['', 'a', 'a b', '__proto__', 'constructor', '<b>', '1', '9'.repeat(40)];
const texts = fc.constantFrom(...names);
const optionalFlag = fc.constantFrom(undefined, false, true);

const references: fc.Arbitrary<OwnerReference> = fc
  .record({
    apiVersion: texts,
    kind: texts,
    name: texts,
    uid: texts,
    controller: optionalFlag,
    blockOwnerDeletion: optionalFlag,
  })
  .map(withoutUndefined);

const records: fc.Arbitrary<NodeRecord> = fc
  .record({
    uid: fc.oneof(texts, fc.uuid()),
    apiVersion: texts,
    kind: texts,
    namespace: texts,
    name: texts,
    owners: fc.array(references, { maxLength: 3 }),
    finalizers: fc.array(texts, { maxLength: 2 }),
    resourceVersion: fc.constantFrom(undefined, '1', '18446744073709551616'),
    creationTimestamp: fc.constantFrom(undefined, '2026-01-01T00:00:00Z'),
    deletionTimestamp: fc.constantFrom(undefined, '2026-01-01T00:00:00Z'),
    deletionGracePeriodSeconds: fc.constantFrom(undefined, 0, 30),
    virtual: fc.boolean(),
    beingDeleted: fc.boolean(),
    deletingDependents: fc.boolean(),
    summary: fc.option(
      fc
        .record({
          verdict: fc.constantFrom('stays' as const, 'goes' as const),
          rule: fc.constantFrom('AD-01', 'AD-02'),
          when: fc.constantFrom(undefined, 'now' as const, 'restart' as const),
          blockedBy: fc.option(texts, { nil: undefined }),
          wrong: fc.constantFrom(undefined, [{ index: 0, finding: 'dangling' as const }]),
        })
        .map(withoutUndefined),
      { nil: undefined },
    ),
  })
  .map(withoutUndefined);

describe('packed nodes', () => {
  it('are the records again, also after their way over the wire', () => {
    fc.assert(
      fc.property(fc.array(records, { maxLength: 20 }), fc.nat(), (drawn, choice) => {
        // References that name an owner as its own row does, as nearly all of a cluster do.
        const world = drawn.map((each, at) => {
          const owner = drawn[(choice + at) % drawn.length];
          if (!owner || at % 2 === 0) return each;
          const { apiVersion, kind, name, uid } = owner;
          const flags = at % 3 === 0 ? { controller: true } : {};
          const plain = { apiVersion, kind, name, uid, ...flags };
          return { ...each, owners: [plain, ...each.owners] };
        });
        const wire = JSON.parse(JSON.stringify(packNodes(world)));
        expect(unpackNodes(wire)).toEqual(world);
      }),
    );
  });

  it('say of a plain reference no more than its row and its flags', () => {
    const set = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web' };
    const reference = { ...set, uid: 'o', controller: true };
    const owners = [reference, { ...reference, name: 'other' }];
    const packed = packNodes([record('p', { owners }), record('o', set)]);
    expect(packed).toMatchObject({
      owners: [11, -1],
      references: [{ name: 'other' }],
      traits: [{ finalizers: [], virtual: false, beingDeleted: false, deletingDependents: false }],
      resourceVersion: [],
      summary: [-1, -1],
    });
  });
});

function withoutUndefined<T extends object>(
  value: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], undefined> };
}
