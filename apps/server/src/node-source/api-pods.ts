import { parseNanoTime, podStateFromOutside, uidOnNode } from '@gcscope/gc-core';
import { type Fields, fieldsOf, textOf } from '../cluster/answers/decode-meta.ts';
import { type JsonShape, shapeOf } from '../cluster/answers/json-pruner.ts';
import type { NodeSpec } from './node-spec.ts';

type Pod = NonNullable<NodeSpec['pods']>[number];
type Container = NonNullable<NodeSpec['containers']>[number];

const STATUS_LISTS = [
  'initContainerStatuses',
  'containerStatuses',
  'ephemeralContainerStatuses',
] as const;
const MIRROR = 'kubernetes.io/config.mirror';

/** The fields read of a Pod: no other annotation, no environment, no command. */
export const POD_SHAPE: JsonShape = shapeOf([], {
  metadata: shapeOf(['uid', 'name', 'namespace', 'creationTimestamp', 'deletionTimestamp'], {
    annotations: shapeOf([MIRROR]),
  }),
  spec: shapeOf(['volumes']),
  status: shapeOf(['phase', 'reason', ...STATUS_LISTS]),
});

/** The containers and sandboxes of a node, as its Pods show them. */
export interface ApiPods {
  readonly pods: readonly Pod[];
  /** For each container, at most the current and the last instance. */
  readonly containers: readonly Container[];
}

/** A PodList, from the API server or the kubelet; `imageId` finds an image by one of its names. Never throws. */
export function decodePods(body: unknown, imageId: (name: string) => string | undefined): ApiPods {
  const items = fieldsOf(body)?.items;
  const pods = new Map<string, Pod>();
  const containers = new Map<string, Container>();
  for (const item of Array.isArray(items) ? items : []) {
    const pod = fieldsOf(item);
    const meta = fieldsOf(pod?.metadata);
    const status = fieldsOf(pod?.status) ?? {};
    const uid = uidOf(meta);
    if (!pod || !meta || uid === '' || pods.has(uid)) continue;
    const found = containersOf(pod, meta, uid, imageId);
    const { state } = podStateFromOutside({
      phase: textOf(status.phase),
      reason: textOf(status.reason),
      deletionRequested: textOf(meta.deletionTimestamp) !== '',
      hasRunningContainer: found.some((container) => container.state === 'RUNNING'),
    });
    pods.set(uid, { uid, name: textOf(meta.name), namespace: textOf(meta.namespace), state });
    for (const container of found) containers.set(container.id, container);
  }
  return { pods: [...pods.values()], containers: [...containers.values()] };
}

/** As labels and folders on the node carry it (PP-4). */
function uidOf(meta: Fields | undefined): string {
  const annotations = fieldsOf(meta?.annotations);
  const mirrored = textOf(annotations?.[MIRROR]);
  return uidOnNode(textOf(meta?.uid), mirrored === '' ? undefined : { [MIRROR]: mirrored });
}

function containersOf(
  pod: Fields,
  meta: Fields,
  uid: string,
  imageId: (name: string) => string | undefined,
): Container[] {
  const status = fieldsOf(pod.status);
  const volumeImages = volumeImagesOf(pod, imageId);
  return STATUS_LISTS.flatMap((list) => {
    const statuses = status?.[list];
    return (Array.isArray(statuses) ? statuses : []).flatMap((each: unknown) =>
      instancesOf(fieldsOf(each) ?? {}).map((instance): Container => {
        const { id, attempt, state, startedAt, fields } = instance;
        const names = [textOf(fields.imageID), textOf(fields.image)].map(withoutScheme);
        const image =
          names.map(imageId).find((known) => known !== undefined) ?? names.find(Boolean);
        return {
          id,
          pod: uid,
          name: textOf(fields.name),
          attempt,
          // Nothing tells when it was created; it was before it started.
          createdAt: firstTime(startedAt, textOf(meta.creationTimestamp)),
          state,
          ...(image === undefined ? {} : { image }),
          ...(names[1] ? { imageName: names[1] } : {}),
          ...(volumeImages.length > 0 ? { volumeImages } : {}),
        };
      }),
    );
  });
}

/** The API does not say which container mounts an image volume, so the volume counts for all containers of its pod. */
function volumeImagesOf(pod: Fields, imageId: (name: string) => string | undefined): string[] {
  const volumes = fieldsOf(pod.spec)?.volumes;
  return (Array.isArray(volumes) ? volumes : []).flatMap((volume: unknown) => {
    const reference = textOf(fieldsOf(fieldsOf(volume)?.image)?.reference);
    return reference === '' ? [] : [imageId(reference) ?? reference];
  });
}

/** One container that the runtime has, or had. */
interface Instance {
  readonly id: string;
  readonly attempt: number;
  readonly state: 'RUNNING' | 'EXITED';
  readonly startedAt: string;
  readonly fields: Fields;
}

/** The current instance and the one before; one that waits has only the latter, whose number is then the restart count. */
function instancesOf(fields: Fields): Instance[] {
  const state = fieldsOf(fields.state) ?? {};
  const running = fieldsOf(state.running);
  const terminated = fieldsOf(state.terminated);
  const last = fieldsOf(fieldsOf(fields.lastState)?.terminated);
  const restarts = Number.isSafeInteger(fields.restartCount) ? Number(fields.restartCount) : 0;
  const attempt = Math.max(0, restarts);
  const instances: Instance[] = [];
  const add = (id: string, number: number, which: Instance['state'], part: Fields): void => {
    const startedAt = textOf(part.startedAt) || textOf(part.finishedAt);
    const instance = { id: withoutScheme(id), attempt: Math.max(0, number), state: which };
    if (instance.id !== '') instances.push({ ...instance, startedAt, fields });
  };
  if (running) add(textOf(fields.containerID), attempt, 'RUNNING', running);
  if (terminated) {
    add(
      textOf(terminated.containerID) || textOf(fields.containerID),
      attempt,
      'EXITED',
      terminated,
    );
  }
  const isWaiting = !running && !terminated;
  if (last) add(textOf(last.containerID), isWaiting ? attempt : attempt - 1, 'EXITED', last);
  return instances;
}

/** `containerd://<id>`, `docker-pullable://<name>`. */
function withoutScheme(text: string): string {
  return text.replace(/^[a-z][a-z0-9+.-]*:\/\//, '');
}

function firstTime(...texts: readonly string[]): string {
  return texts.find((text) => parseNanoTime(text) !== undefined) ?? 'zero';
}
