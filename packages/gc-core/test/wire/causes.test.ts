import { describe, expect, it } from 'vitest';
import { alikeCauses, causesOf } from '../../src/wire/causes.ts';
import { ASKED, going, LATE, reportOn } from '../support/evidence.ts';
import { objectOf } from '../support/simulate.ts';

describe('causes that one controller can end', () => {
  it('have the same finalizer, in the spec of a Namespace or in metadata', () => {
    const spec = { shop: ['e.com/a', 'e.com/b'], bank: ['e.com/a'] };
    const deleted = { namespace: '', deletionTimestamp: ASKED };
    const objects = [
      ...Object.keys(spec).map((name) => objectOf(name, deleted, { kind: 'Namespace' })),
      going('held', { finalizers: ['e.com/b'] }),
      going('alone', { finalizers: ['e.com/c'] }),
    ];
    const namespaces = new Map(
      Object.entries(spec).map(([name, finalizers]) => [name, { conditions: [], finalizers }]),
    );
    const causes = causesOf(reportOn(objects, LATE, { namespaces }).objects);
    const groups = alikeCauses(causes.filter(({ cause }) => cause.type === 'finalizer'));
    const told = groups.map((group) => [
      group.finalizer,
      ...group.causes.map(({ cause }) => cause.object.name).sort(),
    ]);
    expect(told.sort()).toEqual([
      [undefined, 'alone'],
      ['e.com/a', 'bank', 'shop'],
      ['e.com/b', 'held', 'shop'],
    ]);
  });
});
