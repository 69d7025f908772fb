import { RELEASES } from '@gcscope/gc-core';
import { applyDelta, plainText, type SimulationView } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { DEPLOYMENTS, ownedBy, PODS, REPLICA_SETS } from '../live/support/scripted-cluster.ts';
import { OWN_POST, type ScriptedApp, scriptedApp } from './support/scripted-app.ts';

/** web → rs → Pod a. */
async function chain(): Promise<ScriptedApp> {
  const served = await scriptedApp();
  const { scripted } = served;
  scripted.put(DEPLOYMENTS, 'web');
  scripted.put(REPLICA_SETS, 'rs', { ownerReferences: [ownedBy(DEPLOYMENTS, 'web')] });
  scripted.put(PODS, 'a', { ownerReferences: [ownedBy(REPLICA_SETS, 'rs')] });
  scripted.tick();
  return served;
}

describe('simulations', () => {
  const start = async (body: object) => {
    const { app } = await chain();
    return app.inject({
      method: 'POST',
      url: '/api/v1/simulations',
      headers: { ...OWN_POST, 'content-type': 'application/json' },
      payload: { uid: 'deployment-web', ...body },
    });
  };

  it.each(Object.keys(RELEASES))('follow %s', async (release) => {
    const answer = await start({ propagationPolicy: 'Background', release });
    expect(answer.statusCode).toBe(201);
    const { steps, nodes, ...view } = answer.json() as SimulationView;
    expect(view.release).toBe(release);
    const records = new Map(nodes.map((record) => [record.uid, record]));
    for (const step of steps) applyDelta(records, step.delta);
    expect([...records.keys()]).not.toContain('pod-a');
  });

  it('[PG-29] [PG-35] are those of the Propagator in v1.4', async () => {
    const background = await start({ propagationPolicy: 'Background', release: 'v1.4' });
    const { steps } = background.json() as SimulationView;
    expect(plainText(steps[0]?.sentence ?? [])).toBe(
      'A user deletes Deployment `ns/web` with orphanDependents: false.',
    );
    expect(steps[0]).toMatchObject({
      requests: [{ body: expect.stringContaining('"orphanDependents":false') }],
    });
    const rules = steps.map((step) => step.rule);
    expect(rules).toContain('PG-29');
    expect(rules.filter((rule) => /^(AD|GB|FG|CL)-/.test(rule))).toEqual([]);
    const orphan = await start({ propagationPolicy: 'Orphan', release: 'v1.4' });
    const kept = orphan.json() as SimulationView;
    expect(kept.steps.map((step) => step.rule)).toContain('PG-36');
    expect(kept.steps.flatMap((step) => step.delta.removes)).toEqual(['deployment-web']);
  });

  it('refuse a release that is not known, and a policy that the release does not know', async () => {
    const unknown = await start({ propagationPolicy: 'Orphan', release: 'v1.99' });
    expect(unknown.statusCode).toBe(400);
    expect(unknown.json()).toMatchObject({
      code: 'release-unknown',
      title: 'gcscope does not know the release "v1.99".',
      detail: 'Choose one of v1.4, v1.13, v1.17, v1.28, v1.36.',
    });
    const early = await start({ propagationPolicy: 'Foreground', release: 'v1.4' });
    expect(early.statusCode).toBe(422);
    expect(early.json()).toMatchObject({ title: 'Kubernetes v1.4 has no foreground deletion.' });
  });
});
