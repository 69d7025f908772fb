import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCluster } from '../../src/cli/cluster-source.ts';
import { syncedCluster } from '../../src/cli/synced-cluster.ts';
import { SILENT } from '../../src/cluster/reflect/cluster-log.ts';
import { FakeApiServer, type FakeResource } from '../support/fake-api-server.ts';
import { snapshotOf } from '../support/snapshot-of.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';
import { runCli } from './support/run-cli.ts';

const folder = testFolder();
const resource = (group: string, name: string, kind: string, namespaced: boolean): FakeResource => {
  return { group, version: 'v1', resource: name, kind, namespaced };
};
const CONFIG_MAPS = resource('', 'configmaps', 'ConfigMap', true);
const ROLES = resource('rbac.authorization.k8s.io', 'clusterroles', 'ClusterRole', false);
describe('a cluster of another release', () => {
  let server: FakeApiServer;
  let from: string[];

  beforeEach(async () => {
    server = await FakeApiServer.start([CONFIG_MAPS, ROLES]);
    server.put(CONFIG_MAPS, { name: 'owner', namespace: 'ns', uid: 'owner-uid' });
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'owner-uid' };
    server.put(ROLES, { name: 'child', uid: 'child-uid', ownerReferences: [owner] });
    const kubeconfig = join(folder, 'kubeconfig');
    const config = {
      clusters: [{ name: 'c', cluster: { server: server.url } }],
      contexts: [{ name: 'x', context: { cluster: 'c', namespace: 'ns' } }],
      'current-context': 'x',
    };
    writeFileSync(kubeconfig, JSON.stringify(config));
    from = ['--kubeconfig', kubeconfig];
  });

  afterEach(() => server.stop());

  it('[CL-04] [CL-05] is judged as its own collector would', async () => {
    const explain = async (...more: string[]): Promise<string[]> => {
      const { out } = await runCli('explain clusterrole/child', ...from, ...more);
      return out.trim().split('\n');
    };
    server.gitVersion = 'v1.19.16';
    const old = await explain();
    expect(old[1]).toMatch(/^Goes, because ConfigMap owner does not exist/);
    expect(old.at(-1)).toBe('By the rules of Kubernetes v1.17.');
    expect((await explain('--release', 'v1.31'))[1]).toMatch(/^Stays: a cluster-scoped object/);
    server.gitVersion = 'v1.31.4-eks-2d5f260';
    const managed = await explain();
    expect(managed[1]).toMatch(/^Stays: a cluster-scoped object/);
    expect(managed.at(-1)).toBe('By the rules of Kubernetes v1.28.');
  });

  it('[CL-05] has forecasts that do as its collector does, and say so', async () => {
    server.gitVersion = 'v1.17.17';
    const forecast = async (...more: string[]): Promise<Record<string, unknown>> => {
      const { out } = await runCli('forecast configmap/owner --json', ...from, ...more);
      return JSON.parse(out);
    };
    expect(await forecast('--policy', 'background')).toMatchObject({
      release: 'v1.17',
      policies: [{ deleted: [{ object: { name: 'owner' } }, { object: { name: 'child' } }] }],
    });
    expect(await forecast('--policy', 'background', '--release', 'v1.36')).toMatchObject({
      release: 'v1.36',
      policies: [{ leftAlone: [{ object: { name: 'child' }, rule: 'CL-04' }] }],
    });
  });

  it('[API-77] offers no policy that its server does not know', async () => {
    server.gitVersion = 'v1.5.8';
    const asked = await runCli('forecast configmap/owner', ...from);
    expect(asked.out).toContain('By the rules of Kubernetes v1.4.');
    expect(asked.out).toContain('"orphanDependents":true');
    expect(asked.out).not.toContain('Foreground:');
    const foreground = await runCli('forecast configmap/owner --policy foreground', ...from);
    expect([foreground.exitCode, foreground.err]).toEqual([
      2,
      'Kubernetes v1.4 has no foreground deletion.\n',
    ]);
  });

  it('is served with verdicts of its release, which the snapshot names', async () => {
    server.gitVersion = 'v1.19.16';
    const flags = { kubeconfig: from[1] ?? '' };
    const opened = await openCluster({ type: 'kubeconfig', flags }, { log: SILENT });
    try {
      await syncedCluster(opened);
      const { info, live } = opened.cluster;
      expect(info).toMatchObject({ version: 'v1.19.16', release: 'v1.17' });
      const child = live.records.get('child-uid');
      expect(child?.summary).toMatchObject({ verdict: 'goes', rule: 'AD-17' });
      const file = fileIn(folder, 'snapshot.json', snapshotOf(opened.cluster));
      const { out } = await runCli('explain uid:child-uid --file', file);
      expect(out).toContain('By the rules of Kubernetes v1.17.');
    } finally {
      await opened.close();
    }
  });

  it('is known later where its version could not be read at first', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    let refused = 0;
    server.answering = (response, { path }) => {
      if (path !== '/version' || refused > 0) return false;
      refused++;
      response.writeHead(503).end();
      return true;
    };
    const flags = { kubeconfig: from[1] ?? '' };
    const opened = await openCluster({ type: 'kubeconfig', flags }, { log: SILENT });
    try {
      await opened.asked;
      expect(opened.cluster.info.version).toBe('unknown');
      expect(refused).toBe(1);
      await vi.advanceTimersByTimeAsync(5000);
      await vi.waitFor(() =>
        expect(opened.cluster.info).toMatchObject({ version: 'v1.36.3', release: 'v1.36' }),
      );
    } finally {
      vi.useRealTimers();
      await opened.close();
    }
  });

  it('[CL-05] is read as new as it is by a command that reads once', async () => {
    await runCli('explain configmap/owner', ...from);
    const lists = server.requests.filter(
      ({ path, query }) => /\/(configmaps|clusterroles)$/.test(path) && !query.has('watch'),
    );
    expect(lists.map(({ query }) => query.get('resourceVersion'))).toEqual([null, null]);
  });

  it('is none where --release names none', async () => {
    const { exitCode, err } = await runCli('explain configmap/owner --release newest', ...from);
    expect(exitCode).toBe(2);
    expect(err).toBe('--release takes a version of Kubernetes such as v1.31, not "newest".\n');
  });
});
