import type { ApiObject } from '@gcscope/gc-core';
import type { LabelCounts, LabelMatches } from '@gcscope/gc-core/wire';
import { beforeEach, describe, expect, it } from 'vitest';
import { labelReaders } from '../../src/live/label-reader.ts';
import type { Api } from '../../src/routes/api.ts';
import { type Front, startFront } from '../live/support/front.ts';
import {
  DEPLOYMENTS,
  KINDS,
  NODES,
  PODS,
  ScriptedCluster,
  SECRETS,
} from '../live/support/scripted-cluster.ts';
import { get, scriptedApp } from './support/scripted-app.ts';

function labelled(kind: string, name: string, labels: Record<string, string>): ApiObject {
  const apiVersion = kind === 'Deployment' ? 'apps/v1' : 'v1';
  const uid = `${kind.toLowerCase()}-${name}`;
  return { apiVersion, kind, metadata: { name, namespace: 'ns', uid, labels } };
}

const HOSTILE: Record<string, string> = JSON.parse('{"__proto__": "x", "app": "web"}');

describe('labels', () => {
  let front: Front;
  let scripted: ScriptedCluster;
  let app: Api;

  beforeEach(async () => {
    front = await startFront([
      labelled('Deployment', 'web', { app: 'web' }),
      labelled('Pod', 'a', HOSTILE),
      labelled('Pod', 'b', { app: 'db', tier: 'back' }),
      labelled('Secret', 'key', { app: 'web' }),
    ]);
    scripted = new ScriptedCluster().sync();
    scripted.put(DEPLOYMENTS, 'web');
    for (const name of ['a', 'b']) scripted.put(PODS, name);
    scripted.put(SECRETS, 'key');
    scripted.tick();
    const readLabels = labelReaders(front.client, scripted.clock)();
    ({ app } = await scriptedApp({ scripted, readLabels }));
  });

  async function matches(selector: string, more = ''): Promise<LabelMatches> {
    const url = `/api/v1/labels?selector=${encodeURIComponent(selector)}${more}`;
    const answer = await get(app, url);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    const found: LabelMatches = answer.json();
    return { ...found, uids: found.uids.toSorted() };
  }

  it.each([
    ['app=web', ['deployment-web', 'pod-a', 'secret-key']],
    ['app in (db,cache),tier', ['pod-b']],
    ['!tier,app!=web', []],
  ])('of %s asks each kind that has objects, once, for metadata', async (selector, uids) => {
    expect(await matches(selector)).toEqual({ selector, uids, asked: 3, unasked: [] });
    await matches(selector);
    const paths = front.asked.map((url) => new URL(url, front.url));
    expect(paths.map(({ pathname }) => pathname).toSorted()).toEqual([
      '/api/v1/pods',
      '/api/v1/secrets',
      '/apis/apps/v1/deployments',
    ]);
    expect(new Set(paths.map((url) => url.searchParams.get('labelSelector')))).toEqual(
      new Set([selector]),
    );
  });

  it('asks only kinds that are named', async () => {
    const { uids, asked } = await matches('app=web', '&kind=Pod&kind=Deployment.apps');
    expect([uids, asked]).toEqual([['deployment-web', 'pod-a'], 2]);
  });

  it('names the kinds that it could not ask, with the reason', async () => {
    front.refused = /secrets/;
    scripted.health(NODES, 'forbidden', 'Nodes may not be listed.');
    scripted.tick();
    const { uids, asked, unasked } = await matches('app=web');
    expect([uids, asked]).toEqual([['deployment-web', 'pod-a'], 2]);
    expect(unasked).toEqual([
      { group: '', kind: 'Node', message: 'Nodes may not be listed.' },
      { group: '', kind: 'Secret', message: expect.stringMatching(/HTTP 403 Forbidden/) },
    ]);
  });

  it('says that a server that is gone did not answer', async () => {
    await front.close();
    const { asked, unasked } = await matches('app=web');
    expect(asked).toBe(0);
    expect(unasked).toHaveLength(3);
  });

  it.each(['app=we b', 'a=b,=c', '<b>', '__proto__=x', 'app in web', ',', ''])(
    'refuses %j with a sentence',
    async (selector) => {
      const url = `/api/v1/labels?selector=${encodeURIComponent(selector)}`;
      const answer = await get(app, url);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad-request']);
      expect(answer.json().title).toMatch(/label (requirement|selector)/);
      expect(front.asked).toEqual([]);
    },
  );

  it('counts the labels of some kinds and namespaces, those that a selector can name', async () => {
    scripted.health(NODES, 'forbidden', 'Nodes may not be listed.');
    scripted.tick();
    const counts = async (query: string): Promise<LabelCounts> =>
      (await get(app, `/api/v1/labels/counts${query}`)).json();
    expect(await counts('')).toEqual({
      labels: [
        { label: 'app=web', count: 3 },
        { label: 'app=db', count: 1 },
        { label: 'tier=back', count: 1 },
      ],
      objects: 4,
      isCut: false,
      asked: 3,
      unasked: [{ group: '', kind: 'Node', message: 'Nodes may not be listed.' }],
    });
    front.refused = /secrets/;
    const ofSome = await counts('?kind=Pod&kind=Secret&namespace=ns&namespace=other');
    expect(ofSome).toMatchObject({ objects: 2, asked: 1, unasked: [{ kind: 'Secret' }] });
    expect(front.asked).toContain('/api/v1/namespaces/other/pods?limit=500');
    expect(await counts('?namespace=')).toMatchObject({ labels: [], objects: 0 });
  });

  it('is 503 without a cluster to ask', async () => {
    const alone = await scriptedApp();
    const answer = await get(alone.app, '/api/v1/labels?selector=app');
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'labels-unread']);
  });

  it('asks at most four kinds at a time', async () => {
    for (const each of KINDS) scripted.put(each, 'more');
    scripted.tick();
    await matches('app=web');
    expect(front.asked).toHaveLength(KINDS.length);
    expect(front.mostOpen).toBeLessThanOrEqual(4);
  });
});
