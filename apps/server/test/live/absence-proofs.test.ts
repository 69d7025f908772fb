import { describe, expect, it } from 'vitest';
import { DEPLOYMENTS, KINDS, ownedBy, PODS, ScriptedCluster } from './support/scripted-cluster.ts';

/** A cluster whose clock moves without a bookmark of any kind. */
function quiet(scripted: ScriptedCluster): void {
  scripted.clock.advance(100);
}

const ORPHAN = { ownerReferences: [ownedBy(DEPLOYMENTS, 'gone')] };

describe('absence of an owner', () => {
  it('[CL-06] is not verified before its kind is observed since the reference was made', () => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(PODS, 'a', ORPHAN);
    quiet(scripted);
    expect(scripted.record('pod-a').summary).toEqual({ verdict: 'not verified', rule: 'CL-06' });
    expect(scripted.record('deployment-gone').summary?.verdict).toBe('not verified');
    scripted.live.observed(DEPLOYMENTS, '2');
    quiet(scripted);
    expect(scripted.record('pod-a').summary).toMatchObject({ verdict: 'goes', when: 'now' });
    expect(scripted.record('deployment-gone').summary?.verdict).toBe('goes');
  });

  it('[CL-09] turns out wrong when the owner arrives after the object', () => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(PODS, 'a', { ownerReferences: [ownedBy(DEPLOYMENTS, 'late')] });
    quiet(scripted);
    scripted.put(DEPLOYMENTS, 'late');
    quiet(scripted);
    expect(scripted.record('pod-a').summary).toEqual({ verdict: 'stays', rule: 'AD-14' });
    const verdicts = scripted.deltas.flatMap((delta) =>
      delta.upserts.map(({ summary }) => summary?.verdict),
    );
    expect(verdicts).not.toContain('goes');
  });

  it.each([
    ['one reference does', [ownedBy(DEPLOYMENTS, 'gone')]],
    ['two references do', [ownedBy(DEPLOYMENTS, 'gone'), ownedBy(DEPLOYMENTS, 'lost')]],
  ])('[CL-05] stays proven while the object changes and its %s not', (_, ownerReferences) => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(PODS, 'a', { ownerReferences });
    scripted.tick();
    scripted.put(PODS, 'a', { ownerReferences, finalizers: ['example.com/hold'] });
    quiet(scripted);
    expect(scripted.record('pod-a').summary?.verdict).toBe('goes');
    scripted.put(PODS, 'a', { ownerReferences: [ownedBy(DEPLOYMENTS, 'other')] });
    quiet(scripted);
    expect(scripted.record('pod-a').summary?.verdict).toBe('not verified');
  });

  it('[CL-13] needs no proof where the uid lives under another name of the kind', () => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(DEPLOYMENTS, 'far', { namespace: 'other' });
    scripted.put(PODS, 'a', { ownerReferences: [ownedBy(DEPLOYMENTS, 'far')] });
    quiet(scripted);
    expect(scripted.record('pod-a').summary).toMatchObject({
      verdict: 'goes',
      wrong: [{ finding: 'cross-namespace' }],
    });
  });

  it.each(['listing', 'backoff', 'stale', 'forbidden', 'gone', 'degraded'] as const)(
    '[CL-06] is not verified while the kind is %s',
    (state) => {
      const scripted = new ScriptedCluster().sync();
      scripted.put(PODS, 'a', ORPHAN);
      scripted.tick();
      for (const kind of [DEPLOYMENTS, PODS]) {
        scripted.health(kind, state);
        expect(scripted.judge('pod-a')?.verdict).toBe('not verified');
        scripted.health(kind, 'synced');
        expect(scripted.judge('pod-a')?.verdict).toBe('goes');
      }
    },
  );
});

describe('an owner in foreground deletion', () => {
  it('[FG-01] is only free once no kind can hide what blocks it', () => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(DEPLOYMENTS, 'web', {
      deletionTimestamp: '2026-01-01T00:00:00Z',
      finalizers: ['foregroundDeletion'],
    });
    quiet(scripted);
    expect(scripted.record('deployment-web').summary?.verdict).toBe('not verified');
    for (const kind of KINDS) scripted.live.observed(kind, '1');
    quiet(scripted);
    expect(scripted.record('deployment-web').summary).toMatchObject({ verdict: 'goes' });
    scripted.health(PODS, 'forbidden');
    quiet(scripted);
    expect(scripted.record('deployment-web').summary?.verdict).toBe('not verified');
  });
});
