import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  BUILD_TIMEOUT,
  whyNoRealCluster,
} from '../../../../tools/real-cluster/src/build-real-cluster.ts';
import { ensureNamespace } from '../../../../tools/real-cluster/src/deployment-chain.ts';
import {
  createObject,
  type DeletePropagation,
  deleteObject,
  listMetadata,
  type ObjectMetadata,
} from '../../../../tools/real-cluster/src/objects.ts';
import { RealCluster } from '../../../../tools/real-cluster/src/real-cluster.ts';
import { waitFor } from '../../../../tools/real-cluster/src/wait-for.ts';
import { type RunningCli, startCli } from '../cli/support/run-cli.ts';

const why = await whyNoRealCluster();

describe.skipIf(why !== undefined)(
  `collect on a real cluster without collector${why ? ` (${why})` : ''}`,
  () => {
    let cluster: RealCluster;
    let collector: RunningCli;
    let url: string;

    const collect = (...words: readonly string[]): RunningCli =>
      startCli(['collect', '--kubeconfig', cluster.kubeconfigPath, ...words]);
    const readyz = async (at = url): Promise<number> => (await fetch(`${at}/readyz`)).status;
    const ready = (at = url): Promise<true> =>
      waitFor('all kinds to be synced', async () =>
        (await readyz(at)) === 200 ? true : undefined,
      );

    beforeAll(async () => {
      cluster = await RealCluster.start({ controllers: ['namespace-controller'] });
      collector = collect('--yes-delete', '--kube-api-qps', '0', '-v', '5');
      url = await collector.firstLine;
      await ready();
    }, BUILD_TIMEOUT);

    afterAll(async () => {
      collector?.stop();
      await collector?.ended;
      await cluster?.stop();
    });

    const configMaps = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;
    const reference = ({ name, uid }: ObjectMetadata): object => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name,
      uid,
      blockOwnerDeletion: true,
    });

    /** An owner, its dependent, and the dependent of that. */
    async function chain(namespace: string): Promise<void> {
      await ensureNamespace(cluster, namespace);
      let ownerReferences: object[] = [];
      for (const name of ['top', 'middle', 'leaf']) {
        const metadata = { name, ownerReferences };
        const made = await createObject(cluster, configMaps(namespace), { metadata });
        ownerReferences = [reference(made)];
      }
    }

    const left = async (namespace: string): Promise<string[]> =>
      (await listMetadata(cluster, configMaps(namespace)))
        .map(({ name, ownerReferences = [] }) => `${name}<${ownerReferences.length}`)
        .sort();

    const ends: Readonly<Record<DeletePropagation, readonly string[]>> = {
      Background: [],
      Foreground: [],
      Orphan: ['leaf<1', 'middle<0'],
    };

    for (const [policy, end] of Object.entries(ends)) {
      it(`a chain comes to its end: ${policy}`, async () => {
        const namespace = policy.toLowerCase();
        await chain(namespace);
        await deleteObject(cluster, `${configMaps(namespace)}/top`, policy as DeletePropagation);
        await waitFor(`what ${policy} leaves`, async () => {
          const now = await left(namespace);
          return JSON.stringify(now) === JSON.stringify(end) ? true : undefined;
        });
      });
    }
  },
);
