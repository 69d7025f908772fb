import { describe, expect, it } from 'vitest';
import type { ApiObject, ObjectMeta } from '../../../src/meta/object-meta.ts';
import { about, terminatingIn } from '../../support/evidence.ts';
import { blocking } from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { objectOf } from '../../support/simulate.ts';
import { unreadKind } from '../../support/unread-kind.ts';

const ASKED = '2026-01-01T00:00:00Z';
const SOON = '2026-01-01T00:00:10Z';
const LATE = '2026-01-01T00:10:00Z';

function going(name: string, more: Partial<ObjectMeta> = {}, kind = 'ConfigMap'): ApiObject {
  return objectOf(name, { deletionTimestamp: ASKED, ...more }, { kind });
}

describe('the command to look with', () => {
  it('[API-35] shows what a ConfigMap says, and of a Secret no content', () => {
    const held = { finalizers: ['example.com/hold'] };
    const commandOf = (kind: string): string | undefined =>
      about(terminatingIn([going('a', held, kind)], LATE), 'a').rootCauses[0]?.advice[0]?.command;
    expect(commandOf('ConfigMap')).toBe('kubectl --context test get configmaps/a -n shop -o yaml');
    expect(commandOf('Secret')).toBe('kubectl --context test describe secrets/a -n shop');
  });
});

describe('waits are no causes', () => {
  it('[OR-07] an owner whose dependents are being orphaned', () => {
    const objects = [
      going('owner', { finalizers: ['orphan'] }),
      objectOf('child', { ownerReferences: [ownedBy('owner')] }),
    ];
    const owner = about(terminatingIn(objects, SOON), 'owner');
    expect(owner.rootCauses).toMatchObject([{ type: 'work', state: 'slow', rules: ['OR-07'] }]);
    expect(owner.rootCauses[0]?.text).toBe(
      'The collector removes the reference to it from 1 object; then it goes.',
    );
  });

  it('[FG-01] [FG-02] an owner whose dependents are being deleted', () => {
    const waiting = { finalizers: ['foregroundDeletion'] };
    const alone = about(terminatingIn([going('owner', waiting)], SOON), 'owner');
    expect(alone.rootCauses).toMatchObject([{ type: 'work', state: 'slow', rules: ['FG-01'] }]);
    const objects = [
      going('owner', waiting),
      objectOf('child', { ownerReferences: [blocking('owner')] }),
    ];
    const owner = about(terminatingIn(objects, SOON), 'owner');
    expect(owner).toMatchObject({
      state: 'slow',
      rootCauses: [{ type: 'work', rules: ['FG-02'] }],
    });
  });

  it('[API-61] what nothing holds goes; after five minutes nobody knows why it has not', () => {
    expect(about(terminatingIn([going('a')], SOON), 'a').state).toBe('slow');
    const late = about(terminatingIn([going('a')], LATE), 'a');
    expect(late.state).toBe('unknown');
    expect(late.rootCauses[0]?.text).toContain('no reason why this has not happened yet');
  });
});

describe('ways', () => {
  it('[FG-02] go down to the leaf, over the worst of several', () => {
    const waiting = (owner?: string): Partial<ObjectMeta> => ({
      finalizers: ['foregroundDeletion'],
      ...(owner === undefined ? {} : { ownerReferences: [blocking(owner)] }),
    });
    const held = (owner: string, finalizer: string): Partial<ObjectMeta> => ({
      finalizers: [finalizer],
      ownerReferences: [blocking(owner)],
    });
    const objects = [
      going('top', waiting()),
      going('left', waiting('top')),
      going('right', waiting('top')),
      going('quick', held('left', 'kubernetes.io/pvc-protection')),
      going('blocked', held('right', 'example.com/hold')),
    ];
    const top = about(terminatingIn(objects, SOON), 'top');
    expect(top.chain.map(({ object, rule }) => `${object.name} ${rule}`)).toEqual([
      'top FG-02',
      'right FG-02',
      'blocked API-35',
    ]);
    expect(top.rootCauses.map(({ object, state }) => [object.name, state])).toEqual([
      ['blocked', 'blocked'],
      ['quick', 'slow'],
    ]);
  });

  it('[CL-03] to a dependent of a kind that is not served', () => {
    const gone = ownedBy('x', { apiVersion: 'no.such/v1' });
    const objects = [
      going('owner', { finalizers: ['foregroundDeletion'] }),
      objectOf('child', { ownerReferences: [blocking('owner'), gone] }),
    ];
    const owner = about(terminatingIn(objects, SOON), 'owner');
    expect(owner.rootCauses).toMatchObject([{ type: 'reference', state: 'blocked' }]);
    expect(owner.rootCauses[0]?.advice[2]?.command).toContain('/metadata/ownerReferences/1');
  });
});

