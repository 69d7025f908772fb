import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { AUDIT_RULES, type AuditReport, type Finding } from '@gcscope/gc-core/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureNamespace } from '../../../../tools/real-cluster/src/deployment-chain.ts';
import { describeReal } from '../../../../tools/real-cluster/src/describe-real.ts';
import { kubectlPath } from '../../../../tools/real-cluster/src/kubectl.ts';
import { createObject } from '../../../../tools/real-cluster/src/objects.ts';
import { RealCluster } from '../../../../tools/real-cluster/src/real-cluster.ts';
import { runCli } from '../cli/support/run-cli.ts';

const run = promisify(execFile);
const TIMEOUT = 300_000;
const ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles';

/** A reference to a ConfigMap. */
function to(name: string, uid: string, more: object = {}): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', name, uid, ...more };
}

describeReal('audit and a real cluster', () => {
  let cluster: RealCluster;

  beforeAll(async () => {
    cluster = await RealCluster.start({ controllers: ['garbage-collector-controller'] });
  });
  afterAll(() => cluster?.stop());

  const findings = async (): Promise<readonly Finding[]> => {
    const { out } = await runCli('audit -o json --kubeconfig', cluster.kubeconfigPath);
    return (JSON.parse(out) as AuditReport).findings;
  };

  const create = async (
    namespace: string,
    name: string,
    metadata: object = {},
  ): Promise<string> => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata } };
    return (await createObject(cluster, path, object)).uid;
  };

  /** As it stands in the finding, by a shell. */
  const apply = async (command: string): Promise<void> => {
    const kubectl = (await kubectlPath()) ?? '';
    const Path = `${dirname(kubectl)}:${process.env.PATH}`;
    const env = { PATH: Path, HOME: cluster.folder, KUBECONFIG: cluster.kubeconfigPath };
    await run('sh', ['-c', command], { env });
  };

  /** Every fault that an API server stores; it refuses two controllers (VA-04). */
  const makeFaults = async (): Promise<void> => {
    await ensureNamespace(cluster, 'faults');
    await ensureNamespace(cluster, 'elsewhere');
    const owner = await create('faults', 'owner');
    const far = await create('elsewhere', 'far');
    const faulty = async (name: string, ...ownerReferences: object[]): Promise<string> => {
      return create('faults', name, { ownerReferences });
    };
    const dangling = await faulty('dangling', to('gone', 'no-such-uid'));
    await faulty('vanishing', to('dangling', dangling));
    await faulty('stale-uid', to('owner', 'the-uid-before'));
    await faulty('wrong-kind', to('owner', owner, { kind: 'Secret' }));
    await faulty('wrong-name', to('ownr', owner));
    await faulty('misspelt-kind', to('owner', owner, { kind: 'configmap' }));
    await faulty('wrong-version', to('owner', owner, { apiVersion: 'v9' }));
    await faulty('cross-namespace', to('far', far));
    const held = { finalizers: ['nobody.example.net/hold'] };
    await create('faults', 'doomed', { ...held, ownerReferences: [to('far', far)] });
    await cluster.request('DELETE', '/api/v1/namespaces/faults/configmaps/doomed');
    await faulty('unresolvable', to('x', 'x-uid', { apiVersion: 'no.such/v1', kind: 'Gone' }));
    await faulty('twice', to('owner', owner), to('owner', owner, { blockOwnerDeletion: true }));
    const first = await create('faults', 'first');
    const second = await faulty('second', to('first', first));
    const patch = { metadata: { ownerReferences: [to('second', second)] } };
    await cluster.request('PATCH', '/api/v1/namespaces/faults/configmaps/first', patch);
    await create('faults', 'unhandled', held);
    const metadata = { name: 'cluster-child', ownerReferences: [to('owner', owner)] };
    const type = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' };
    await createObject(cluster, ROLES, { ...type, metadata, rules: [] });
  };

  it('each patch, sent by kubectl as it stands, removes its finding and adds none', {
    timeout: TIMEOUT,
  }, async () => {
    const usual = new Set((await findings()).map(({ id }) => id));
    // Nobody deletes what is wrong before it is fixed.
    cluster.pauseControllerManager();
    try {
      await makeFaults();
      let left = (await findings()).filter(({ id }) => !usual.has(id));
      const found = new Set(left.map(({ rule }) => rule));
      expect(left.map(({ id }) => id)).toContain(
        'cross-namespace: v1 ConfigMap faults/doomed -> v1 ConfigMap far',
      );
      const refused = ['two-controllers'];
      expect([...found].toSorted()).toEqual(
        AUDIT_RULES.filter((rule) => !refused.includes(rule)).toSorted(),
      );
      for (;;) {
        const next = left.find(({ patch }) => patch);
        if (!next?.patch) break;
        await apply(next.patch.command);
        const after = (await findings()).filter(({ id }) => !usual.has(id));
        const known = new Set(left.map(({ id }) => id));
        const added = after
          .filter(({ id }) => !known.has(id))
          .map(({ rule, text }) => [rule, text]);
        const stays = after.some(({ id }) => id === next.id);
        expect({ fixed: next.id, added, stays }).toEqual({
          fixed: next.id,
          added: [],
          stays: false,
        });
        left = after;
      }
      expect(left).toEqual([]);
    } finally {
      cluster.resumeControllerManager();
    }
  });
});
