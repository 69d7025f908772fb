import { readFileSync } from 'node:fs';
import type { AuditReport } from '@gcscope/gc-core/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  BUILD_TIMEOUT,
  buildRealCluster,
  whyNoRealCluster,
} from '../../../../tools/real-cluster/src/build-real-cluster.ts';
import { createObject } from '../../../../tools/real-cluster/src/objects.ts';
import { RealCluster } from '../../../../tools/real-cluster/src/real-cluster.ts';
import { runCli } from '../cli/support/run-cli.ts';

const why = await whyNoRealCluster();
const RBAC = '/apis/rbac.authorization.k8s.io/v1';

describe.skipIf(why !== undefined)(`rights in a real cluster${why ? ` (${why})` : ''}`, () => {
  let cluster: RealCluster;

  beforeAll(async () => {
    await buildRealCluster();
    cluster = await RealCluster.start();
  }, BUILD_TIMEOUT);
  afterAll(() => cluster?.stop());

  it('those of cluster-role.yaml suffice for all but Secrets', async () => {
    const file = new URL('../../cluster-role.yaml', import.meta.url);
    const role = parse(readFileSync(file, 'utf8')) as object;
    const { name } = await createObject(cluster, `${RBAC}/clusterroles`, role);
    const subject = { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'reader' };
    await createObject(cluster, `${RBAC}/clusterrolebindings`, {
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: [subject],
    });
    // The authorizer sees a binding a moment later.
    const words = ['audit', '-o', 'json', '--kubeconfig', cluster.kubeconfigPath, '--as', 'reader'];
    await expect
      .poll(async () => (JSON.parse((await runCli(...words)).out) as AuditReport).unread, {
        timeout: 60_000,
      })
      .toEqual(['Secret']);
  });
});
