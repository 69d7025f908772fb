import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kubernetesRelease, realClusterBinary } from '../../real-cluster/src/build-real-cluster.ts';
import { defineKind } from '../../real-cluster/src/define-kind.ts';
import { createDeploymentChain, ensureNamespace } from '../../real-cluster/src/deployment-chain.ts';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import { kubectlPath, runKubectl } from '../../real-cluster/src/kubectl.ts';
import { createObject, deleteObject, listMetadata } from '../../real-cluster/src/objects.ts';
import { quiet } from '../../real-cluster/src/quiet.ts';
import { RealCluster } from '../../real-cluster/src/real-cluster.ts';
import { waitFor } from '../../real-cluster/src/wait-for.ts';
import { isRunning } from './support/is-running.ts';

const COLLECTOR = 'system:serviceaccount:kube-system:generic-garbage-collector';
const GRAPH = '/debug/controllers/garbage-collector-controller/graph';

describeReal('real cluster', () => {
  let cluster: RealCluster;
  beforeAll(async () => {
    cluster = await RealCluster.start();
  });
  afterAll(() => cluster?.stop());

  it('is the release that go.mod pins and serves discovery', async () => {
    expect(await cluster.request('GET', '/version')).toMatchObject({
      code: 200,
      body: { gitVersion: `v${await kubernetesRelease()}` },
    });
    const { body } = await cluster.request('GET', '/apis/apps/v1');
    expect(body).toMatchObject({
      resources: expect.arrayContaining([expect.objectContaining({ name: 'deployments' })]),
    });
  });

  it('gives a Deployment its ReplicaSet and Pods, and background deletion takes all', async () => {
    const chain = await createDeploymentChain(cluster, 'background', 'web', 3);
    const { deployment, replicaSet, pods } = chain;
    expect(replicaSet.ownerReferences).toMatchObject([
      { kind: 'Deployment', uid: deployment.uid, controller: true, blockOwnerDeletion: true },
    ]);
    expect(pods.map(({ ownerReferences }) => ownerReferences?.[0]?.uid)).toEqual(
      Array(3).fill(replicaSet.uid),
    );
    expect(new Set(chain.uids).size).toBe(5);

    await deleteObject(cluster, chain.deploymentPath, 'Background');
    await quiet(cluster);
    for (const path of ['/apis/apps/v1/deployments', '/apis/apps/v1/replicasets', '/api/v1/pods']) {
      expect(await listMetadata(cluster, path)).toEqual([]);
    }
    const deletions = (await cluster.auditEvents()).filter(
      ({ verb, objectRef }) => verb === 'delete' && objectRef?.namespace === 'background',
    );
    // The collector may have its answer before the admin has.
    const [first, ...others] = deletions
      .toSorted((a, b) => (a.requestReceivedTimestamp < b.requestReceivedTimestamp ? -1 : 1))
      .map(({ user }) => user.username);
    expect(first).toBe('admin');
    expect(new Set(others)).toEqual(new Set([COLLECTOR]));
    expect(others.length).toBeGreaterThanOrEqual(4);
  });

  it('answers the collector’s graph as DOT to the admin only', async () => {
    const chain = await createDeploymentChain(cluster, 'graph', 'web', 1);
    const graph = await waitFor('the chain in the graph', async () => {
      const dot = await cluster.debugGraph(chain.uids);
      return chain.uids.every((uid) => dot.includes(`"${uid}" [`)) ? dot : undefined;
    });
    expect(graph).toMatch(/^strict digraph full \{/);
    const [deployment, replicaSet, pod] = chain.uids;
    expect(graph).toContain(`"${replicaSet}" -> "${deployment}"`);
    expect(graph).toContain(`"${pod}" -> "${replicaSet}"`);

    expect((await cluster.requestControllerManager(GRAPH, cluster.viewerToken)).code).toBe(403);
    expect((await cluster.requestControllerManager(GRAPH, 'nobody')).code).toBe(401);
  });

  it('lets the viewer read all and change nothing', async () => {
    const headers = { authorization: `Bearer ${cluster.viewerToken}` };
    const configMaps = '/api/v1/namespaces/default/configmaps';
    await createObject(cluster, configMaps, { metadata: { name: 'of-admin' } });
    const path = `${configMaps}/of-admin`;
    expect((await cluster.request('GET', path, undefined, headers)).code).toBe(200);
    expect(await cluster.request('DELETE', path, {}, headers)).toMatchObject({
      code: 403,
      body: { reason: 'Forbidden' },
    });
  });

  it('pauses and resumes the controller manager', async () => {
    const chain = await createDeploymentChain(cluster, 'paused', 'web', 1);
    const state = (): string =>
      execFileSync('ps', ['-o', 'stat=', '-p', String(cluster.pids().at(-1))], {
        encoding: 'utf8',
      });
    cluster.pauseControllerManager();
    await waitFor('the process to be stopped', () => state().startsWith('T') || undefined);
    await deleteObject(cluster, chain.deploymentPath, 'Foreground');
    cluster.resumeControllerManager();
    await quiet(cluster);
    expect((await cluster.request('GET', chain.deploymentPath)).code).toBe(404);
  });

  it('knows a new kind after a restart of the controller manager', async () => {
    await ensureNamespace(cluster, 'custom');
    const collection = '/apis/example.com/v1/namespaces/custom/widgets';
    await defineKind(cluster, 'example.com', 'Widget', ['v1']);
    await cluster.restartControllerManager();
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'canary' } };
    await createObject(cluster, collection, widget);
    // Only a collector that watches the kind takes its finalizer foregroundDeletion away.
    await deleteObject(cluster, `${collection}/canary`, 'Foreground');
    const collected = async (): Promise<true | undefined> => {
      const { code } = await cluster.request('GET', `${collection}/canary`);
      return code === 404 || undefined;
    };
    // Without the restart it would learn the kind within 30 s.
    await waitFor('the canary to be collected', collected, { within: 15_000 });
    expect(cluster.controllerManagerLog()).toContain('Widget');
  });

  it('names the latest write when it does not become quiet', async () => {
    await ensureNamespace(cluster, 'loud');
    await expect(quiet(cluster, { silence: 60_000, within: 100 })).rejects.toThrow(
      /Waited 0\.1 s for 60 s without a write\. The latest write: \w+ \/\S+ by \S+\./,
    );
  });

  it('is usable by kubectl through both kubeconfigs', async () => {
    expect(await kubectlPath()).toBe(join(dirname(await realClusterBinary()), 'kubectl'));
    const release = `v${await kubernetesRelease()}`;
    const version = await runKubectl(['version', '-o', 'json'], cluster.kubeconfigPath);
    expect(JSON.parse(version.stdout)).toMatchObject({
      clientVersion: { gitVersion: release },
      serverVersion: { gitVersion: release },
    });
    const manifest = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"by-kubectl"}}';
    const created = await runKubectl(['create', '-f', '-'], cluster.kubeconfigPath, manifest);
    expect(created).toEqual({ code: 0, stdout: 'configmap/by-kubectl created\n', stderr: '' });
    const refused = await runKubectl(['delete', 'cm', 'by-kubectl'], cluster.viewerKubeconfigPath);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('Error from server (Forbidden)');
  });

  it('says what failed with the last lines of the log, and leaves nothing behind', async () => {
    const other = RealCluster.start({ controllers: ['no-such-controller'] });
    const error = await other.then(
      () => new Error('it started'),
      (reason: unknown) => reason,
    );
    expect(String(error)).toMatch(
      /kube-controller-manager ended with code 1\. Its last lines .*no-such-controller/s,
    );
    const log = /\((\/.*)\/kube-controller-manager\.log\)/.exec(String(error))?.[1] ?? '';
    expect(log).toContain('gcscope-real-');
    expect(existsSync(log)).toBe(false);
  });

  it('leaves no process and no folder when it is stopped', async () => {
    const pids = cluster.pids();
    expect(pids.filter(isRunning)).toHaveLength(3);
    await cluster.stop();
    expect(pids.filter(isRunning)).toEqual([]);
    expect(existsSync(cluster.folder)).toBe(false);
    await cluster.stop();
  });
});
