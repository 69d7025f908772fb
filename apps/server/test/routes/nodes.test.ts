import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { type NodeInput, openNodeSource } from '../../src/node-source/node-source.ts';
import { ownedBy, PODS, REPLICA_SETS } from '../live/support/scripted-cluster.ts';
import { criContainer, FakeCri } from '../node-source/support/fake-cri.ts';
import { SANDBOX, startSmallRuntime } from '../node-source/support/small-runtime.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';
import { get as getAnswer, type ScriptedApp, scriptedApp } from './support/scripted-app.ts';

const folder = testFolder();

const CRICTL = fileIn(folder, 'ps.json', {
  containers: ['p0', '0123456789abcdef0123456789abcdef'].map((uid, index) => ({
    ...criContainer(`c${index}`),
    labels: {
      'io.kubernetes.pod.uid': uid,
      'io.kubernetes.pod.name': index === 0 ? 'web' : 'etcd-a',
      'io.kubernetes.pod.namespace': 'ns',
    },
  })),
});

/** An application that reads a node beside a cluster in which `web` is owned by a ReplicaSet. */
async function served(...inputs: readonly NodeInput[]): Promise<ScriptedApp> {
  const nodes = inputs.map((input) => openNodeSource(input, { flags: [] }, systemClock));
  const app = await scriptedApp({ nodes });
  app.scripted.put(REPLICA_SETS, 'rs');
  const ownerReferences = [ownedBy(REPLICA_SETS, 'rs', { controller: true })];
  app.scripted.put(PODS, 'web', { uid: 'p0', ownerReferences });
  app.scripted.put(PODS, 'etcd-a', { uid: 'mirror', ownerReferences });
  app.scripted.tick();
  return app;
}

const files: NodeInput = { type: 'crictl', files: [CRICTL] };
const get = async ({ app }: ScriptedApp, url: string) => {
  const answer = await getAnswer(app, url);
  return { status: answer.statusCode, body: answer.json() };
};

describe('nodes', () => {
  it('are none unless one is connected', async () => {
    const app = await served();
    expect((await get(app, '/api/v1/nodes')).body).toEqual({ nodes: [] });
    const { status, body } = await get(app, '/api/v1/nodes/a');
    expect([status, body.code]).toEqual([404, 'node-unknown']);
    expect(body.detail).toContain('--cri SOCKET');
  });

  it('are read anew when one is asked for, with the owners that the cluster knows', async () => {
    const app = await served(files);
    expect((await get(app, '/api/v1/nodes')).body).toEqual({
      nodes: [{ name: 'ps.json', source: 'crictl' }],
    });
    const { body } = await get(app, '/api/v1/nodes/ps.json');
    expect(body).toMatchObject({ kind: 'NodeReading', name: 'ps.json', source: 'crictl' });
    expect(body.owners).toEqual([
      { pod: 'p0', owner: { uid: 'replicaset-rs', kind: 'ReplicaSet', name: 'rs' } },
      {
        pod: '0123456789abcdef0123456789abcdef',
        owner: { uid: 'replicaset-rs', kind: 'ReplicaSet', name: 'rs' },
      },
    ]);
  });

  it('[PP-1] [PP-3] [PP-4] know from the cluster which of their pods are deleted', async () => {
    const of = (uid: string, more: object = {}) => ({
      ...criContainer(`of-${uid}`, more),
      labels: { 'io.kubernetes.pod.uid': uid },
    });
    const hash = 'f123456789abcdef0123456789abcdef';
    const containers = [
      of('p0'),
      of('ending'),
      of('at-work', { state: 1 }),
      of('deleted'),
      of(hash),
    ];
    const path = fileIn(folder, 'pods.json', { containers });
    const app = await served({ type: 'crictl', files: [path] });
    const states = async (): Promise<object> => {
      const { body } = await get(app, '/api/v1/nodes/pods.json');
      const { pods } = body.scenario.spec as { pods: { uid: string; state: string }[] };
      return Object.fromEntries(pods.map(({ uid, state }) => [uid, state]));
    };
    const deletionTimestamp = '2026-01-01T00:00:00Z';
    app.scripted.put(PODS, 'ending', { uid: 'ending', deletionTimestamp });
    app.scripted.put(PODS, 'at-work', { uid: 'at-work', deletionTimestamp });
    app.scripted.tick();
    expect(await states()).toEqual({
      p0: 'terminated',
      ending: 'gone',
      'at-work': 'live',
      deleted: 'gone',
      [hash]: 'terminated',
    });
    for (const uid of ['p0', 'ending', 'at-work']) app.scripted.delete(PODS, uid);
    app.scripted.tick();
    // Now it might be another cluster.
    expect(await states()).toMatchObject({ p0: 'terminated', deleted: 'terminated' });
  });

  it.each([
    ['p0', ['ps.json']],
    ['mirror', ['ps.json']],
    ['replicaset-rs', []],
    ['__proto__', []],
  ])('[PP-4] are found by a Pod that they hold: %s', async (pod, names) => {
    const app = await served(files);
    const { body } = await get(app, `/api/v1/nodes?pod=${pod}`);
    expect(body.nodes.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  it('are read once for those who ask at the same time', async () => {
    const fake = await startSmallRuntime();
    const app = await served({ type: 'cri', socket: fake.socket });
    const [{ name }] = (await get(app, '/api/v1/nodes')).body.nodes;
    const url = `/api/v1/nodes/${name}`;
    const answers = await Promise.all([get(app, url), get(app, url), get(app, url)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(fake.calls.filter((call) => call === 'ListContainers')).toHaveLength(1);
    fake.answer({ ListPodSandbox: { items: [{ ...SANDBOX, id: 's9' }] } });
    expect((await get(app, url)).body.scenario.spec.sandboxes).toMatchObject([{ id: 's9' }]);
  });

  it('say why they cannot be read, and hold no Pod then', async () => {
    const fake = await FakeCri.start({ Version: { refuse: 'UNIMPLEMENTED' } });
    const app = await served({ type: 'cri', socket: fake.socket });
    const [{ name }] = (await get(app, '/api/v1/nodes')).body.nodes;
    const { status, body } = await get(app, `/api/v1/nodes/${name}`);
    expect([status, body.code]).toEqual([503, 'node-unreadable']);
    expect(body.title).toContain('does not know Version of CRI v1');
    expect((await get(app, '/api/v1/nodes?pod=p0')).body).toEqual({ nodes: [] });
  });

  it('are refused to foreign pages like everything else', async () => {
    const { app } = await served(files);
    const headers = { host: 'evil.example.com' };
    expect((await app.inject({ url: '/api/v1/nodes/ps.json', headers })).statusCode).toBe(421);
  });
});
