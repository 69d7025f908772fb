import { describe, expect, it } from 'vitest';
import type { Explanation } from '../../../src/wire/explanation.ts';
import { explained, seenBy } from '../../support/explanations.ts';
import { ownedBy } from '../../support/nodes.ts';
import type { Plain } from '../../support/plain.ts';
import { child, clusterNode, objectOf } from '../../support/simulate.ts';

function rulesOf({ because }: Plain<Explanation>): string[] {
  return because.map((each) => each.rule);
}

const owner = objectOf('owner');
const farOwner = objectOf('owner', { namespace: 'far' });

describe('explanations by release', () => {
  it.each([
    ['v1.4', ['PG-29', 'PG-25']],
    ['v1.13', ['AD-17', 'CL-13']],
    ['v1.36', ['AD-17', 'CL-13']],
  ] as const)('%s: an owner in another namespace is absent [PG-25] [CL-13]', (release, rules) => {
    const told = explained(seenBy(release, farOwner, child(ownedBy('owner'))), 'child');
    expect(told.verdict).toBe('goes');
    expect(rulesOf(told)).toEqual(rules);
  });

  it.each([
    ['v1.4', 'goes', 'PG-29'],
    ['v1.13', 'stays', 'AD-14'],
    ['v1.36', 'stays', 'AD-14'],
  ] as const)(
    '%s: a cluster-scoped owner is asked for [PG-25] [CL-12]',
    (release, verdict, rule) => {
      const references = [ownedBy('n', { kind: 'Node' })];
      const told = explained(seenBy(release, clusterNode('n'), child(...references)), 'child');
      expect(told).toMatchObject({ verdict, because: [{ rule }, {}] });
    },
  );

  it('[AC-02] [PG-19] until 1.19 a remembered uid covers an owner that lives', () => {
    for (const [release, rule] of [
      ['v1.4', 'PG-23'],
      ['v1.17', 'CL-01'],
      ['v1.28', undefined],
    ] as const) {
      const simulation = seenBy(release, owner, child(ownedBy('owner')));
      const { absentOwnerCache } = simulation.process.collector;
      absentOwnerCache.add({ ...ownedBy('owner'), namespace: 'elsewhere' });
      const told = explained(simulation, 'child');
      expect(told.verdict).toBe(rule ? 'goes' : 'stays');
      if (rule === undefined) continue;
      expect(rulesOf(told)).toContain(rule);
      expect(told.sentence).toBe(
        'Goes, because the collector remembers ConfigMap `shop/owner` as absent, though ConfigMap `shop/owner` with this uid exists.',
      );
    }
  });

  it('[AC-07] an owner of an unserved kind that is remembered as absent does not keep the object', () => {
    const reference = ownedBy('x', { apiVersion: 'no.such/v1', kind: 'Thing' });
    const simulation = seenBy('v1.36', child(reference));
    expect(explained(simulation, 'child')).toMatchObject({ verdict: 'stays' });
    const { absentOwnerCache } = simulation.process.collector;
    absentOwnerCache.add({ ...reference, namespace: 'shop' });
    const entries = absentOwnerCache.entries();
    expect(rulesOf(explained(simulation, 'child'))).toEqual(['AD-17', 'CL-02']);
    expect(absentOwnerCache.entries()).toEqual(entries);
  });

  it('[PG-24] [PG-28] v1.4 looks at references in their order, [PG-22] and knows none', () => {
    const unserved = ownedBy('x', { apiVersion: 'no.such/v1', kind: 'Thing' });
    const first = explained(seenBy('v1.4', owner, child(unserved, ownedBy('owner'))), 'child');
    expect(rulesOf(first)).toEqual(['PG-24', 'PG-28']);
    const second = explained(seenBy('v1.4', owner, child(ownedBy('owner'), unserved)), 'child');
    expect(rulesOf(second)).toEqual(['PG-28', 'PG-24']);
    expect(rulesOf(explained(seenBy('v1.4', owner), 'owner'))).toEqual(['PG-22']);
  });

  it('[PG-30] [API-35] v1.4 has no flags and no foreground deletion', () => {
    const deleted = { deletionTimestamp: '2026-01-01T00:00:00Z' };
    const held = objectOf('held', { ...deleted, finalizers: ['foregroundDeletion'] });
    const simulation = seenBy('v1.4', held, objectOf('last', deleted));
    expect(explained(simulation, 'held').sentence).toBe('Waits for finalizer foregroundDeletion.');
    expect(explained(simulation, 'last')).toMatchObject({ verdict: 'goes', when: 'now' });
    expect(rulesOf(explained(simulation, 'last'))).toEqual(['PG-30']);
  });
});

describe('a thousand references', () => {
  it('[CL-14] are judged all, and told in short', () => {
    const many = Array.from({ length: 1000 }, (_, at) => ownedBy(`gone-${at}`));
    const simulation = seenBy('v1.36', owner, child(...many, ownedBy('owner')));
    const { verdict, because } = explained(simulation, 'child');
    expect(verdict).toBe('stays');
    expect(because).toHaveLength(22);
    expect(because[1]?.rule).toBe('CL-09');
    expect(because.at(-1)).toMatchObject({
      rule: 'CL-05',
      text: '981 more references: the owner does not exist.',
    });
  });
});
