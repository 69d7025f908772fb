import {
  type ApiResource,
  type Manifest,
  type NamedObjects,
  type OwnerReference,
  type ResourceTable,
  type Scenario,
  ScenarioError,
} from '@gcscope/gc-core';
import type { ServedResource } from '../../cluster/monitors/discovery.ts';
import { customKinds, serveKind } from './custom-kinds.ts';
import { RUN_LABEL, SET_UP_LABEL } from './minimal-fields.ts';
import { type ObjectRequests, refusalText, type ServerAnswer } from './object-requests.ts';
import { ReplayError } from './replay-error.ts';
import type { RunNames } from './run-names.ts';
import type { RunRequests } from './run-requests.ts';
import { deletionPolicyOf, finalizersBefore } from './written-deletion.ts';

/** The namespace of the canaries, which show whether the collector is idle. */
export const REST_NAMESPACE = 'rest';

/** The kinds of the objects that a scenario creates. Throws `ScenarioError` for one that the cluster does not serve. */
export function createdKinds(
  { spec }: Scenario,
  table: ResourceTable,
  served: readonly ServedResource[],
): readonly ApiResource[] {
  const kinds = new Map<string, ApiResource>();
  const add = ({ apiVersion, kind }: Manifest, path: readonly (string | number)[]): void => {
    const resource = table.forServedKind(apiVersion, kind);
    if (!resource) return;
    const { group, version, custom } = resource;
    const isServed = served.some(
      (each) =>
        each.group === group &&
        each.version === version &&
        each.kind === kind &&
        each.verbs.includes('create'),
    );
    if (!custom && !isServed) {
      throw new ScenarioError(
        `The cluster does not serve ${apiVersion}/${kind}. Run the scenario without --cluster, or on a cluster that serves it.`,
        path,
      );
    }
    // Its versions share their storage: one is watched.
    if (!kinds.has(`${group}/${kind}`)) kinds.set(`${group}/${kind}`, resource);
  };
  for (const [index, manifest] of (spec.objects ?? []).entries())
    add(manifest, ['spec', 'objects', index]);
  for (const [index, { create }] of (spec.steps ?? []).entries()) {
    if (create) add(create, ['spec', 'steps', index, 'create']);
  }
  for (const name of spec.unserved ?? []) {
    const isServed = served.some(({ group, version, kind }) => {
      return name === `${group === '' ? '' : `${group}/`}${version}/${kind}`;
    });
    if (isServed)
      throw new ScenarioError(
        `The cluster serves ${name}. Run the scenario without --cluster, or on a cluster that does not serve it.`,
        ['spec', 'unserved'],
      );
  }
  return [...kinds.values()];
}

export interface SetUp {
  readonly scenario: Scenario;
  readonly table: ResourceTable;
  readonly names: RunNames;
  readonly requests: ObjectRequests;
  readonly stop: AbortSignal;
}

/** Makes the namespaces that objects are in and has the custom kinds served. Rejects with `ReplayError`. */
export async function makeRoom({ scenario, table, names, requests, stop }: SetUp): Promise<void> {
  for (const namespace of [REST_NAMESPACE, ...namespacesOf(scenario, table)]) {
    const labels = { [RUN_LABEL]: names.id, [SET_UP_LABEL]: 'namespace' };
    const answer = await requests.send('POST', '/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: names.prefixed(namespace), labels },
    });
    if (answer.code !== 201) {
      throw new ReplayError(
        `The namespace ${namespace} could not be created: ${refusalText(answer)}.`,
      );
    }
  }
  await Promise.all(
    customKinds(table).map((versions) =>
      serveKind(versions, requests, names, REST_NAMESPACE, stop),
    ),
  );
}

