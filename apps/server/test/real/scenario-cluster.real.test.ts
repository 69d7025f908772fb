import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WORKLOAD_CONTROLLERS } from '../../../../tools/real-cluster/src/component-arguments.ts';
import { describeReal } from '../../../../tools/real-cluster/src/describe-real.ts';
import { listMetadata } from '../../../../tools/real-cluster/src/objects.ts';
import { RealCluster } from '../../../../tools/real-cluster/src/real-cluster.ts';
import { runCli } from '../cli/support/run-cli.ts';

const TIMEOUT = 300_000;
const SCENARIOS = join(import.meta.dirname, '../../../../packages/gc-core/scenarios');

/** At least one scenario of each kind of course; each is also a test of the simulation. */
const REPLAYED = [
  'deletion/background-deletion',
  'deletion/foreground-deletion',
  'deletion/orphan-deletion',
  'walk-throughs/background-v1.36',
  'walk-throughs/foreground-v1.36',
  'walk-throughs/orphan-v1.36',
  'foreground/dependency-circle',
  'foreground/double-deletion-with-a-finalizer',
  'foreground/foreground-changed-to-background',
  'foreground/non-blocking-dependents-do-not-block',
  'foreground/three-levels-handed-back',
  'incidents/block-owner-deletion-does-not-block',
  'incidents/velero-restores-stale-uids',
  'orphan/orphan-custom-resources',
  'orphan/references-of-one-uid-come-together',
  'owners/solid-owner-frees-the-waiting-one',
  'owners/two-owners-one-deleted',
  'references/absent-cluster-scoped-owner',
  'references/cluster-scoped-owners',
  'references/disputed-owner',
  'references/kind-in-lower-case',
  'references/kind-without-objects',
  'references/list-is-no-owner',
  'references/redis-cross-namespace-v1.36',
  'references/stale-uid',
  'references/unserved-kind-keeps-for-ever',
  'references/unwatched-owner',
  'server/default-policy-of-a-kind',
  'server/grace-period-of-a-pod',
  'server/last-finalizer',
].map((name) => join(SCENARIOS, `${name}.yaml`));

describeReal('scenario run --cluster and a real cluster', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gcscope-replay-real-'));
  let cluster: RealCluster;

  beforeAll(async () => {
    // Controllers of workloads, too: they must leave the objects of a scenario alone.
    cluster = await RealCluster.start({
      controllers: [
        'garbage-collector-controller',
        'persistentvolumeclaim-protection-controller',
        ...WORKLOAD_CONTROLLERS,
      ],
    });
  });
  afterAll(async () => {
    await cluster?.stop();
    rmSync(folder, { recursive: true });
  });

  const run = (...files: readonly string[]): ReturnType<typeof runCli> =>
    runCli(
      ...['scenario', 'run', '--cluster', '--yes-create-and-delete'],
      ...['--kubeconfig', cluster.kubeconfigPath, ...files],
    );

  /** The names of everything that runs may leave in this cluster. */
  const left = async (): Promise<string[]> => {
    const kinds = [
      '/api/v1/namespaces',
      '/api/v1/configmaps',
      '/api/v1/nodes',
      '/api/v1/persistentvolumes',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    ];
    const lists = await Promise.all(kinds.map((path) => listMetadata(cluster, path)));
    const ours = lists
      .flat()
      .filter(({ name, namespace = '' }) =>
        [name, namespace].some((each) => each.includes('gcscope-')),
      );
    return ours.map(({ name }) => name);
  };

  it('the scenarios of the project come true', { timeout: TIMEOUT }, async () => {
    const { exitCode, out } = await run(...REPLAYED);
    const unmet = out.split('\n').filter((line) => !/^ {2}(ok|skip) |: passed$/.test(line));
    expect(unmet).toEqual(['']);
    expect(exitCode).toBe(0);
    expect(await left()).toEqual([]);
  });

  it('a cluster-scoped child of a namespaced owner, and an answer that is a refusal', {
    timeout: TIMEOUT,
  }, async () => {
    const file = join(folder, 'child.yaml');
    const text = `
apiVersion: gcscope.dev/v1
kind: Scenario
metadata: {name: cluster-scoped-child}
spec:
  objects:
    - {apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: owner, uid: o}}
    - {apiVersion: v1, kind: Node, metadata: {name: child, uid: c, ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: owner, uid: o, blockOwnerDeletion: true}]}}
  steps:
    - settle: {}
    - {create: {apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: held, finalizers: [short]}}, error: Invalid, message: name is neither a standard finalizer name nor is it fully qualified}
    - {delete: {object: ConfigMap shop/owner, preconditions: {uid: other}}, error: Conflict}
    - {delete: {object: ConfigMap shop/owner, propagationPolicy: Foreground}}
    - {settle: {}, expect: {onlyObjects: [ConfigMap shop/owner, Node child], objects: [{object: ConfigMap shop/owner, deletionTimestamp: true, finalizers: [foregroundDeletion]}, {object: Node child, deletionTimestamp: false}]}}
    - {delete: {object: ConfigMap shop/owner, propagationPolicy: Background}, expect: {onlyObjects: [Node child]}}
`;
    writeFileSync(file, text);
    const { exitCode, out } = await run(file);
    expect([out.split('\n')[0], exitCode]).toEqual([`${file}: cluster-scoped-child: passed`, 0]);
    expect(await left()).toEqual([]);
  });
});
