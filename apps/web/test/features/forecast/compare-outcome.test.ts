import { type NodeRecord, say } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { compareOutcome } from '../../../src/features/forecast/compare-outcome.ts';
import { policyForecast } from '../../support/forecast.ts';
import { ownedBy, record } from '../../support/record.ts';

const web = record({ uid: 'web', kind: 'Deployment' });
const replicas = record({ uid: 'rs', kind: 'ReplicaSet', owners: [ownedBy(web)] });
const pod = record({ uid: 'pod', owners: [ownedBy(replicas)] });
const held = record({ uid: 'held', owners: [ownedBy(web)], finalizers: ['example.com/hold'] });

const line = (object: NodeRecord): { object: NodeRecord; rule: string } => ({
  object,
  rule: 'AD-17',
});
const by = { type: 'finalizer', finalizers: ['example.com/hold'], removedBy: 'x' } as const;
const background = policyForecast('Background', {
  deleted: [web, replicas, pod].map(line),
  blocked: [{ ...line(held), terminating: true, by }],
});
const orphan = policyForecast('Orphan', {
  deleted: [line(web)],
  orphaned: [replicas, held].map(line),
});

function compare(...there: NodeRecord[]): ReturnType<typeof compareOutcome> {
  const records = new Map(there.map((each) => [each.uid, each]));
  return compareOutcome([background, orphan], [web], records);
}

describe('the outcome of a deletion beside its forecast', () => {
  it('is as forecast when everything ended as it was said', () => {
    const outcome = compare({ ...held, beingDeleted: true });
    expect(outcome).toMatchObject({ asForecast: 4, differences: [] });
    expect(outcome?.forecast.policy).toBe('Background');
  });

  it('is laid beside the policy that fits best', () => {
    const outcome = compare({ ...replicas, owners: [] }, pod, { ...held, owners: [] });
    expect(outcome).toMatchObject({ asForecast: 3, differences: [] });
    expect(outcome?.forecast.policy).toBe('Orphan');
  });

  it('what was in deletion before stays there without its reference, or is gone', () => {
    const text = say`It was already being deleted, and only loses the reference.`;
    const already = policyForecast('Orphan', { orphaned: [{ ...line(held), text }] });
    const there = new Map([[held.uid, { ...held, owners: [], beingDeleted: true }]]);
    for (const records of [there, new Map<string, NodeRecord>()]) {
      expect(compareOutcome([already], [web], records)).toMatchObject({ asForecast: 1 });
    }
  });

  it('what hidden objects may delay counts like what is deleted; of other unverified objects nothing is expected', () => {
    const unread = ['Secret'];
    const foreground = policyForecast('Foreground', {
      notVerified: [
        { ...line(web), rule: 'FG-01', unread },
        { ...line(pod), rule: 'CL-06', unread },
      ],
    });
    const outcome = (...there: NodeRecord[]): unknown =>
      compareOutcome([foreground], [web], new Map(there.map((each) => [each.uid, each])));
    expect(outcome(pod)).toMatchObject({ asForecast: 1, differences: [] });
    expect(outcome({ ...web, beingDeleted: true }, pod)).toMatchObject({
      asForecast: 0,
      differences: [{ object: web, forecast: 'notVerified', state: 'terminating' }],
    });
  });

  it('names what differs, or is not yet done', () => {
    const outcome = compare(pod, { ...held, owners: [] });
    expect(outcome?.forecast.policy).toBe('Orphan');
    expect(outcome?.differences).toEqual([
      { object: replicas, forecast: 'orphaned', state: 'gone' },
    ]);
    expect(compare(replicas, pod, held)?.differences).toContainEqual({
      object: replicas,
      forecast: 'orphaned',
      state: 'there',
    });
  });
});
