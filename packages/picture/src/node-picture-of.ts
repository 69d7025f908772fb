import {
  compare,
  type DecisionNote,
  decisiveKeep,
  groupBy,
  ITEM_WORDS,
  type ItemType,
  type Millis,
  type ReasonCode,
} from '@gcscope/gc-core/wire';
import type {
  ContainerOnNode,
  EvictUnit,
  ImageOnNode,
  NodePicture,
  OthersOnNode,
  PlannedItem,
  PodOnNode,
} from './node-picture.ts';

/** A node and the decisions of one or more runs on it. gc-core's `NodeState`, decisions and image records fit as they are. */
export interface PlannedNode {
  readonly name: string;
  readonly release: string;
  /** Nanoseconds since the epoch, as all times here. */
  readonly now: bigint;
  /** The node before the runs that the decisions speak of. */
  readonly node: {
    readonly pods: readonly PlannedPod[];
    readonly containers: readonly PlannedContainer[];
    readonly images: readonly PlannedImage[];
    readonly imageFs?: { readonly capacityBytes: number; readonly availableBytes: number };
  };
  /** Decisions of all runs; one that removes an item counts more than one that keeps it. */
  readonly decisions: readonly PlannedDecision[];
  /** By image id, with `,` and runtime handler behind it if there is one. */
  readonly imageRecords?: ReadonlyMap<string, { readonly lastUsed: bigint }>;
  readonly thresholds: {
    readonly highThresholdPercent: number;
    readonly lowThresholdPercent: number;
  };
  readonly warnings?: readonly string[];
}

interface PlannedPod {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  readonly state: PodOnNode['state'];
}

interface PlannedContainer {
  readonly id: string;
  readonly pod: string;
  readonly name: string;
  readonly attempt: number;
  readonly createdAt: bigint;
  readonly state: string;
  /** Ids of images: its own, and those mounted as volumes. */
  readonly image?: string;
  readonly volumeImages?: readonly string[];
}

interface PlannedImage {
  readonly id: string;
  readonly size: number;
  readonly pinned?: boolean;
  readonly repoTags?: readonly string[];
  readonly runtimeHandler?: string;
  /** Whether it is in use; by default as `image` and `volumeImages` of the containers say. */
  readonly inUse?: boolean;
}

interface PlannedDecision {
  readonly type: ItemType;
  readonly id: string;
  readonly action: 'keep' | 'remove';
  readonly reason: ReasonCode | '';
  readonly notes: readonly DecisionNote[];
  /** Time of its run; `now` without it. */
  readonly at?: bigint;
}

/** A planned node as the data of its picture: containers by pod and name, the newest first; every item with its plan. */
export function nodePictureOf(planned: PlannedNode): NodePicture {
  const { name, release, node, thresholds, warnings = [] } = planned;
  const items = plannedItemsOf(planned);
  return {
    name,
    release,
    pods: podsOf(planned, items),
    images: imagesOf(planned, items.get('image') ?? NONE),
    ...diskOf(node.imageFs, thresholds),
    others: OTHERS.map((type) => countOf(items.get(type) ?? NONE, ITEM_WORDS[type])),
    warnings,
  };
}

/** Copies plain data only: more may come along with either. */
function diskOf(
  imageFs: PlannedNode['node']['imageFs'],
  { highThresholdPercent, lowThresholdPercent }: PlannedNode['thresholds'],
): Pick<NodePicture, 'disk'> {
  if (!imageFs) return {};
  const { capacityBytes, availableBytes } = imageFs;
  return {
    disk: { capacityBytes, availableBytes, highThresholdPercent, lowThresholdPercent },
  };
}

const OTHERS = ['sandbox', 'log directory', 'log link'] as const;

type PlannedItems = ReadonlyMap<string, PlannedItem>;

/** The plan of each item, by type and id. */
function plannedItemsOf({ decisions, now }: PlannedNode): ReadonlyMap<string, PlannedItems> {
  const byType = new Map<string, Map<string, PlannedItem>>();
  for (const { type, id, action, reason, notes, at = now } of decisions) {
    const items = byType.get(type) ?? new Map<string, PlannedItem>();
    if (items.size === 0) byType.set(type, items);
    const before = items.get(id);
    if (before?.goes) continue;
    const goes = action === 'remove';
    const later = goes && at > now ? { goesIn: millisOf(at - now) } : {};
    const item = { goes, reason, notes, ...later };
    if (before && !goes && decisiveKeep([before, item]) === before) continue;
    items.set(id, item);
  }
  return byType;
}

const NONE: PlannedItems = new Map();
const UNDECIDED: PlannedItem = { goes: false, reason: '', notes: [] };

function countOf(items: PlannedItems, words: OthersOnNode['words']): OthersOnNode {
  const all = [...items.values()];
  return { words, goes: all.filter(({ goes }) => goes).length, all: all.length };
}

function podsOf({ node, now }: PlannedNode, items: ReadonlyMap<string, PlannedItems>): PodOnNode[] {
  const own = items.get('container') ?? NONE;
  const known = new Map(node.pods.map((pod) => [pod.uid, pod]));
  return Array.from(
    groupBy(node.containers, ({ pod }) => pod),
    ([uid, containers]): PodOnNode => {
      const units = groupBy(containers, ({ name: unit }) => unit);
      const { name = '', namespace = '', state = 'unknown' } = known.get(uid) ?? {};
      return { uid, name, namespace, state, units: [...units].map(unitOf) };
    },
  );

  function unitOf([name, containers]: readonly [string, readonly PlannedContainer[]]): EvictUnit {
    const newestFirst = containers.toSorted(
      (a, b) => compare(b.createdAt, a.createdAt) || b.attempt - a.attempt,
    );
    return { name, containers: newestFirst.map((each) => containerOf(each, now, own)) };
  }
}

function containerOf(
  { id, attempt, state, createdAt }: PlannedContainer,
  now: bigint,
  items: PlannedItems,
): ContainerOnNode {
  const item = items.get(id) ?? UNDECIDED;
  // A runtime that lost its record of a container dates it at the epoch.
  const age = createdAt > 0n ? { age: millisOf(now - createdAt) } : {};
  return { ...item, id, attempt, state, ...age };
}

function imagesOf({ node, now, imageRecords }: PlannedNode, items: PlannedItems): ImageOnNode[] {
  const used = new Set(
    node.containers.flatMap(({ image, volumeImages = [] }) => [image, ...volumeImages]),
  );
  return node.images.map((image) => {
    const { id, size, repoTags, pinned = false, runtimeHandler = '' } = image;
    // Kubelets without handlers know the image by its id alone.
    const keys = runtimeHandler === '' ? [id] : [`${id},${runtimeHandler}`, id];
    const item = keys.map((key) => items.get(key)).find((each) => each) ?? UNDECIDED;
    const record = keys.map((key) => imageRecords?.get(key)).find((each) => each);
    // An image may be in use without a decision: if image collection is off, no run checks it.
    const { inUse = !item.goes && used.has(id) } = image;
    const unused = record && !inUse ? { unusedFor: unusedFor(record.lastUsed, now) } : {};
    return { ...item, id, name: repoTags?.[0] ?? id, size, pinned, inUse, ...unused };
  });
}

function unusedFor(lastUsed: bigint, now: bigint): Millis | 'never used' {
  return lastUsed > 0n ? millisOf(now - lastUsed) : 'never used';
}

function millisOf(span: bigint): Millis {
  return Number(span / 1_000_000n);
}
