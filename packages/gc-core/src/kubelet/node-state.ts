import type { NanoTime } from './nano-time.ts';

/** A size in bytes. */
export type Bytes = number;

/** CRI's states of a container. What a runtime reports beyond them counts as UNKNOWN. */
export type ContainerState = 'CREATED' | 'RUNNING' | 'EXITED' | 'UNKNOWN';

/**
 * The state of a pod in the kubelet's pod workers (PP-1, PP-2). `gone`: its content should be removed. `terminated`: its
 * runtime should be, its content not. `live`: neither.
 */
export type PodState = 'live' | 'terminated' | 'gone';

/** A pod as far as it matters here. One that is not listed is unknown to the kubelet (PP-3). */
export interface NodePod {
  /** As CRI labels carry it: of a static pod the configuration's hash, not the mirror pod's uid (PP-4). */
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  readonly state: PodState;
}

/** A container as the runtime lists it. */
export interface NodeContainer {
  readonly id: string;
  /** Uid of its pod by its label; empty without one. */
  readonly pod: string;
  readonly name: string;
  readonly attempt: number;
  readonly createdAt: NanoTime;
  readonly state: ContainerState;
  /** Id of its sandbox. */
  readonly sandbox?: string;
  /** Id of its image (`imageIdOf`); absent when the runtime names none. */
  readonly image?: string;
  /** To be left out where the gate RuntimeClassInImageCriApi is off, as it is by default (I-2). */
  readonly runtimeHandler?: string;
  /** Ids of images mounted as volumes. */
  readonly volumeImages?: readonly string[];
  /** Absent: not known. Empty: removal deletes in the kubelet's own working directory (C-12.3). */
  readonly logPath?: string;
}

/** A pod sandbox as the runtime lists it. */
export interface NodeSandbox {
  readonly id: string;
  /** Uid of its pod by its metadata. */
  readonly pod: string;
  readonly attempt: number;
  readonly createdAt: NanoTime;
  readonly state: 'READY' | 'NOTREADY';
}

/** An image as the runtime lists it. */
export interface NodeImage {
  readonly id: string;
  /** As the runtime reports it; what its removal really frees is not known (I-6). */
  readonly size: Bytes;
  readonly pinned?: boolean;
  readonly repoTags?: readonly string[];
  /** As of a container. */
  readonly runtimeHandler?: string;
}

/** A link in the folder of container logs. */
export interface LogLink {
  /** File name, with its ending. */
  readonly name: string;
  /** Its target does not exist. */
  readonly dangling: boolean;
  /** The runtime answers the question for its container without a status. */
  readonly withoutStatus?: boolean;
}

/** The filesystem that holds the images, as its statistics say. */
export interface ImageFileSystem {
  readonly capacityBytes: Bytes;
  /** The bytes that an unprivileged process may use. */
  readonly availableBytes: Bytes;
  /** Named in messages of v1.7. */
  readonly device?: string;
  readonly mountpoint?: string;
}

/** All that garbage collection looks at on a node, in the order in which the runtime lists it. */
export interface NodeState {
  readonly pods: readonly NodePod[];
  readonly containers: readonly NodeContainer[];
  readonly sandboxes: readonly NodeSandbox[];
  readonly images: readonly NodeImage[];
  /** Names of the entries of the pod log directory, folders or not. */
  readonly logDirectories: readonly string[];
  readonly logLinks: readonly LogLink[];
  /** Absent: the statistics name none. */
  readonly imageFs?: ImageFileSystem;
}

/** A node with nothing on it. */
export const EMPTY_NODE: NodeState = {
  pods: [],
  containers: [],
  sandboxes: [],
  images: [],
  logDirectories: [],
  logLinks: [],
};

const CRI_CONTAINER_STATES: readonly ContainerState[] = ['CREATED', 'RUNNING', 'EXITED', 'UNKNOWN'];

/** CRI's state by number or name, with or without its prefix. Anything else is UNKNOWN, as for the kubelet (C-7). */
export function containerStateOf(value: unknown): ContainerState {
  if (typeof value === 'number') return CRI_CONTAINER_STATES[value] ?? 'UNKNOWN';
  const name = String(value).replace(/^CONTAINER_/, '');
  return CRI_CONTAINER_STATES.find((state) => state === name) ?? 'UNKNOWN';
}

/** The image a container counts for: `image_id` where the runtime knows it (CRI 1.30), else `image_ref` (I-4). */
export function imageIdOf(container: {
  readonly imageId?: string;
  readonly imageRef?: string;
}): string | undefined {
  const { imageId = '', imageRef = '' } = container;
  const id = imageId === '' ? imageRef : imageId;
  return id === '' ? undefined : id;
}
