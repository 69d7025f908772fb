import type { ApiObject } from '@gcscope/gc-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { labelReaders } from '../../src/live/label-reader.ts';
import type { NodeSource } from '../../src/node-source/node-source.ts';
import { type Front, startFront } from '../live/support/front.ts';
import { PODS, ScriptedCluster, SECRETS } from '../live/support/scripted-cluster.ts';
import { SharedApp } from './support/shared-app.ts';

function labelled(kind: string, namespace: string, name: string): ApiObject {
  const uid = `${kind.toLowerCase()}-${name}`;
  return { apiVersion: 'v1', kind, metadata: { name, namespace, uid, labels: { app: name } } };
}

/** A node that nobody may see by accident. */
const NODE: NodeSource = {
  name: 'node-7',
  source: 'cri',
  read: () => Promise.reject(new Error('it was read')),
  readRecently: () => Promise.reject(new Error('it was read')),
};

describe('what is asked beside the graph, for a person who may list Pods of one namespace,', () => {
  let front: Front;
  let shared: SharedApp;
  let cookie: string;
  let mayProxy: boolean;

  beforeEach(async () => {
    front = await startFront([
      labelled('Pod', 'a', 'web'),
      labelled('Pod', 'b', 'db'),
      labelled('Secret', 'a', 'key'),
    ]);
    const scripted = new ScriptedCluster().sync();
    scripted.put(PODS, 'web', { namespace: 'a' });
    scripted.put(PODS, 'db', { namespace: 'b' });
    scripted.put(SECRETS, 'key', { namespace: 'a' });
    scripted.tick();
    const newLabelReader = labelReaders(front.client, scripted.clock);
    shared = await SharedApp.start({ scripted, newLabelReader, nodes: [NODE] });
    mayProxy = false;
    shared.reviews.tokens.set('token', 'ann');
    shared.reviews.allows = ({ resource, subresource, verb, namespace }) =>
      (verb === 'list' && resource === 'pods' && namespace === 'a') ||
      (mayProxy && verb === 'get' && resource === 'nodes' && subresource === 'proxy');
    cookie = await shared.signIn('token');
  });

  afterEach(() => shared.stop());

  const lists = (): string[] => front.asked.map((path) => path.split('?', 1)[0] ?? '');

  it('labels are those of these Pods', async () => {
    const found = (await shared.get('/api/v1/labels?selector=app', cookie)).json();
    expect(found.uids).toEqual(['pod-web']);
    expect(lists()).toEqual(['/api/v1/namespaces/a/pods']);
  });

  it.each(['', '?namespace=a&namespace=b', '?namespace=a&namespace=&kind=Pod&kind=Secret'])(
    'labels are counted of these Pods alone: %s',
    async (asked) => {
      const counts = (await shared.get(`/api/v1/labels/counts${asked}`, cookie)).json();
      expect([counts.objects, counts.labels]).toEqual([1, [{ label: 'app=web', count: 1 }]]);
      expect(counts.isCut).toBe(false);
      expect(lists()).toEqual(['/api/v1/namespaces/a/pods']);
    },
  );

  it('nodes are shown only to those who may read them through the API server', async () => {
    const list = async () => (await shared.get('/api/v1/nodes', cookie)).json().nodes;
    expect(await list()).toEqual([]);
    const answer = await shared.get('/api/v1/nodes/node-7', cookie);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'node-unknown']);
    expect(answer.body).not.toContain('node-7');
    mayProxy = true;
    shared.scripted.clock.advance(60_000);
    expect(await list()).toEqual([{ name: 'node-7', source: 'cri' }]);
  });
});
