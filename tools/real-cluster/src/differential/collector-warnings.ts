import type { WarningEvent } from '@gcscope/gc-core';
import { describeAnswer } from '../api-client.ts';
import type { RealCluster } from '../real-cluster.ts';
import type { WorldRequests } from './requests.ts';

/** An Event of a collector: which object it is about, and what it says. */
export type Warned = Pick<WarningEvent, 'message'> & {
  readonly involvedObject: Pick<WarningEvent['involvedObject'], 'kind' | 'name'> & {
    readonly namespace?: string;
  };
};

const PATH = '/api/v1/events?fieldSelector=reason%3DOwnerRefInvalidNamespace';

/** All Events of the cluster's collector (EV-01). */
export async function readWarnings(cluster: RealCluster): Promise<readonly Warned[]> {
  const answer = await cluster.request('GET', PATH);
  if (answer.code !== 200) throw new Error(`Events: ${describeAnswer(answer)}`);
  return (answer.body as { readonly items: readonly Warned[] }).items;
}

/**
 * What a collector warned of in a world, each warning once: it is repeated after each start (EV-07). Left out is what lies in
 * Namespaces that the world may delete, and their Events with them.
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
