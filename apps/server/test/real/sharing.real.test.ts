import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GraphDocument, NodeRecord } from '@gcscope/gc-core/wire';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { describeReal } from '../../../../tools/real-cluster/src/describe-real.ts';
import { runKubectl } from '../../../../tools/real-cluster/src/kubectl.ts';
import { RealCluster } from '../../../../tools/real-cluster/src/real-cluster.ts';
import { type RunningCli, startCli } from '../cli/support/run-cli.ts';

const account = (name: string) => ({ kind: 'ServiceAccount', name, namespace: 'people' });
const role = (kind: string, name: string, rules: readonly object[], namespace?: string) => [
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    rules,
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: `${kind}Binding`,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
    subjects: [account(name)],
  },
];
const list = (apiGroup: string, ...resources: readonly string[]) => ({
  apiGroups: [apiGroup],
  resources,
  verbs: ['list'],
});

/** A shop and its bank; `dev` works on the shop, `auditor` looks at the same few kinds everywhere. */
const OBJECTS = [
  ...['people', 'shop', 'bank'].map((name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  })),
  ...['gcscope', 'dev', 'auditor'].map((name) => ({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, namespace: 'people' },
  })),
  ...role('ClusterRole', 'gcscope', [
    { apiGroups: ['*'], resources: ['*'], verbs: ['list', 'watch'] },
    { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
    {
      apiGroups: ['authorization.k8s.io'],
      resources: ['subjectaccessreviews'],
      verbs: ['create'],
    },
  ]),
  ...role('Role', 'dev', [list('', 'configmaps', 'serviceaccounts'), list('apps', '*')], 'shop'),
  ...role('ClusterRole', 'auditor', [
    list('', 'secrets', 'namespaces'),
    list('rbac.authorization.k8s.io', 'clusterroles'),
    // One by its name is no list.
    { apiGroups: [''], resources: ['configmaps'], resourceNames: ['prices'], verbs: ['list'] },
  ]),
  ...['shop', 'bank'].flatMap((namespace) => [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'prices', namespace } },
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key', namespace } },
    {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: { name: 'first', namespace },
      revision: 1,
      data: {},
    },
  ]),
];