describe('a namespace', () => {
  const namespace = going('shop', { namespace: '' }, 'Namespace');

  it('[NS-14] goes with the next pass when nothing is left', () => {
    const leaf = about(terminatingIn([namespace], SOON, { namespaces: new Map() }), 'shop');
    expect(leaf.rootCauses).toMatchObject([{ type: 'work', rules: ['NS-14'] }]);
  });

  it('[NS-06] without its conditions, what could not be discovered here either', () => {
    const group = unreadKind({
      group: 'm.example.com',
      resource: '*',
      kind: '*',
      state: 'degraded',
    });
    const facts = { namespaces: new Map(), kinds: [group] };
    const told = about(terminatingIn([namespace], SOON, facts), 'shop');
    expect(told.rootCauses).toMatchObject([{ type: 'discovery', state: 'blocked' }]);
  });

  it('[NS-10] [NS-16] names the webhook that refuses', () => {
    const message = 'admission webhook "deny.example.com" denied the request';
    const failure = { type: 'NamespaceDeletionContentFailure', status: 'True', message };
    const namespaces = new Map([['shop', { conditions: [failure], finalizers: ['kubernetes'] }]]);
    const told = about(terminatingIn([namespace], SOON, { namespaces }), 'shop');
    expect(told.rootCauses).toMatchObject([{ type: 'webhook', state: 'blocked' }]);
  });

  it('[NS-01] [FN-03] names other finalizers of its spec', () => {
    const status = { conditions: [], finalizers: ['kubernetes', 'example.com/origin'] };
    const namespaces = new Map([['shop', status]]);
    const told = about(terminatingIn([namespace], LATE, { namespaces }), 'shop');
    expect(told.rootCauses.map(({ type }) => type)).toEqual(['finalizer', 'namespace-controller']);
  });
});

describe('a report', () => {
  it('has the blocked first, then the oldest, and only what is being deleted', () => {
    const objects = [
      going('young', { deletionTimestamp: SOON }),
      going('old'),
      going('held', { deletionTimestamp: SOON, finalizers: ['example.com/hold'] }),
      objectOf('living'),
    ];
    const report = terminatingIn(objects, SOON);
    expect(report.objects.map(({ object }) => object.name)).toEqual(['held', 'old', 'young']);
    expect(report.unread).toEqual([]);
  });

  it('has the blocked before the unknown before the slow, and then goes by name', () => {
    const slow = { deletionTimestamp: '2026-01-01T01:00:00Z', deletionGracePeriodSeconds: 3600 };
    const objects = [
      going('a', slow, 'Pod'),
      ...['n', 'm', 'o'].map((name) => going(name)),
      going('z', { finalizers: ['example.com/hold'] }),
      objectOf('child', { ownerReferences: [ownedBy('gone')] }),
    ];
    expect(terminatingIn(objects, LATE).objects.map(({ object }) => object.name)).toEqual([
      'z',
      'm',
      'n',
      'o',
      'a',
    ]);
  });

  it('[API-51] counts from the DELETE, not from the end of the grace period', () => {
    const pod = going('pod', { deletionGracePeriodSeconds: 30 }, 'Pod');
    const { since, rootCauses } = about(terminatingIn([pod], '2025-12-31T23:59:50Z'), 'pod');
    expect(since).toBe('2025-12-31T23:59:30Z');
    expect(rootCauses[0]?.text).toBe('Pod `shop/pod` is in its grace period for 10 s more.');
  });
});
