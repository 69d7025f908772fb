import { describe, expect, it } from 'vitest';
import type { ApiObject, ObjectMeta } from '../../../src/meta/object-meta.ts';
import { ASKED, about, terminatingIn } from '../../support/evidence.ts';
import { objectOf } from '../../support/simulate.ts';

const held = objectOf('held', { deletionTimestamp: ASKED, finalizers: ['apps/hold'] });

function at(millis: number): string {
  return new Date(Date.parse(ASKED) + millis).toISOString();
}

function changesIn(objects: readonly ApiObject[], millis: number): number | undefined {
  return terminatingIn(objects, at(millis)).changesIn;
}

describe('when a report reads otherwise although nothing changes', () => {
  it('is said to the second in which what is slow is blocked', () => {
    const slow = terminatingIn([held], at(100_000));
    expect(about(slow, 'held').state).toBe('slow');
    expect(slow.changesIn).toBe(200_000);
    const late = terminatingIn([held], at(100_000 + (slow.changesIn ?? 0)));
    expect(about(late, 'held').state).toBe('blocked');
    expect(late).not.toHaveProperty('changesIn');
  });

  it('counts the patience with a kubelet from the end of the grace period', () => {
    const meta: Partial<ObjectMeta> = {
      deletionTimestamp: at(30_000).replace('.000', ''),
      deletionGracePeriodSeconds: 30,
    };
    const pod = objectOf('pod', meta, { kind: 'Pod' });
    expect(changesIn([pod], 10_000)).toBe(20_000);
    expect(changesIn([pod], 300_000)).toBe(30_000);
    expect(changesIn([pod], 310_000)).toBe(20_000);
    expect(about(terminatingIn([pod], at(310_000)), 'pod').state).toBe('slow');
    expect(about(terminatingIn([pod], at(330_000)), 'pod').state).toBe('blocked');
    expect(changesIn([pod], 330_000)).toBeUndefined();
  });

  it('is the first of all moments, and is not said where nothing is being deleted', () => {
    const later = objectOf('later', { deletionTimestamp: at(60_000).replace('.000', '') });
    expect(changesIn([later, held], 100_000)).toBe(200_000);
    expect(changesIn([objectOf('calm')], 100_000)).toBeUndefined();
  });
});
