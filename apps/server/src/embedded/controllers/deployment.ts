import { type ApiObject, formatTimestamp, type Millis } from '@gcscope/gc-core';
import { type ClusterClient, controllerReference } from '../objects/cluster-client.ts';
import { fields, number, record } from '../objects/fields.ts';
import { templateHash } from '../objects/names.ts';
import { controlledBy } from './adoption.ts';
import type { Controller } from './controller.ts';

const REVISION = 'deployment.kubernetes.io/revision';

function revisionOf(object: ApiObject): number {
  return Number(object.metadata.annotations?.[REVISION] ?? '0') || 0;
}

function replicasOf(replicaSet: ApiObject): number {
  return number(replicaSet, ['spec', 'replicas'], 0);
}

function readyOf(replicaSet: ApiObject): number {
  return number(replicaSet, ['status', 'readyReplicas'], 0);
}

function sum(replicaSets: readonly ApiObject[], of: (replicaSet: ApiObject) => number): number {
  return replicaSets.reduce((total, replicaSet) => total + of(replicaSet), 0);
}

/**
 * Rolls every Deployment towards the ReplicaSet of its template: one Pod more than wanted, none fewer ready; old
 * ReplicaSets stay with 0 replicas up to `revisionHistoryLimit`.
 */
export function deploymentController(client: ClusterClient): Controller {
  function setReplicas(replicaSet: ApiObject, replicas: number): void {
    if (replicasOf(replicaSet) !== replicas) client.patch(replicaSet, { spec: { replicas } });
  }

  function createReplicaSet(
    deployment: ApiObject,
    hash: string,
    revision: number,
    replicas: number,
  ): ApiObject | undefined {
    const { name, namespace = '' } = deployment.metadata;
    const template = fields(deployment, ['spec', 'template']);
    const labels = { ...fields(template, ['metadata', 'labels']), 'pod-template-hash': hash };
    return client.create({
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: {
        name: `${name}-${hash}`,
        namespace,
        labels: labels as Record<string, string>,
        annotations: { [REVISION]: String(revision) },
        ownerReferences: [controllerReference(deployment)],
      },
      spec: {
        replicas,
        selector: { matchLabels: labels },
        template: { ...template, metadata: { ...record(template.metadata), labels } },
      },
    });
  }

  function rollOut(current: ApiObject, old: readonly ApiObject[], wanted: number): void {
    const ready = Math.min(readyOf(current), wanted);
    const running = sum(old, replicasOf);
    // With nothing old left to replace, all at once; else one more than what is ready.
    setReplicas(current, running === 0 ? wanted : Math.min(wanted, ready + 1));
    let surplus = running - (wanted - ready);
    for (const replicaSet of [...old].sort((a, b) => revisionOf(a) - revisionOf(b))) {
      if (surplus <= 0) break;
      const fewer = Math.min(surplus, replicasOf(replicaSet));
      setReplicas(replicaSet, replicasOf(replicaSet) - fewer);
      surplus -= fewer;
    }
  }

  function forgetOld(deployment: ApiObject, old: readonly ApiObject[]): void {
    const limit = number(deployment, ['spec', 'revisionHistoryLimit'], 10);
    const unused = old
      .filter((r) => replicasOf(r) === 0 && number(r, ['status', 'replicas'], 0) === 0)
      .filter((r) => r.metadata.deletionTimestamp === undefined)
      .sort((a, b) => revisionOf(a) - revisionOf(b));
    for (const replicaSet of unused.slice(0, Math.max(0, unused.length - limit))) {
      client.delete(replicaSet);
    }
  }

  function writeStatus(
    deployment: ApiObject,
    current: ApiObject | undefined,
    all: readonly ApiObject[],
    now: Millis,
  ): void {
    const wanted = number(deployment, ['spec', 'replicas'], 1);
    const readyReplicas = sum(all, readyOf);
    const available = readyReplicas >= wanted;
    const before = fields(deployment, ['status']).conditions;
    const known = Array.isArray(before) ? record(before[0]) : {};
    const status = available ? 'True' : 'False';
    const since = known.status === status ? known.lastTransitionTime : undefined;
    client.patchStatus(deployment, {
      observedGeneration: deployment.metadata.generation ?? 1,
      replicas: sum(all, (r) => number(r, ['status', 'replicas'], 0)),
      updatedReplicas: current ? number(current, ['status', 'replicas'], 0) : 0,
      readyReplicas,
      availableReplicas: readyReplicas,
      unavailableReplicas: Math.max(0, wanted - readyReplicas),
      conditions: [
        {
          type: 'Available',
          status,
          reason: available ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
          lastTransitionTime: since ?? formatTimestamp(now),
        },
      ],
    });
  }

  function reconcileOne(
    deployment: ApiObject,
    replicaSets: readonly ApiObject[],
    now: Millis,
  ): void {
    const owned = controlledBy(client, deployment, replicaSets);
    if (deployment.metadata.deletionTimestamp !== undefined) return;
    const wanted = number(deployment, ['spec', 'replicas'], 1);
    const hash = templateHash(fields(deployment, ['spec', 'template']));
    const newest = Math.max(0, ...owned.map(revisionOf));
    const isCurrent = (r: ApiObject): boolean =>
      r.metadata.name === `${deployment.metadata.name}-${hash}`;
    const old = owned.filter((replicaSet) => !isCurrent(replicaSet));
    const found = owned.find(isCurrent);
    const replicas = sum(old, replicasOf) === 0 ? wanted : Math.min(wanted, 1);
    const current = found ?? createReplicaSet(deployment, hash, newest + 1, replicas);
    if (!current) return;
    const revision = Math.max(newest, revisionOf(current));
    const annotations = {
      [REVISION]: String(found && revisionOf(found) < newest ? newest + 1 : revision),
    };
    if (revisionOf(current) < newest) client.patch(current, { metadata: { annotations } });
    if (deployment.metadata.annotations?.[REVISION] !== annotations[REVISION]) {
      client.annotate(deployment, annotations);
    }
    rollOut(current, old, wanted);
    forgetOld(deployment, old);
    writeStatus(deployment, current, [current, ...old], now);
  }

  return {
    watches: ['apps/deployments', 'apps/replicasets'],
    reconcile(now) {
      const replicaSets = client.list('apps/v1', 'ReplicaSet');
      for (const deployment of client.workloads('Deployment'))
        reconcileOne(deployment, replicaSets, now);
      return undefined;
    },
  };
}
