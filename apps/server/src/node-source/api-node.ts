import { formatNanoTime } from '@gcscope/gc-core';
import { fieldsOf, textOf, textsOf } from '../cluster/answers/decode-meta.ts';
import type { NodeSpec } from './node-spec.ts';

type Image = NonNullable<NodeSpec['images']>[number];

/** Facts from a Node object. */
export interface ApiNode {
  readonly kubeletVersion: string;
  /** Without ids: each is known by its first name. */
  readonly images: readonly Image[];
  /** Since when the node is under disk pressure. */
  readonly diskPressureSince?: string;
}

/** A Node. Never throws. */
export function decodeNode(body: unknown): ApiNode {
  const status = fieldsOf(fieldsOf(body)?.status);
  const conditions = Array.isArray(status?.conditions) ? status.conditions.map(fieldsOf) : [];
  const pressure = conditions.find(
    (each) => each?.type === 'DiskPressure' && each.status === 'True',
  );
  const listed = Array.isArray(status?.images) ? status.images.map(fieldsOf) : [];
  return {
    kubeletVersion: textOf(fieldsOf(status?.nodeInfo)?.kubeletVersion),
    images: listed.flatMap((image) => {
      const repoTags = textsOf(image?.names).filter(Boolean);
      const [id] = repoTags;
      const size = image?.sizeBytes;
      if (id === undefined) return [];
      return [{ id, repoTags, size: typeof size === 'number' && size > 0 ? Math.floor(size) : 0 }];
    }),
    ...(pressure ? { diskPressureSince: textOf(pressure.lastTransitionTime) } : {}),
  };
}

/** Finds an image by any of its names. */
export function imagesByName(images: readonly Image[]): (name: string) => string | undefined {
  const ids = new Map(images.flatMap(({ id, repoTags = [] }) => repoTags.map((tag) => [tag, id])));
  return (name) => ids.get(name);
}

const CONTAINER_FLAG =
  /^[\s"'-]*((?:minimum-container-ttl-duration|maximum-dead-containers(?:-per-container)?))["']?[\s:=]+["']?(-?[0-9][0-9a-zµ.]*)/gm;

/** The flags of container collection, as `--flag=value`, in a kubelet's `/flagz`: what stands between them differs from start to start. */
export function decodeFlags(text: string): string[] {
  return [...text.matchAll(CONTAINER_FLAG)].map(([, flag, value]) => `--${flag}=${value}`);
}

/** Seconds since the epoch in the year 5138: what is later is no time. */
const LATEST = 1e11;

/** When the kubelet started, by its metrics. */
export function decodeStart(metrics: string): string | undefined {
  const match = /^process_start_time_seconds ([0-9.e+]+)$/m.exec(metrics);
  const seconds = Number(match?.[1] ?? Number.NaN);
  if (!(seconds < LATEST)) return undefined;
  return formatNanoTime(BigInt(Math.round(seconds * 1000)) * 1_000_000n);
}

/** The image filesystem in a kubelet's `/stats/summary`. */
export function decodeImageFs(summary: unknown): NodeSpec['imageFs'] {
  const runtime = fieldsOf(fieldsOf(fieldsOf(summary)?.node)?.runtime);
  const { capacityBytes, availableBytes } = fieldsOf(runtime?.imageFs) ?? {};
  if (!isNatural(capacityBytes) || !isNatural(availableBytes)) return undefined;
  return { capacityBytes, availableBytes };
}

function isNatural(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Names in the listing of a folder that a kubelet serves as a page. */
export function decodeFolder(page: string): string[] {
  return [...page.matchAll(/<a href="([^"]{1,2000})">/g)].flatMap(([, link = '']) => {
    try {
      const name = decodeURIComponent(link.replace(/^\.\//, '').replace(/\/$/, ''));
      return name === '' || name === '.' || name === '..' ? [] : [name];
    } catch {
      return [];
    }
  });
}
