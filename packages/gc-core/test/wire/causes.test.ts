import { describe, expect, it } from 'vitest';
import type { ObjectReference } from '../../src/meta/object-reference.ts';
import { plainText, say } from '../../src/meta/sentence.ts';
import { alikeCauses, causesOf, describeAlike } from '../../src/wire/causes.ts';
import type { ReportedCause } from '../../src/wire/terminating.ts';
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
    const described = groups.map((group) => [
      group.finalizer,
      ...group.causes.map(({ cause }) => cause.object.name).sort(),
    ]);
    expect(described.sort()).toEqual([
      [undefined, 'alone'],
      ['e.com/a', 'bank', 'shop'],
      ['e.com/b', 'held', 'shop'],
    ]);
  });

  it.each([
    ['none', ['Secret', 'Secret'], [], 'is on 2 Secrets'],
    ['one', ['Secret', 'Secret', 'Secret'], ['a'], 'on 3 Secrets blocks ConfigMap `a`'],
    ['several', ['Secret', 'ConfigMap'], ['a', 'b'], 'on 2 objects blocks 2 other deletions'],
  ])(
    'say in one sentence where the finalizer is, with %s waiting for them',
    (_, kinds, names, said) => {
      const held = kinds.map((kind, at) => going(`held-${at}`, { finalizers: ['e.com/x'] }, kind));
      const { objects } = reportOn(held, LATE);
      const rootCauses = objects.flatMap((each) => each.rootCauses);
      const waiting = names.map((name) => {
        const object = { apiVersion: 'v1', kind: 'ConfigMap', namespace: '', name, uid: name };
        return { object, state: 'blocked' as const, chain: [], rootCauses, misleading: [] };
      });
      const groups = alikeCauses(causesOf([...objects, ...waiting]));
      expect(groups.map((each) => plainText(describeAlike(each)))).toEqual([
        expect.stringMatching(
          new RegExp(`^The finalizer \`e\\.com/x\` ${said}: only the controller of e\\.com `),
        ),
      ]);
    },
  );
});

it('what is blocked comes before what is only slow, then what blocks most deletions, then the oldest', () => {
  const terminating = (name: string, state: 'blocked' | 'slow', ...causes: readonly string[]) => {
    const objectCalled = (each: string): ObjectReference => {
      return { apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: each, uid: each };
    };
    const rootCauses = causes.map((each): ReportedCause => {
      const object = objectCalled(each);
      return { type: 'kubelet', state, object, text: say`${each}`, rules: [], advice: [] };
    });
    return { object: objectCalled(name), state, chain: [], rootCauses, misleading: [] };
  };
  const causes = causesOf([
    terminating('a', 'blocked', 'blocks-1'),
    terminating('b', 'blocked', 'blocks-2'),
    terminating('c', 'blocked', 'blocks-2'),
    terminating('d', 'slow', 'older'),
    terminating('e', 'slow', 'younger'),
    terminating('f', 'slow', 'younger'),
    terminating('g', 'slow', 'alone'),
  ]);
  const names = alikeCauses(causes).map(({ cause }) => cause.object.name);
  expect(names).toEqual(['blocks-2', 'blocks-1', 'younger', 'older', 'alone']);
});
