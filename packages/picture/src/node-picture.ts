import type { DecisionNote, Millis, ReasonCode } from '@gcscope/gc-core/wire';

/**
 * A node as its kubelet sees it, ready to be drawn (`drawNode`): plain data of any length. Every text but `reason` and `notes`
 * may come from the node and is untrusted.
 */
export interface NodePicture {
  /** The node's name, or the file's. */
  readonly name: string;
  /** The kubelet that was planned for, for example `v1.36`. */
  readonly release: string;
  readonly pods: readonly PodOnNode[];
  readonly images: readonly ImageOnNode[];
  /** The filesystem that holds the images, where its statistics are known. */
  readonly disk?: DiskOfNode;
  /** Items that are counted and not drawn: sandboxes, log directories, log links. */
  readonly others: readonly OthersOnNode[];
  /** Warnings that a reader of the plan must see. */
  readonly warnings: readonly string[];
}

/** The plan for an item. */
export interface PlannedItem {
  readonly goes: boolean;
  /** Empty when nothing was decided. */
  readonly reason: ReasonCode | '';
  readonly notes: readonly DecisionNote[];
  /** Time from the picture to the run that removes it; absent when it goes at once. */
  readonly goesIn?: Millis;
}

/** A pod and its containers by name. */
export interface PodOnNode {
  /** Empty for containers without a pod's label. */
  readonly uid: string;
  readonly namespace: string;
  /** Empty for a pod that the kubelet does not know. */
  readonly name: string;
  readonly state: 'live' | 'terminated' | 'gone' | 'unknown';
  readonly units: readonly EvictUnit[];
}

/** A pod's containers of one name, the newest first. */
export interface EvictUnit {
  readonly name: string;
  readonly containers: readonly ContainerOnNode[];
}

/** A container, running or dead. */
export interface ContainerOnNode extends PlannedItem {
  readonly id: string;
  readonly attempt: number;
  /** CRI's word; others count as UNKNOWN. */
  readonly state: string;
  /** Age since its creation; negative when it is dated in the future, absent without a date. */
  readonly age?: Millis;
}

export interface ImageOnNode extends PlannedItem {
  readonly id: string;
  /** A tag, or the id. */
  readonly name: string;
  /** Bytes, as the runtime reports them. */
  readonly size: number;
  readonly pinned: boolean;
  readonly inUse: boolean;
  /** Time since the last pass that saw it used; absent when no record tells. */
  readonly unusedFor?: Millis | 'never used';
}

/** The image filesystem, in bytes and percent. */
export interface DiskOfNode {
  readonly capacityBytes: number;
  readonly availableBytes: number;
  readonly highThresholdPercent: number;
  readonly lowThresholdPercent: number;
}

/** Items of one kind, with the number of those that go. */
export interface OthersOnNode {
  /** The name of the kind: one item, several items. */
  readonly words: readonly [one: string, several: string];
  readonly goes: number;
  readonly all: number;
}
