import {
  type ApiObject,
  type Manifest,
  type Millis,
  type OwnerReference,
  parseTimestamp,
} from '@gcscope/gc-core';
import { fields, list, record, text } from '../objects/fields.ts';

/** A Pod that ended by itself. */
export function isFinished(pod: ApiObject): boolean {
  const phase = text(pod, ['status', 'phase'], 'Pending');
  return phase === 'Succeeded' || phase === 'Failed';
}

/** A Pod that counts for its controller: neither ended nor being deleted. */
export function isActive(pod: ApiObject): boolean {
  return !isFinished(pod) && pod.metadata.deletionTimestamp === undefined;
}

/** Whether the condition of this type is True. */
export function hasCondition(object: ApiObject, type: string): boolean {
  const conditions = list(object, ['status', 'conditions']).map(record);
  return conditions.some((entry) => entry.type === type && entry.status === 'True');
}

/** A Pod that is up and not being deleted. */
export function isReady(pod: ApiObject): boolean {
  return isActive(pod) && hasCondition(pod, 'Ready');
}

/** When an object was created, 0 when that is unknown. */
export function createdAt(object: ApiObject): Millis {
  return parseTimestamp(object.metadata.creationTimestamp ?? '') ?? 0;
}

/** Oldest first; by name where two are equally old. */
export function byAge(a: ApiObject, b: ApiObject): number {
  return createdAt(a) - createdAt(b) || (a.metadata.name < b.metadata.name ? -1 : 1);
}

/** The name of a Pod made from a template, and its owner. */
export interface PodIdentity {
  readonly name: string;
  readonly namespace: string;
  readonly owner: OwnerReference;
  readonly labels?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  /** Set when its controller chooses the node, as a DaemonSet does. */
  readonly nodeName?: string;
}

/** The Pod that a controller creates from a pod template. */
export function podFromTemplate(template: unknown, identity: PodIdentity): Manifest {
  const { name, namespace, owner, labels, finalizers, nodeName } = identity;
  const given = fields(template, ['metadata', 'labels']) as Readonly<Record<string, string>>;
  const spec = fields(template, ['spec']);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace,
      labels: { ...given, ...labels },
      ownerReferences: [owner],
      ...(finalizers ? { finalizers } : {}),
    },
    spec: {
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      ...spec,
      ...(nodeName === undefined ? {} : { nodeName }),
    },
    status: { phase: 'Pending' },
  };
}

/** Whether the labels satisfy `spec.selector.matchLabels` of a controller; an empty selector matches nothing. */
export function isSelectedBy(object: ApiObject, controller: ApiObject): boolean {
  const wanted = Object.entries(fields(controller, ['spec', 'selector', 'matchLabels']));
  const labels = new Map(Object.entries(object.metadata.labels ?? {}));
  return wanted.length > 0 && wanted.every(([key, value]) => labels.get(key) === value);
}
