import {
  type ApiObject,
  type ApiResource,
  type ApiServer,
  formatTimestamp,
  type Millis,
  parseTimestamp,
} from '@gcscope/gc-core';
import type { ClusterClient } from '../cluster-client.ts';
import { fields, list, number, record } from '../fields.ts';
import { type Controller, earliest } from './controller.ts';
import { isFinished } from './pod-state.ts';

const FIRST_PASS = 5000;
const FINALIZER_ESTIMATE = 15;

interface Remains {
  /** What is left per resource, as `pods.` or `deployments.apps`. */
  readonly counts: ReadonlyMap<string, number>;
  readonly finalizers: ReadonlyMap<string, number>;
  /** Seconds until it may be gone (NS-10). */
  readonly estimate: number;
}

function conditions(remains: Remains, arePods: boolean, now: Millis): object[] {
  const time = formatTimestamp(now);
  const counts = [...remains.counts].map(([name, n]) => `${name} has ${n} resource instances`);
  const holders = [...remains.finalizers].map(([name, n]) => `${name} in ${n} resource instances`);
  const condition = (
    type: string,
    [reason, message]: readonly [string, string],
    status: 'True' | 'False' = 'False',
  ): object => ({ type, status, lastTransitionTime: time, reason, message });
  const contentLeft = !arePods && counts.length > 0;
  const finalizersLeft = !arePods && holders.length > 0;
  return [
    condition('NamespaceDeletionDiscoveryFailure', [
      'ResourcesDiscovered',
      'All resources successfully discovered',
    ]),
    condition('NamespaceDeletionGroupVersionParsingFailure', [
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ]),
    condition('NamespaceDeletionContentFailure', [
      'ContentDeleted',
      'All content successfully deleted, may be waiting on finalization',
    ]),
    contentLeft
      ? condition(
          'NamespaceContentRemaining',
          ['SomeResourcesRemain', `Some resources are remaining: ${counts.join(', ')}`],
          'True',
        )
      : condition('NamespaceContentRemaining', [
          'ContentRemoved',
          'All content successfully removed',
        ]),
    finalizersLeft
      ? condition(
          'NamespaceFinalizersRemaining',
          [
            'SomeFinalizersRemain',
            `Some content in the namespace has finalizers remaining: ${holders.join(', ')}`,
          ],
          'True',
        )
      : condition('NamespaceFinalizersRemaining', [
          'ContentHasNoFinalizers',
          'All content-preserving finalizers finished',
        ]),
  ];
}

function withoutTimes(entries: readonly unknown[]): string {
  return JSON.stringify(entries.map((entry) => ({ ...record(entry), lastTransitionTime: '' })));
}

/** Seconds until one object may be gone. */
function estimateOf(object: ApiObject): number {
  const held = (object.metadata.finalizers ?? []).length > 0 ? FINALIZER_ESTIMATE : 0;
  if (object.kind !== 'Pod' || isFinished(object)) return held;
  return Math.max(held, number(object, ['spec', 'terminationGracePeriodSeconds'], 30));
}

function remainsOf(objects: ReadonlyMap<ApiResource, readonly ApiObject[]>): Remains {
  const counts = new Map<string, number>();
  const finalizers = new Map<string, number>();
  for (const [{ resource, group }, left] of objects) {
    if (left.length > 0) counts.set(`${resource}.${group}`, left.length);
    for (const name of left.flatMap(({ metadata }) => metadata.finalizers ?? [])) {
      finalizers.set(name, (finalizers.get(name) ?? 0) + 1);
    }
  }
  const estimate = Math.max(0, ...[...objects.values()].flat().map(estimateOf));
  return { counts, finalizers, estimate };
}

/** Empties a namespace that is being deleted, Pods first, and finalizes it once nothing is left (NS-04..NS-14). */
export function namespaceController(apiServer: ApiServer, client: ClusterClient): Controller {
  const nextPass = new Map<string, Millis>();

  function empty(resource: ApiResource, namespace: string): readonly ApiObject[] {
    apiServer.deleteCollection(resource, namespace, { propagationPolicy: 'Background' });
    return apiServer.list(resource, namespace).items;
  }

  function emptyAll(namespace: string): { remains: Remains; arePods: boolean } {
    const resources = apiServer.table.preferred.filter((resource) => resource.namespaced);
    const left = new Map<ApiResource, readonly ApiObject[]>();
    const pods = resources.find((r) => r.group === '' && r.resource === 'pods');
    if (pods) left.set(pods, empty(pods, namespace));
    if (pods && (left.get(pods)?.length ?? 0) > 0)
      return { remains: remainsOf(left), arePods: true };
    for (const resource of resources) {
      if (resource !== pods) left.set(resource, empty(resource, namespace));
    }
    return { remains: remainsOf(left), arePods: false };
  }

  function finalize(namespace: ApiObject): void {
    const resource = apiServer.table.forKind('v1', 'Namespace');
    const { name } = namespace.metadata;
    const live = client.get('v1', 'Namespace', '', name);
    if (!resource || live?.metadata.uid !== namespace.metadata.uid) return;
    const rest = list(live, ['spec', 'finalizers']).filter((entry) => entry !== 'kubernetes');
    const spec = { ...fields(live, ['spec']), finalizers: rest };
    const target = { resource, namespace: '', name, subresource: 'finalize' };
    apiServer.update(target, { ...live, spec });
  }

  function pass(namespace: ApiObject, now: Millis): Millis | undefined {
    if (list(namespace, ['spec', 'finalizers']).length === 0) return undefined;
    const { remains, arePods } = emptyAll(namespace.metadata.name);
    const wanted = conditions(remains, arePods, now);
    const known = list(namespace, ['status', 'conditions']);
    if (withoutTimes(known) !== withoutTimes(wanted)) {
      client.patchStatus(namespace, { phase: 'Terminating', conditions: wanted });
    }
    if (remains.counts.size > 0) {
      return now + (Math.floor(remains.estimate / 2) + 1) * 1000;
    }
    finalize(namespace);
    return undefined;
  }

  function reconcileOne(namespace: ApiObject, now: Millis): Millis | undefined {
    const { uid, deletionTimestamp } = namespace.metadata;
    const deleted = parseTimestamp(deletionTimestamp ?? '');
    if (deleted === undefined) return undefined;
    const due = nextPass.get(uid) ?? Math.max(now, deleted + FIRST_PASS);
    nextPass.set(uid, due);
    if (now < due) return due;
    const next = pass(namespace, now);
    if (next === undefined) nextPass.delete(uid);
    else nextPass.set(uid, next);
    return next;
  }

  return {
    watches: ['/namespaces'],
    reconcile(now) {
      const namespaces = client.list('v1', 'Namespace');
      return earliest(namespaces.map((namespace) => reconcileOne(namespace, now)));
    },
  };
}
