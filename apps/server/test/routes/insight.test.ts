import type { Forecast } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { ClusterAudit } from '../../src/insight/cluster-audit.ts';
import type { Api } from '../../src/routes/api.ts';
import {
  NAMESPACES,
  ownedBy,
  PODS,
  REPLICA_SETS,
  ScriptedCluster,
  SECRETS,
} from '../live/support/scripted-cluster.ts';
import { get, post, type ScriptedApp, scriptedApp } from './support/scripted-app.ts';

const ASKED = '2025-12-31T00:00:00Z';
const blocks = { blockOwnerDeletion: true };

/** web → rs → two Pods, one of them held; a Namespace that hangs; a reference to nothing. */
async function withProblems(): Promise<ScriptedApp> {
  const scripted = new ScriptedCluster().sync().putWeb(blocks);
  const ownerReferences = [ownedBy(REPLICA_SETS, 'rs', blocks)];
  scripted.put(PODS, 'b', { ownerReferences, finalizers: ['example.com/hold'] });
  scripted.put(PODS, 'lost', { ownerReferences: [ownedBy(REPLICA_SETS, 'ghost')] });
  scripted.put(NAMESPACES, 'gone', { deletionTimestamp: ASKED });
  const held = { namespace: 'gone', finalizers: ['example.com/x'], deletionTimestamp: ASKED };
  scripted.put(SECRETS, 'held', held);
  scripted.tick();
  const discovery = {
    type: 'NamespaceDeletionDiscoveryFailure',
    status: 'True',
    message: 'stale GroupVersion discovery: metrics.example.com/v1',
  };
  return scriptedApp({
    scripted,
    readStatus: async (_, name) => {
      if (name === 'gone') return { conditions: [discovery], finalizers: ['kubernetes'] };
      const finalizers = ['kubernetes', ...(name === 'foreign' ? ['example.com/keep'] : [])];
      return { conditions: [], finalizers };
    },
  });
}

describe('forecast', () => {
  it('of one object, policy by policy', async () => {
    const { app } = await withProblems();
    const url = '/api/v1/objects/deployment-web/forecast';
    const answer = await get(app, url);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toMatchObject({
      targets: [{ name: 'web' }],
      policies: [
        { policy: 'Background', blocked: [{ object: { name: 'b' }, terminating: true }] },
        { policy: 'Foreground', blocked: [{}, {}, {}] },
        { policy: 'Orphan', orphaned: [{ object: { name: 'rs' } }] },
      ],
    });
  });

  it('of a selection, for the policies that are asked for', async () => {
    const { app } = await withProblems();
    const payload = { uids: ['pod-a', 'pod-lost'], policies: ['Background'] };
    const answer = await post(app, '/api/v1/forecasts', payload);
    expect(answer.json()).toMatchObject({
      targets: [{ name: 'a' }, { name: 'lost' }],
      policies: [{ policy: 'Background', deleted: [{}, {}] }],
    });
  });

  it('[NS-05] of what is last in a Namespace rests on what is read of that', async () => {
    const { app, scripted } = await withProblems();
    for (const namespace of ['emptied', 'foreign']) {
      scripted.put(NAMESPACES, namespace, { deletionTimestamp: ASKED });
      scripted.put(SECRETS, `of-${namespace}`, { namespace });
    }
    scripted.tick();
    const goneWith = async (secret: string): Promise<string[]> => {
      const url = `/api/v1/objects/secret-${secret}/forecast`;
      const { policies } = (await get(app, url)).json<Forecast>();
      return policies[0]?.deleted.map(({ object }) => object.name) ?? [];
    };
    expect(await goneWith('of-emptied')).toEqual(['of-emptied', 'emptied']);
    expect(await goneWith('of-foreign')).toEqual(['of-foreign']);
  });
});

describe('terminating', () => {
  it('names what holds each object, with the conditions of Namespaces', async () => {
    const { app } = await withProblems();
    const all = (await get(app, '/api/v1/terminating')).json();
    expect(all.objects.map(({ object }: { object: { name: string } }) => object.name)).toEqual([
      'gone',
      'held',
    ]);
    const url = '/api/v1/terminating?uid=namespace-gone';
    const { objects } = (await get(app, url)).json();
    expect(objects).toMatchObject([
      { state: 'blocked', rootCauses: [{ type: 'discovery' }, { type: 'finalizer' }] },
    ]);
  });
});

describe('audit', () => {
  const rules = async (app: Api, query: string): Promise<string[]> => {
    const answer = await get(app, `/api/v1/audit${query}`);
    return answer.json().findings.map(({ rule }: { rule: string }) => rule);
  };

  it('lists findings, and follows the cluster', async () => {
    const { app, scripted } = await withProblems();
    const before = ['dangling', 'unhandled-finalizer', 'unhandled-finalizer'];
    expect((await rules(app, '')).toSorted()).toEqual(before);
    scripted.delete(PODS, 'pod-lost');
    expect(await rules(app, '?rule=dangling')).toEqual([]);
  });

  it('of the same state is made once, and one after the other', async () => {
    const { scripted } = await withProblems();
    const audit = new ClusterAudit(scripted.cluster);
    const [first, same, narrow] = [{}, {}, { severity: 'error' as const }].map((filter) =>
      audit.report(filter),
    );
    expect(await same).toBe(await first);
    expect((await narrow)?.findings.length).toBe(2);
    expect((await first)?.findings.length).toBe(3);
  });

  it.each([
    ['?namespace=ns&severity=error', ['dangling']],
    ['?namespace=gone', ['unhandled-finalizer']],
    ['?kind=Secret&kind=Deployment.apps', ['unhandled-finalizer']],
    ['?rule=dangling&rule=cycle', ['dangling']],
  ])('is narrowed down by %s', async (query, expected) => {
    const { app } = await withProblems();
    expect(await rules(app, query)).toEqual(expected);
  });
});
