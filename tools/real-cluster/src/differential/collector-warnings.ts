import { randomUUID } from 'node:crypto';
import type { WarningEvent } from '@gcscope/gc-core';
import { describeAnswer } from '../api-client.ts';
import { createObject, deleteObject } from '../objects.ts';
import type { RealCluster } from '../real-cluster.ts';
import { waitFor } from '../wait-for.ts';
import type { WorldRequests } from './requests.ts';

/** An Event of a collector: which object it is about, and what it says. */
export type Warned = Pick<WarningEvent, 'message'> & {
  readonly involvedObject: Pick<WarningEvent['involvedObject'], 'kind' | 'name'> & {
    readonly namespace?: string;
  };
};

const PATH = '/api/v1/events?fieldSelector=reason%3DOwnerRefInvalidNamespace';

/** All Events of the cluster's collector (EV-01), when it has written what it had to say. */
export async function readWarnings(cluster: RealCluster): Promise<readonly Warned[]> {
  await provokeLast(cluster);
  return readAll(cluster);
}

/** A collector writes its Events one after the other: when one that is provoked now is there, those before it are. */
async function provokeLast(cluster: RealCluster): Promise<void> {
  const name = `canary-${randomUUID()}`;
  const { uid } = await createObject(cluster, configMaps('default'), { metadata: { name } });
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid }];
  await createObject(cluster, configMaps('kube-system'), { metadata: { name, ownerReferences } });
  await waitFor('the latest Event', async () => {
    const all = await readAll(cluster);
    return all.some(({ involvedObject }) => involvedObject.name === name) ? true : undefined;
  });
  await deleteObject(cluster, `${configMaps('default')}/${name}`, 'Background');
}

async function readAll(cluster: RealCluster): Promise<readonly Warned[]> {
  const answer = await cluster.request('GET', PATH);
  if (answer.code !== 200) throw new Error(`Events: ${describeAnswer(answer)}`);
  return (answer.body as { readonly items: readonly Warned[] }).items;
}

function configMaps(namespace: string): string {
  return `/api/v1/namespaces/${namespace}/configmaps`;
}

/**
 * The warnings of a collector in a world, each once, because it repeats them after each start (EV-07). Objects in
 * Namespaces that the world may delete are left out, because their Events go with them.
 */
export function warningsAbout(world: WorldRequests, warnings: readonly Warned[]): string[] {
  const own = warnings.filter(({ involvedObject: { namespace = '', name } }) => {
    return namespace === ''
      ? name.startsWith(`${world.prefix}-`)
      : world.namespaces.includes(namespace);
  });
  const texts = own.map(({ involvedObject: { kind, namespace = '', name }, message }) => {
    const said = message.replace(
      /uid: ([^\]]*)\]/,
      (_, uid) => `uid: ${world.numberOf(uid) ?? uid}]`,
    );
    return `${kind} ${namespace}/${name}: ${said}`.replaceAll(`${world.prefix}-`, 'w-');
  });
  return [...new Set(texts)].toSorted();
}
