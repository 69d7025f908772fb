import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { defineKind } from '../../../../tools/real-cluster/src/define-kind.ts';
import {
  createDeploymentChain,
  type DeploymentChain,
} from '../../../../tools/real-cluster/src/deployment-chain.ts';
import { describeReal } from '../../../../tools/real-cluster/src/describe-real.ts';
import { createObject, deleteObject } from '../../../../tools/real-cluster/src/objects.ts';
import { RealCluster } from '../../../../tools/real-cluster/src/real-cluster.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { RealReading } from './support/real-reading.ts';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const ROLE_GROUP = 'rbac.authorization.k8s.io';
const PODS = '/pods';
const DEPLOYMENTS = 'apps/deployments';
const WIDGETS = 'populated.example.com/widgets';
/** What was taken away or granted is noticed within so many milliseconds. */
const NOTICED = 60_000;

describeReal('faults of a real cluster', () => {
  let cluster: RealCluster;
  let chain: DeploymentChain;
  const readings: RealReading[] = [];
  const open = async (flags: Parameters<typeof RealReading.open>[1]): Promise<RealReading> => {
    const reading = await RealReading.open(cluster, flags);
    readings.push(reading);
    return reading;
  };
  const asAdmin = (): Promise<RealReading> => open({ kubeconfig: cluster.kubeconfigPath });
  /** The admin's kubeconfig with another user, or another address. */
  const configWith = async (
    name: string,
    user: object | undefined,
    server?: string,
  ): Promise<string> => {
    const config = parse(await readFile(cluster.kubeconfigPath, 'utf8'));
    if (user) config.users[0].user = user;
    if (server) config.clusters[0].cluster.server = server;
    const file = join(cluster.folder, name);
    await writeFile(file, stringify(config));
    return file;
  };
  /** Deletes a Pod, which its ReplicaSet replaces. */
  const replacePod = async (): Promise<void> => {
    const [pod] = chain.pods;
    if (pod) await deleteObject(cluster, `/api/v1/namespaces/shop/pods/${pod.name}`, 'Background');
    chain = { ...chain, pods: chain.pods.slice(1) };
  };

  beforeAll(async () => {
    cluster = await RealCluster.start();
    chain = await createDeploymentChain(cluster, 'shop', 'web', 8);
  });
  afterAll(async () => {
    for (const reading of readings) await reading.close();
    await cluster?.stop();
  });

  describe.concurrent('rights, tokens and kinds', () => {
    it('a right that is taken away and granted again is noticed within a minute', async () => {
      const roles = `${RBAC}/clusterroles`;
      const bindings = `${RBAC}/clusterrolebindings`;
      const grant = async (
        name: string,
        resources: readonly string[],
        apiGroups: readonly string[],
      ) => {
        const rules = [{ apiGroups, resources, verbs: ['list', 'watch'] }];
        await createObject(cluster, roles, { metadata: { name }, rules });
      };
      const bind = (name: string): Promise<unknown> =>
        createObject(cluster, bindings, {
          metadata: { name },
          roleRef: { apiGroup: ROLE_GROUP, kind: 'ClusterRole', name },
          subjects: [{ apiGroup: ROLE_GROUP, kind: 'User', name: 'reader' }],
        });
      await grant('read-pods', ['pods'], ['']);
      await grant('read-apps', ['*'], ['apps']);
      await bind('read-pods');
      await bind('read-apps');
      const reading = await open({ kubeconfig: cluster.kubeconfigPath, as: 'reader' });
      // The authorizer may see the bindings after the first lists.
      await reading.reaches(PODS, 'synced', NOTICED);
      await reading.reaches(DEPLOYMENTS, 'synced', NOTICED);
      expect(reading.kind('/configmaps')?.state).toBe('forbidden');
      const [pod] = chain.pods.slice(-1);
      await deleteObject(cluster, `${bindings}/read-pods`, 'Background');
      expect(await reading.reaches(PODS, 'forbidden', NOTICED)).toBeLessThan(NOTICED);
      expect(reading.has(pod?.uid ?? '')).toBe(true);
      await bind('read-pods');
      expect(await reading.reaches(PODS, 'synced', NOTICED)).toBeLessThan(NOTICED);
      expect(reading.kind(DEPLOYMENTS)?.state).toBe('synced');
    });

    it('a token for one namespace reads that namespace', async () => {
      await createObject(cluster, '/api/v1/namespaces/shop/serviceaccounts', {
        metadata: { name: 'one' },
      });
      const place = `${RBAC}/namespaces/shop`;
      const rules = [{ apiGroups: ['', 'apps'], resources: ['*'], verbs: ['list', 'watch'] }];
      await createObject(cluster, `${place}/roles`, { metadata: { name: 'one' }, rules });
      await createObject(cluster, `${place}/rolebindings`, {
        metadata: { name: 'one' },
        roleRef: { apiGroup: ROLE_GROUP, kind: 'Role', name: 'one' },
        subjects: [{ kind: 'ServiceAccount', name: 'one', namespace: 'shop' }],
      });
      const token = await tokenOf('one', {});
      const kubeconfig = await configWith('one.kubeconfig', { token });
      const reading = await open({ kubeconfig, namespace: 'shop' });
      await reading.reaches(PODS, 'synced', NOTICED);
      await reading.reaches(DEPLOYMENTS, 'synced', NOTICED);
      expect(reading.kind(PODS)).toMatchObject({ namespaces: ['shop'] });
      expect(reading.has(chain.deployment.uid)).toBe(true);
      expect(reading.kind('/nodes')?.state).toBe('forbidden');
      expect(
        reading.kinds.filter(({ namespaces, state }) => state === 'synced' && !namespaces),
      ).toEqual([]);
    });

    it('a token that is no longer valid is replaced by the plugin that gave it, or said', async () => {
      const file = join(cluster.folder, 'token');
      const secrets = '/api/v1/namespaces/shop/secrets';
      const accounts = '/api/v1/namespaces/shop/serviceaccounts';
      await createObject(cluster, accounts, { metadata: { name: 'brief' } });
      await createObject(cluster, `${RBAC}/clusterrolebindings`, {
        metadata: { name: 'brief' },
        roleRef: { apiGroup: ROLE_GROUP, kind: 'ClusterRole', name: 'gcscope-viewer' },
        subjects: [{ kind: 'ServiceAccount', name: 'brief', namespace: 'shop' }],
      });
      const { uid } = await createObject(cluster, secrets, { metadata: { name: 'bound' } });
      const boundObjectRef = { apiVersion: 'v1', kind: 'Secret', name: 'bound', uid };
      const plugin = join(cluster.folder, 'plugin.sh');
      await writeFile(
        plugin,
        `#!/bin/sh\necho "{\\"apiVersion\\":\\"client.authentication.k8s.io/v1\\",\\"kind\\":\\"ExecCredential\\",\\"status\\":{\\"token\\":\\"$(cat ${file})\\"}}"\n`,
        { mode: 0o755 },
      );
      await writeFile(file, await tokenOf('brief', { boundObjectRef }));
      const exec = {
        apiVersion: 'client.authentication.k8s.io/v1',
        command: plugin,
        interactiveMode: 'Never',
      };
      const reading = await open({ kubeconfig: await configWith('brief.kubeconfig', { exec }) });
      await deleteObject(cluster, `${secrets}/bound`, 'Background');
      await reading.reaches(PODS, 'stale', NOTICED);
      // Told a tick later.
      await reading.says('the server refused the credentials (HTTP 401');
      await writeFile(file, await tokenOf('brief', {}));
      await reading.reaches(PODS, 'synced', NOTICED);
    });

    it('a kind goes and comes back', async () => {
      const widgets = '/apis/populated.example.com/v1/namespaces/shop/widgets';
      const define = async (): Promise<{ path: string; uid: string }> => {
        const { path } = await defineKind(cluster, 'populated.example.com', 'Widget', ['v1']);
        const { uid } = await createObject(cluster, widgets, {
          apiVersion: 'populated.example.com/v1',
          kind: 'Widget',
          metadata: { name: 'w' },
        });
        return { path, uid };
      };
      const first = await define();
      const reading = await asAdmin();
      await reading.reaches(WIDGETS, 'synced', NOTICED);
      await reading.sees(first.uid);
      await deleteObject(cluster, first.path, 'Background');
      await reading.reaches(WIDGETS, 'unserved', NOTICED);
      expect(reading.has(first.uid)).toBe(false);
      const second = await define();
      await reading.reaches(WIDGETS, 'synced', NOTICED);
      await reading.sees(second.uid);
      await reading.equals(chain.uids.slice(0, 2));
    });

    async function tokenOf(account: string, spec: object): Promise<string> {
      const path = `/api/v1/namespaces/shop/serviceaccounts/${account}/token`;
      const { code, body } = await cluster.request('POST', path, {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        spec: { expirationSeconds: 600, ...spec },
      });
      if (code !== 201) throw new Error(`The token of ${account}: ${code} ${JSON.stringify(body)}`);
      return (body as { status: { token: string } }).status.token;
    }
  });

  describe('crashes', () => {
    let reading: RealReading;
    let proxy: TcpProxy;
    let isOpen = true;

    beforeAll(async () => {
      for (const each of readings.splice(0)) await each.close();
      proxy = await TcpProxy.start({ target: () => (isOpen ? cluster.server : undefined) });
      const server = proxy.url.replace('http:', 'https:');
      reading = await open({ kubeconfig: await configWith('proxy.kubeconfig', undefined, server) });
    });
    afterAll(() => proxy?.stop());

    it('kill -9 of the API server', async () => {
      reading.states.clear();
      await cluster.crashApiServer();
      await replacePod();
      await reading.equals(chain.uids.slice(0, 2));
      // It may be back before gcscope tries again: then no kind was ever stale.
      expect(['stale', 'synced']).toEqual(expect.arrayContaining([...reading.states]));
    });

    it('kill -9 of etcd', async () => {
      await cluster.crashEtcd();
      await replacePod();
      await reading.equals(chain.uids.slice(0, 2));
    });

    it('the history is gone: a compaction while gcscope had no connection', async () => {
      isOpen = false;
      proxy.cut();
      await replacePod();
      await cluster.crashApiServer();
      await replacePod();
      await cluster.compact();
      isOpen = true;
      await reading.equals(chain.uids.slice(0, 2));
      expect([...reading.said].join()).toContain('no longer has the changes that gcscope missed');
    });

    it('a broken conversion webhook concerns its kind alone, which says so', async () => {
      const { path } = await defineKind(cluster, 'populated.example.com', 'Gadget', [
        'v1beta1',
        'v1',
      ]);
      const gadgets = '/apis/populated.example.com/v1beta1/namespaces/shop/gadgets';
      await createObject(cluster, gadgets, {
        apiVersion: 'populated.example.com/v1beta1',
        kind: 'Gadget',
        metadata: { name: 'g' },
      });
      const service = { namespace: 'shop', name: 'nobody', path: '/' };
      const webhook = { clientConfig: { service }, conversionReviewVersions: ['v1'] };
      const conversion = { strategy: 'Webhook', webhook };
      const { code } = await cluster.request('PATCH', path, { spec: { conversion } });
      expect(code).toBe(200);
      await reading.reaches('populated.example.com/gadgets', 'degraded', 2 * NOTICED);
      // At first the server may answer otherwise.
      await expect
        .poll(() => reading.kind('populated.example.com/gadgets')?.message, { timeout: NOTICED })
        .toMatch(/HTTP 429 .*storage is \(re\)initializing.*Look for a broken conversion webhook/);
      await replacePod();
      await reading.reaches(PODS, 'synced', NOTICED);
      // Now the object is stored in a version that nobody can convert.
      const { body } = await cluster.request('GET', path);
      const { spec } = body as { spec: { versions: { name: string; storage: boolean }[] } };
      const versions = spec.versions.map((each) => ({ ...each, storage: !each.storage }));
      expect((await cluster.request('PATCH', path, { spec: { versions } })).code).toBe(200);
      await cluster.request('DELETE', path);
      await expect
        .poll(() => reading.heldBy('gadgets.populated.example.com'), { timeout: NOTICED })
        .toEqual([
          expect.stringMatching(/^The API server cannot delete the objects of its kind: could not/),
        ]);
    });

    it('a Namespace that waits for an API group names what its APIService lacks', async () => {
      const service = { name: 'metrics-server', namespace: 'kube-system' };
      await createObject(cluster, '/apis/apiregistration.k8s.io/v1/apiservices', {
        metadata: { name: 'v1beta1.metrics.k8s.io' },
        spec: {
          ...{ group: 'metrics.k8s.io', version: 'v1beta1', service, insecureSkipTLSVerify: true },
          ...{ groupPriorityMinimum: 100, versionPriority: 100 },
        },
      });
      await createObject(cluster, '/api/v1/namespaces', { metadata: { name: 'waits' } });
      await cluster.request('DELETE', '/api/v1/namespaces/waits');
      const reading = await asAdmin();
      await expect
        .poll(async () => (await reading.heldBy('waits')).join(), { timeout: NOTICED })
        .toContain('service/metrics-server in "kube-system" is not present');
    });
  });
});
