import { describe, expect, it } from 'vitest';
import type { Explanation } from '../../../src/wire/explanation.ts';
import { explained, seenBy } from '../../support/explanations.ts';
import { ownedBy } from '../../support/nodes.ts';
import type { Plain } from '../../support/plain.ts';
import { child, objectOf } from '../../support/simulate.ts';

function rulesOf({ because }: Plain<Explanation>): string[] {
  return because.map((each) => each.rule);
}

const owner = objectOf('owner');

describe('explanations by release', () => {
  it('[AC-02] [PG-19] until 1.19 a remembered uid covers an owner that lives', () => {
    for (const [release, rule] of [
      ['v1.4', 'PG-23'],
      ['v1.17', 'CL-01'],
      ['v1.28', undefined],
    ] as const) {
      const simulation = seenBy(release, owner, child(ownedBy('owner')));
      const { absentOwnerCache } = simulation.process.collector;
      absentOwnerCache.add({ ...ownedBy('owner'), namespace: 'elsewhere' });
      const described = explained(simulation, 'child');
      expect(described.verdict).toBe(rule ? 'goes' : 'stays');
      if (rule === undefined) continue;
      expect(rulesOf(described)).toContain(rule);
      expect(described.sentence).toBe(
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

  it('[PG-30] [API-35] v1.4 has no flags and no foreground deletion', () => {
    const deleted = { deletionTimestamp: '2026-01-01T00:00:00Z' };
    const held = objectOf('held', { ...deleted, finalizers: ['foregroundDeletion'] });
    const simulation = seenBy('v1.4', held, objectOf('last', deleted));
    expect(explained(simulation, 'held').sentence).toBe('Waits for finalizer foregroundDeletion.');
    // The API server removes it: no check of the collector is due.
    expect(explained(simulation, 'last')).toMatchObject({ verdict: 'goes' });
    expect(explained(simulation, 'last')).not.toHaveProperty('when');
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
      text: '981 more references, for example: ConfigMap `shop/gone-19` does not exist.',
    });
  });
});
