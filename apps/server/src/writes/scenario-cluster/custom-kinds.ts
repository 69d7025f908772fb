import { type ApiResource, groupResource, type ResourceTable } from '@gcscope/gc-core';
import { groupBy, type Millis } from '@gcscope/gc-core/wire';
import { sleep, systemClock } from '../../base/clock.ts';
import { RUN_LABEL, SET_UP_LABEL } from './minimal-fields.ts';
import { type ObjectRequests, refusalText } from './object-requests.ts';
import { ReplayError } from './replay-error.ts';
import type { RunNames } from './run-names.ts';

/** Where definitions of custom resources are. */
export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
/** The collector looks for new kinds every 30 s. */
const WITHIN: Millis = 120_000;
const LOOK_AGAIN: Millis = 500;

/** The versions of each custom kind of the scenario, the first one first. */
export function customKinds({ resources }: ResourceTable): readonly (readonly ApiResource[])[] {
  const custom = resources.filter((resource) => resource.custom);
  return [...groupBy(custom, groupResource).values()];
}

/** The definition under which the versions of a kind are served in this run. */
function definitionOf(versions: readonly ApiResource[], names: RunNames): object {
  const [first] = versions;
  if (!first) throw new Error('A kind must have at least one version.');
  const { group, resource: plural, kind, namespaced } = first;
  const real = names.group(group);
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${real}`,
      labels: { [RUN_LABEL]: names.id, [SET_UP_LABEL]: 'definition' },
      annotations: { 'api-approved.kubernetes.io': 'unapproved, it lives as long as a test' },
    },
    spec: {
      group: real,
      scope: namespaced ? 'Namespaced' : 'Cluster',
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      versions: versions.map(({ version }, index) => ({
        name: version,
        served: true,
        storage: index === 0,
        schema: {
          openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      })),
    },
  };
}

/** Has the kind served; resolves when the collector watches it. Canaries of a namespaced kind are made in `namespace`. */
export async function serveKind(
  versions: readonly ApiResource[],
  requests: ObjectRequests,
  names: RunNames,
  namespace: string,
  stop: AbortSignal,
): Promise<void> {
  const [resource] = versions;
  if (!resource) return;
  const created = await requests.send('POST', DEFINITIONS, definitionOf(versions, names));
  if (created.code !== 201) {
    throw new ReplayError(
      `gcscope could not define the kind ${resource.kind}: ${refusalText(created)}.`,
    );
  }
  const { kind, namespaced } = resource;
  const collection = names.collection(resource, namespaced ? namespace : '');
  const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
    const deadline = performance.now() + WITHIN;
    while (!(await isSo())) {
      if (stop.aborted) throw new ReplayError('The run was interrupted.');
      if (performance.now() > deadline) throw new ReplayError(`${what} within ${WITHIN / 1000} s.`);
      await sleep(systemClock, LOOK_AGAIN, stop);
    }
  };
  const name = `${names.id}-canary`;
  const canary = {
    apiVersion: `${names.group(resource.group)}/${resource.version}`,
    kind,
    metadata: { name, labels: { [RUN_LABEL]: names.id, [SET_UP_LABEL]: 'canary' } },
  };
  await until(`the API server did not serve ${kind}`, async () => {
    return (await requests.send('POST', collection, canary)).code === 201;
  });
  // Only a collector that watches the kind ends a foreground deletion.
  await requests.send('DELETE', `${collection}/${name}`, { propagationPolicy: 'Foreground' });
  await until(`The collector did not watch ${kind}`, async () => {
    return (await requests.send('GET', `${collection}/${name}`)).code === 404;
  });
}
