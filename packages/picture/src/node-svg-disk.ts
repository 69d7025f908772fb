import { formatBytes, sizeOf } from '@gcscope/gc-core/wire';
import { widthOf } from './card-text.ts';
import type { DiskOfNode } from './node-picture.ts';

/** A part of the picture, upper left corner at 0, 0. */
export interface Section {
  readonly svg: string;
  readonly height: number;
}

const TOP = 22;
const BAR = 26;

/** The bar of the image filesystem: used space, the part of it that the plan frees by the kubelet's count, and both thresholds. */
export function svgDisk(disk: DiskOfNode, freedBytes: number, width: number): Section {
  const { capacityBytes, highThresholdPercent: high, lowThresholdPercent: low } = disk;
  const capacity = sizeOf(capacityBytes);
  const used = usedShare(disk);
  const freed = capacity > 0 ? Math.min(used, freedBytes / capacity) : 0;
  const x = (share: number): number => Math.round(Math.min(1, sizeOf(share)) * width);
  const bar = (from: number, to: number, classes: string): string =>
    to <= from
      ? ''
      : `<rect class="${classes}" x="${from}" y="${TOP}" width="${to - from}" height="${BAR}"/>`;
  const svg = [
    `<rect class="frame" y="${TOP}" width="${width}" height="${BAR}"/>`,
    bar(0, x(used - freed), 'calm'),
    bar(x(used - freed), x(used), 'freed'),
    threshold(x(high / 100), `removes images from ${percent(high)}`, 'above', width),
    threshold(x(low / 100), `down to ${percent(low)}`, 'below', width),
  ];
  return { svg: svg.join(''), height: TOP + BAR + 22 };
}

/** The text behind the heading of the bar. */
export function formatDisk(disk: DiskOfNode, freedBytes: number): string {
  const { capacityBytes, availableBytes } = disk;
  if (sizeOf(capacityBytes) === 0)
    return 'the statistics name no capacity: no image is removed to free space';
  const all = formatBytes(capacityBytes);
  const free = formatBytes(Math.min(availableBytes, capacityBytes));
  const words = `${usagePercent(disk)} % of ${all} in use, ${free} free`;
  return freedBytes > 0
    ? `${words} · the kubelet counts ${formatBytes(freedBytes)} as freed`
    : words;
}

/** Usage as the kubelet rounds it (IR-3): 100 less the free percent, rounded down. */
function usagePercent({ capacityBytes, availableBytes }: DiskOfNode): number {
  const capacity = sizeOf(capacityBytes);
  const available = Math.min(sizeOf(availableBytes), capacity);
  return 100 - Math.floor((available * 100) / capacity);
}

/** The used share of the filesystem, from 0 to 1. */
export function usedShare({ capacityBytes, availableBytes }: DiskOfNode): number {
  const capacity = sizeOf(capacityBytes);
  return capacity === 0 ? 0 : 1 - Math.min(sizeOf(availableBytes), capacity) / capacity;
}

function percent(value: number): string {
  return `${Number.isFinite(value) ? value : 0} %`;
}

function threshold(x: number, text: string, side: 'above' | 'below', width: number): string {
  const isAbove = side === 'above';
  // The text stands beside the line on the side that has room, so that it never leaves the picture.
  const isLeft = x + widthOf(text) * 12 + 6 > width;
  const anchor = isLeft ? ' text-anchor="end"' : '';
  const from = isAbove ? TOP - 16 : TOP;
  const to = isAbove ? TOP + BAR : TOP + BAR + 16;
  const y = isAbove ? TOP - 6 : TOP + BAR + 15;
  return (
    `<path class="threshold" d="M${x} ${from}V${to}"/>` +
    `<text class="note" x="${x + (isLeft ? -6 : 6)}" y="${y}"${anchor}>${text}</text>`
  );
}
