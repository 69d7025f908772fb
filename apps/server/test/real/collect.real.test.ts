import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditEvent } from '../../../../tools/real-cluster/src/audit-log.ts';
import { ensureNamespace } from '../../../../tools/real-cluster/src/deployment-chain.ts';
import { describeReal } from '../../../../tools/real-cluster/src/describe-real.ts';
import {
  createObject,
  type DeletePropagation,
  deleteObject,
  listMetadata,
} from '../../../../tools/real-cluster/src/objects.ts';
import { RealCluster } from '../../../../tools/real-cluster/src/real-cluster.ts';
import { waitFor } from '../../../../tools/real-cluster/src/wait-for.ts';
import { type RunningCli, startCli } from '../cli/support/run-cli.ts';

/** What is left of a chain of three objects, each with the number of its owners. */
const ENDS: Readonly<Record<DeletePropagation, readonly string[]>> = {
  Background: [],
  Foreground: [],
  Orphan: ['leaf<1', 'middle<0'],
};
const DELETE_OPTIONS = {
  preconditions: { uid: expect.any(String), resourceVersion: expect.any(String) },
  propagationPolicy: expect.stringMatching(/^(Background|Foreground|Orphan)$/),
};
/** The fields that a patch of the collector may contain. */
const PATCHED = ['uid', 'resourceVersion', 'ownerReferences', 'finalizers'];

describeReal('collect on a real cluster without collector', () => {
  let cluster: RealCluster;
  let collector: RunningCli;

  beforeAll(async () => {
    cluster = await RealCluster.start({ controllers: ['namespace-controller'] });
    const flags = ['--yes-delete', '--kube-api-qps', '0'];
    collector = startCli(['collect', '--kubeconfig', cluster.kubeconfigPath, ...flags]);
    const url = await collector.firstLine;
    await waitFor('all kinds to be synced', async () =>
      (await fetch(`${url}/readyz`)).ok ? true : undefined,
    );
  });
  afterAll(async () => {
    collector?.stop();
    await collector?.ended;
    await cluster?.stop();
  });

  async function deleteChain(policy: DeletePropagation): Promise<void> {
    const namespace = policy.toLowerCase();
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await ensureNamespace(cluster, namespace);
    let ownerReferences: object[] = [];
    for (const name of ['top', 'middle', 'leaf']) {
      const { uid } = await createObject(cluster, path, { metadata: { name, ownerReferences } });
      const owner = { apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: true };
      ownerReferences = [owner];
    }
    await deleteObject(cluster, `${path}/top`, policy);
    await waitFor(`what ${policy} leaves`, async () => {
      const left = await listMetadata(cluster, path);
      const now = left.map((each) => `${each.name}<${each.ownerReferences?.length ?? 0}`).sort();
      return now.join() === ENDS[policy].join() ? true : undefined;
    });
  }

  it('sends reads, and only the deletions and patches of a collector', async () => {
    for (const policy of ['Background', 'Foreground', 'Orphan'] as const) await deleteChain(policy);
    const all: readonly AuditEvent[] = await cluster.auditEvents();
    const ours = all.filter(({ userAgent = '' }) => userAgent.startsWith('gcscope'));
    const isCollectors = ({ userAgent = '' }: AuditEvent): boolean =>
      userAgent.endsWith('/generic-garbage-collector');
    const verbs = (events: readonly AuditEvent[]): string[] =>
      [...new Set(events.map(({ verb }) => verb))].sort();
    const others = verbs(ours.filter((each) => !isCollectors(each)));
    expect(others).toContain('watch');
    expect(['get', 'list', 'watch']).toEqual(expect.arrayContaining(others));
    const asked = ours.filter(isCollectors);
    expect(verbs(asked)).toEqual(['delete', 'get', 'patch']);
    for (const { verb, requestObject: body } of asked) {
      if (verb === 'get') expect(body).toBeUndefined();
      else if (verb === 'delete') expect(body).toMatchObject(DELETE_OPTIONS);
      else {
        const { metadata, ...rest } = body as { readonly metadata: object };
        expect(rest).toEqual({});
        for (const field of Object.keys(metadata)) expect(PATCHED).toContain(field);
      }
    }
  });
});
