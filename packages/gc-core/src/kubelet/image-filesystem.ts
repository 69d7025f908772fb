import type { Bytes, ImageFileSystem } from './node-state.ts';
import type { ImagePolicy, Percent } from './policies.ts';

/** The result of the disk step (IR-3). */
export interface DiskUsage {
  readonly capacityBytes: Bytes;
  /** Never more than the capacity. */
  readonly availableBytes: Bytes;
  /** Rounded up. */
  readonly usagePercent: Percent;
  readonly isOverHighThreshold: boolean;
  /** The bytes to free to reach the low threshold; may be negative. */
  readonly bytesToFree: Bytes;
}

/** Usage of the image filesystem against the thresholds; `undefined` when its capacity is 0 or not known (IR-3). */
export function diskUsage(
  imageFs: ImageFileSystem | undefined,
  policy: ImagePolicy,
): DiskUsage | undefined {
  const capacity = whole(imageFs?.capacityBytes);
  if (capacity === 0n) return undefined;
  const reported = whole(imageFs?.availableBytes);
  const isTooMuch = reported > capacity;
  const available = isTooMuch ? capacity : reported;
  const usagePercent = 100 - Number((available * 100n) / capacity);
  const low = BigInt(100 - policy.lowThresholdPercent);
  return {
    capacityBytes: Number(capacity),
    availableBytes: Number(available),
    usagePercent,
    isOverHighThreshold: usagePercent >= policy.highThresholdPercent,
    bytesToFree: Number((capacity * low) / 100n - available),
  };
}

/** Statistics are unsigned whole numbers; what is none counts as missing, so as 0. */
function whole(bytes: Bytes | undefined): bigint {
  return bytes !== undefined && Number.isFinite(bytes) && bytes > 0
    ? BigInt(Math.floor(bytes))
    : 0n;
}

const BINARY_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

/** A size in bytes, from 1 KiB on in binary units with one decimal. */
export function formatBytes(bytes: Bytes): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < BINARY_UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${BINARY_UNITS[unit]}`;
}
