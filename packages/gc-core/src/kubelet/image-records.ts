import { sizeOf } from '../meta/byte-size.ts';
import type { KubeletProfile } from './kubelet-releases.ts';
import { type NanoTime, ZERO_TIME } from './nano-time.ts';
import type { Bytes, NodeContainer, NodeImage } from './node-state.ts';

/** The kubelet's record of an image, which cannot be read from outside (I-2). */
export interface ImageRecord {
  readonly id: string;
  readonly runtimeHandler: string;
  /** Time of the pass that first saw it. */
  readonly firstDetected: NanoTime;
  /** Time of the last pass that saw it in use; the zero time for "never" (I-5). */
  readonly lastUsed: NanoTime;
  readonly size: Bytes;
  readonly pinned: boolean;
}

/** Records by their key (`imageKey`). */
export type ImageRecords = ReadonlyMap<string, ImageRecord>;

/** The input of one detection pass. */
export interface Detection {
  readonly images: readonly NodeImage[];
  /** The containers of all pods, running or dead. */
  readonly containers: readonly NodeContainer[];
  /** The image that the kubelet itself protects, where it does (IM-2). */
  readonly sandboxImage?: string;
  readonly release: KubeletProfile;
  readonly now: NanoTime;
  /** The time by which new images are dated; not always `now` (IR-8). */
  readonly detectTime: NanoTime;
}

/** Key of an image as the release keeps it. */
export function keyOfImage({ id, runtimeHandler }: NodeImage, release: KubeletProfile): string {
  return imageKey(id, handlerOf(runtimeHandler, release));
}

/** Key of a record: the image's id, and its runtime handler if it has one (I-2). */
export function imageKey(id: string, runtimeHandler: string): string {
  return runtimeHandler === '' ? id : `${id},${runtimeHandler}`;
}

/** The records after a pass: new images dated, what is in use marked, what is no longer listed forgotten (I-3). */
export function detectImages(records: ImageRecords, detection: Detection): ImageRecords {
  const inUse = imagesInUse(detection);
  const found = new Map<string, ImageRecord>();
  for (const image of detection.images) {
    const runtimeHandler = handlerOf(image.runtimeHandler, detection.release);
    const key = imageKey(image.id, runtimeHandler);
    const known = records.get(key);
    found.set(key, {
      id: image.id,
      runtimeHandler,
      firstDetected: known?.firstDetected ?? detection.detectTime,
      lastUsed: inUse.has(key) ? detection.now : (known?.lastUsed ?? ZERO_TIME),
      // With a size that is none the freed bytes would never add up, and every image would go.
      size: sizeOf(image.size),
      pinned: detection.release.honoursPins && image.pinned === true,
    });
  }
  return found;
}

/** Keys of the images that a container holds, whatever its state (I-4), and of the protected one (IM-2). */
export function imagesInUse(
  detection: Pick<Detection, 'containers' | 'release' | 'sandboxImage'>,
): ReadonlySet<string> {
  const { containers, release, sandboxImage } = detection;
  const keys = new Set(containers.flatMap((container) => imagesOf(container, release)));
  if (sandboxImage !== undefined && release.protectsSandboxImage) keys.add(sandboxImage);
  return keys;
}

/** Keys of the images that a container holds: its own, and those mounted as volumes (I-4). */
export function imagesOf(
  { image, runtimeHandler, volumeImages = [] }: NodeContainer,
  release: KubeletProfile,
): string[] {
  const own = image === undefined ? [] : [imageKey(image, handlerOf(runtimeHandler, release))];
  return release.countsImageVolumes ? [...own, ...volumeImages] : own;
}

function handlerOf(runtimeHandler = '', release: KubeletProfile): string {
  return release.keysByHandler ? runtimeHandler : '';
}
