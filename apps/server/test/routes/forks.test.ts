import { play } from '@gcscope/gc-core';
import { type Fork, plainText } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { DEPLOYMENTS, PODS } from '../live/support/scripted-cluster.ts';
import { get, post, type ScriptedApp, scriptedApp } from './support/scripted-app.ts';

/** web → rs → Pods a and b; Pod alone. */
async function chain(): Promise<ScriptedApp> {
  const served = await scriptedApp();
  const { scripted } = served;
  scripted.putWeb();
  scripted.put(PODS, 'alone');
  scripted.tick();
  return served;
}

async function fork({ app }: ScriptedApp, uid: string): Promise<{ status: number; body: Fork }> {
  const answer = await post(app, '/api/v1/forks', { uid });
  return { status: answer.statusCode, body: answer.json() };
}

describe('forks', () => {
  it('hold what a deletion can reach, enough to simulate it elsewhere', async () => {
    const served = await chain();
    const { status, body } = await fork(served, 'replicaset-rs');
    expect(status).toBe(201);
    expect(body.objects.map(({ metadata }) => metadata.uid)).toEqual([
      'deployment-web',
      'pod-a',
      'pod-b',
      'replicaset-rs',
    ]);
    const { steps, nodes } = play({ type: 'fork', fork: body }, { actions: [] });
    expect(plainText(steps[0]?.sentence ?? [])).toBe(
      'A user deletes ReplicaSet `ns/rs` with the policy Background.',
    );
    for (const record of nodes) expect(record).toEqual(served.scripted.record(record.uid));
  });

  it('stay what they were while the cluster moves on', async () => {
    const served = await chain();
    const { body } = await fork(served, 'deployment-web');
    served.scripted.delete(DEPLOYMENTS, 'deployment-web');
    served.scripted.tick();
    const again = await get(served.app, `/api/v1/forks/${body.id}`);
    expect(again.json()).toEqual(body);
  });

  it('are refused in words', async () => {
    const served = await chain();
    expect(await fork(served, 'nobody')).toMatchObject({
      status: 404,
      body: { code: 'uid-unknown' },
    });
    const lost = await get(served.app, '/api/v1/forks/__proto__');
    expect(lost.statusCode).toBe(404);
    expect(lost.json()).toMatchObject({ code: 'fork-unknown' });
  });
});