/** The namespaces that the scenario names but does not hold as objects. */
function namespacesOf({ spec }: Scenario, table: ResourceTable): readonly string[] {
  const manifests = [...(spec.objects ?? [])];
  for (const { create } of spec.steps ?? []) if (create) manifests.push(create);
  const isNamespace = (each: Manifest): boolean =>
    each.kind === 'Namespace' && each.apiVersion === 'v1';
  const own = new Set(manifests.filter(isNamespace).map(({ metadata }) => metadata.name));
  const named = manifests
    .filter(({ apiVersion, kind }) => table.forKind(apiVersion, kind)?.namespaced)
    .map(({ metadata }) => metadata.namespace ?? '');
  return [...new Set(named)].filter((namespace) => namespace !== '' && !own.has(namespace));
}

/** Creates the objects before the first step, owners before their dependents. Rejects with `ReplayError`. */
export async function createObjects(
  { scenario, names }: SetUp,
  send: RunRequests,
  named: NamedObjects,
): Promise<void> {
  const objects = scenario.spec.objects ?? [];
  const pathOf = ({ apiVersion, kind, metadata }: Manifest): string => {
    const resource = named.resourceOf({ apiVersion, kind });
    return names.path(resource, metadata.namespace ?? '', metadata.name ?? '');
  };
  const pending = new Set(objects.map(({ metadata }) => metadata.uid ?? ''));
  const cycles: Placed[] = [];
  for (const placed of inOrderOfCreation(objects)) {
    const { manifest, index } = placed;
    const { uid = '', ownerReferences: owners = [] } = manifest.metadata;
    const known = owners.filter((owner) => !pending.has(owner.uid));
    if (known.length < owners.length) cycles.push(placed);
    const answer = await send.create(beforeDeletion(manifest, known));
    accept(answer, index);
    names.created(uid, answer.uid ?? '');
    pending.delete(uid);
  }
  for (const { manifest, index } of cycles) {
    accept(await send.refer(pathOf(manifest), manifest.metadata.ownerReferences ?? []), index);
  }
  for (const [index, manifest] of objects.entries()) {
    const { deletionTimestamp, deletionGracePeriodSeconds: grace } = manifest.metadata;
    const propagationPolicy = deletionPolicyOf(manifest);
    if (deletionTimestamp === undefined || propagationPolicy === undefined) continue;
    const gracePeriod = grace === undefined ? {} : { gracePeriodSeconds: grace };
    accept(await send.delete(pathOf(manifest), { propagationPolicy, ...gracePeriod }), index);
  }
}

/** An object of the document with its place there. */
interface Placed {
  readonly index: number;
  readonly manifest: Manifest;
}

/** The object as it is created: with the references to owners that exist, and not yet in deletion. */
function beforeDeletion(manifest: Manifest, ownerReferences: readonly OwnerReference[]): Manifest {
  const {
    deletionTimestamp: since,
    deletionGracePeriodSeconds: _grace,
    ...metadata
  } = manifest.metadata;
  const { finalizers } = metadata;
  return {
    ...manifest,
    metadata: {
      ...metadata,
      ...(metadata.ownerReferences ? { ownerReferences } : {}),
      ...(since !== undefined && finalizers ? { finalizers: finalizersBefore(finalizers) } : {}),
    },
  };
}

/** Owners before their dependents where there is no cycle; else in order of the document. */
function inOrderOfCreation(objects: readonly Manifest[]): readonly Placed[] {
  const left = new Set(objects.map((manifest, index): Placed => ({ manifest, index })));
  const order: Placed[] = [];
  while (left.size > 0) {
    const waiting = new Set([...left].map(({ manifest }) => manifest.metadata.uid));
    const free = [...left].find(({ manifest: { metadata } }) =>
      (metadata.ownerReferences ?? []).every(
        ({ uid }) => uid === metadata.uid || !waiting.has(uid),
      ),
    );
    const [first] = left;
    const next = free ?? first;
    if (!next) break;
    order.push(next);
    left.delete(next);
  }
  return order;
}

function accept(answer: ServerAnswer, index: number): void {
  if (answer.code < 300) return;
  throw new ReplayError(`The cluster refuses it: ${refusalText(answer)}.`, [
    'spec',
    'objects',
    index,
  ]);
}
