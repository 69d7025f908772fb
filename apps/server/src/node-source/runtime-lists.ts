import { type ContainerState, containerStateOf, imageIdOf, type NanoTime } from '@gcscope/gc-core';
import { type Fields, fieldsOf, textOf, textsOf } from '../cluster/answers/decode-meta.ts';

/** A container as a runtime lists it, its pod taken from the labels that a kubelet sets (C-3). */
export interface RuntimeContainer {
  readonly id: string;
  readonly sandbox: string;
  /** Uid, empty for a container that no kubelet made. */
  readonly pod: string;
  readonly podName: string;
  readonly podNamespace: string;
  readonly name: string;
  readonly attempt: number;
  readonly createdAt: NanoTime;
  readonly state: ContainerState;
  /** The runtime's own word where CRI does not know it. */
  readonly oddState?: string;
  readonly image?: string;
  readonly imageName?: string;
}

/** A sandbox as a runtime lists it. */
export interface RuntimeSandbox {
  readonly id: string;
  readonly pod: string;
  readonly podName: string;
  readonly podNamespace: string;
  readonly attempt: number;
  readonly createdAt: NanoTime;
  readonly state: 'READY' | 'NOTREADY';
  /** As of a container. */
  readonly oddState?: string;
}

/** An image as a runtime lists it. */
export interface RuntimeImage {
  readonly id: string;
  readonly size: number;
  readonly pinned: boolean;
  readonly repoTags: readonly string[];
}

/** Fields that only the status of a container has. */
export interface RuntimeContainerStatus {
  readonly id: string;
  readonly logPath: string;
  /** Images mounted as volumes. */
  readonly volumeImages: readonly string[];
}

/** Makes the error about the value at `path` of an answer. */
export type FaultAt = (path: string, message: string) => Error;

/** `ListContainersResponse.containers` in JSON. Throws what `fault` makes when a container cannot be told from others. */
export function decodeContainers(value: unknown, fault: FaultAt): RuntimeContainer[] {
  return decodeList(value, 'containers', fault, (fields, id, at) => {
    const { name, attempt } = fieldsOf(fields.metadata) ?? {};
    const labels = fieldsOf(fields.labels);
    const label = (key: string): string =>
      labels && Object.hasOwn(labels, key) ? textOf(labels[key]) : '';
    const image = fieldsOf(fields.image);
    const imageId =
      image && imageIdOf({ imageId: textOf(fields.imageId), imageRef: textOf(fields.imageRef) });
    const imageName = textOf(image?.userSpecifiedImage) || textOf(image?.image);
    const state = containerStateOf(fields.state);
    return {
      id,
      sandbox: textOf(fields.podSandboxId),
      pod: label('io.kubernetes.pod.uid'),
      podName: label('io.kubernetes.pod.name'),
      podNamespace: label('io.kubernetes.pod.namespace'),
      name: textOf(name),
      attempt: wholeNumber(attempt),
      createdAt: decodeTime(fields.createdAt, `${at}.createdAt`, fault),
      state,
      ...(state === 'UNKNOWN' && !isNamed(fields.state, 'CONTAINER_UNKNOWN', 3)
        ? { oddState: String(fields.state) }
        : {}),
      ...(imageId === undefined ? {} : { image: imageId }),
      ...(imageName === '' ? {} : { imageName }),
    };
  });
}

/** `ListPodSandboxResponse.items` in JSON, as `decodeContainers`. A state that CRI does not know is not READY (S-1). */
export function decodeSandboxes(value: unknown, fault: FaultAt): RuntimeSandbox[] {
  return decodeList(value, 'items', fault, (fields, id, at) => {
    const { name, uid, namespace, attempt } = fieldsOf(fields.metadata) ?? {};
    const isReady = isNamed(fields.state, 'SANDBOX_READY', 0);
    return {
      id,
      pod: textOf(uid),
      podName: textOf(name),
      podNamespace: textOf(namespace),
      attempt: wholeNumber(attempt),
      createdAt: decodeTime(fields.createdAt, `${at}.createdAt`, fault),
      state: isReady ? 'READY' : 'NOTREADY',
      ...(isReady || isNamed(fields.state, 'SANDBOX_NOTREADY', 1)
        ? {}
        : { oddState: String(fields.state) }),
    };
  });
}

/** `ListImagesResponse.images` in JSON, as `decodeContainers`. */
export function decodeImages(value: unknown, fault: FaultAt): RuntimeImage[] {
  return decodeList(value, 'images', fault, (fields, id) => ({
    id,
    size: wholeNumber(fields.size),
    pinned: fields.pinned === true,
    repoTags: [...textsOf(fields.repoTags), ...textsOf(fields.repoDigests)].filter(Boolean),
  }));
}

/** `ContainerStatusResponse.status` in JSON; `undefined` when it is none. */
export function decodeContainerStatus(value: unknown): RuntimeContainerStatus | undefined {
  const fields = fieldsOf(value);
  const id = textOf(fields?.id);
  if (!fields || id === '') return undefined;
  const mounts = Array.isArray(fields.mounts) ? fields.mounts : [];
  const images = mounts.map((mount) => textOf(fieldsOf(fieldsOf(mount)?.image)?.image));
  return {
    id,
    logPath: textOf(fields.logPath),
    volumeImages: images.filter((image) => image !== ''),
  };
}

/** Mount point of the first image filesystem of an `ImageFsInfoResponse` in JSON; older crictl writes it alone. */
export function decodeImageMountpoint(value: unknown): string | undefined {
  const fields = fieldsOf(value);
  const listed: unknown = Array.isArray(fields?.imageFilesystems)
    ? fields.imageFilesystems[0]
    : value;
  const mountpoint = textOf(fieldsOf(fieldsOf(listed)?.fsId)?.mountpoint);
  return mountpoint === '' ? undefined : mountpoint;
}

function decodeList<T>(
  value: unknown,
  list: string,
  fault: FaultAt,
  decode: (fields: Fields, id: string, at: string) => T,
): T[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw fault(list, 'it is not a list');
  return value.map((each: unknown, index) => {
    const at = `${list}[${index}]`;
    const fields = fieldsOf(each);
    const id = textOf(fields?.id);
    if (!fields || id === '') throw fault(at, 'it has no id');
    return decode(fields, id, at);
  });
}

const INT64 = 2n ** 63n;

/** Nanoseconds since the epoch, as protobuf's JSON writes them. */
function decodeTime(value: unknown, at: string, fault: FaultAt): NanoTime {
  if (value === undefined || value === null) return 0n;
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const time = /^-?\d{1,19}$/.test(text) ? BigInt(text) : INT64;
  if (time < -INT64 || time >= INT64) throw fault(at, 'it is not a time in nanoseconds');
  return time;
}

/** A count or size; what is none, or too large to be exact, is brought into range. */
function wholeNumber(value: unknown): number {
  const number = typeof value === 'string' && /^\d{1,20}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !(number > 0)) return 0;
  return Math.min(Math.floor(number), Number.MAX_SAFE_INTEGER);
}

function isNamed(value: unknown, name: string, number: number): boolean {
  return value === name || value === number;
}