describeReal('people of a real cluster', () => {
  let cluster: RealCluster;
  let folder: string;
  let cli: RunningCli | undefined;

  const kubectl = async (words: readonly string[], input?: string): Promise<string> => {
    const { code, stdout, stderr } = await runKubectl(words, cluster.kubeconfigPath, input);
    // "no" is an answer of `auth can-i` as well.
    if (code !== 0 && stdout.trim() !== 'no')
      throw new Error(`kubectl ${words.join(' ')}: ${stderr}`);
    return stdout.trim();
  };
  const tokenOf = (name: string) => kubectl(['create', 'token', name, '-n', 'people']);
  const start = async (kubeconfig: string): Promise<string> => {
    const words = ['serve', '--port', '0', '--sign-in', 'token', '--kubeconfig', kubeconfig];
    cli = startCli(words);
    return (
      await Promise.race([cli.firstLine, cli.ended.then(({ err }) => `ended: ${err}`)])
    ).trim();
  };
  const signIn = async (url: string, token: string): Promise<string> => {
    const answer = await fetch(`${url}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gcscope': '1', origin: url },
      body: JSON.stringify({ token }),
    });
    expect(answer.status).toBe(201);
    return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };
  const objects = async (url: string, cookie: string): Promise<readonly NodeRecord[]> => {
    const answer = await fetch(`${url}/graph.json`, { headers: { cookie } });
    expect(answer.status).toBe(200);
    const { nodes } = (await answer.json()) as GraphDocument;
    return nodes.filter(({ virtual }) => !virtual);
  };
  const keyOf = ({ apiVersion, kind, namespace }: NodeRecord) =>
    [apiVersion, kind, namespace].join(' ');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gcscope-sharing-'));
    cluster = await RealCluster.start();
    await kubectl(['apply', '-f', '-'], OBJECTS.map((each) => stringify(each)).join('---\n'));
  });
  afterEach(async () => {
    cli?.stop();
    await cli?.ended;
  });
  afterAll(async () => {
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** gcscope as an account of its own, which may ask for reviews; or as one that may only read. */
  const Readers: Record<string, () => Promise<string>> = {
    'with the right to ask about people': async () => {
      const config = parse(await readFile(cluster.kubeconfigPath, 'utf8'));
      config.users[0].user = { token: await tokenOf('gcscope') };
      const file = join(folder, 'gcscope.kubeconfig');
      await writeFile(file, stringify(config));
      return file;
    },
    'without it, so that their tokens ask for themselves': async () => cluster.viewerKubeconfigPath,
  };

  it.each(Object.keys(Readers))(
    'each see exactly what kubectl auth can-i says: gcscope %s',
    async (reader) => {
      const url = await start((await Readers[reader]?.()) ?? '');
      const admin = await signIn(url, cluster.adminToken);
      // Every kind of the cluster has been read when the last one is.
      const snapshot = async () =>
        await (await fetch(`${url}/api/v1/snapshot`, { headers: { cookie: admin } })).json();
      await expect
        .poll(async () => (await snapshot()).health.state, { timeout: 30_000 })
        .toBe('live');
      const { health, cluster: info } = await snapshot();
      expect(info.kubectl).toBeUndefined();
      const resources = new Map<string, string>(
        health.kinds.map(({ group, version, kind, resource }: Record<string, string>) => [
          `${group === '' ? '' : `${group}/`}${version} ${kind}`,
          group === '' ? resource : `${resource}.${group}`,
        ]),
      );
      const all = await objects(url, admin);
      expect(all.length).toBeGreaterThan(50);
      for (const name of ['dev', 'auditor']) {
        const user = `system:serviceaccount:people:${name}`;
        const may = new Map<string, string>();
        for (const record of all) {
          const key = keyOf(record);
          if (may.has(key)) continue;
          const resource = resources.get(`${record.apiVersion} ${record.kind}`) ?? '';
          const place = record.namespace === '' ? [] : ['-n', record.namespace];
          may.set(key, await kubectl(['auth', 'can-i', 'list', resource, ...place, '--as', user]));
        }
        const cookie = await signIn(url, await tokenOf(name));
        const seen = await objects(url, cookie);
        const allowed = all.filter((record) => may.get(keyOf(record)) === 'yes');
        expect(seen.map(({ uid }) => uid).sort()).toEqual(allowed.map(({ uid }) => uid).sort());
        expect(allowed.length).toBeGreaterThan(2);
        const hidden = all.find((record) => may.get(keyOf(record)) !== 'yes');
        const missing = await fetch(`${url}/api/v1/objects/${hidden?.uid}`, {
          headers: { cookie },
        });
        const never = await fetch(`${url}/api/v1/objects/never`, { headers: { cookie } });
        expect([missing.status, await missing.text()]).toEqual([404, await never.text()]);
      }
    },
    120_000,
  );

  it('see nothing of what they lose, within a minute, and of what they get', async () => {
    const url = await start((await Readers['with the right to ask about people']?.()) ?? '');
    const cookie = await signIn(url, await tokenOf('dev'));
    const kinds = async () => [...new Set((await objects(url, cookie)).map(keyOf))].sort();
    await expect.poll(kinds, { timeout: 60_000 }).toContain('v1 ConfigMap shop');
    await kubectl(['delete', 'rolebinding', 'dev', '-n', 'shop']);
    await expect.poll(kinds, { timeout: 65_000 }).toEqual([]);
    await kubectl([
      'create',
      'rolebinding',
      'dev',
      '-n',
      'bank',
      '--clusterrole=view',
      '--serviceaccount=people:dev',
    ]);
    await expect.poll(kinds, { timeout: 65_000 }).toContain('v1 ConfigMap bank');
    expect(await kinds()).not.toContain('v1 Secret bank');
  }, 200_000);

  it('are signed out when their token is no longer accepted', async () => {
    const url = await start((await Readers['with the right to ask about people']?.()) ?? '');
    const cookie = await signIn(url, await tokenOf('auditor'));
    await objects(url, cookie);
    await kubectl(['delete', 'serviceaccount', 'auditor', '-n', 'people']);
    const status = async () => (await fetch(`${url}/graph.json`, { headers: { cookie } })).status;
    await expect.poll(status, { timeout: 90_000 }).toBe(401);
  }, 120_000);
});
