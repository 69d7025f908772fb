import type {
  Decision,
  NodeContainer,
  NodeReading,
  NodeRun,
  NodeState,
  PolicyField,
} from '@gcscope/gc-core';
import type { ItemType, Millis } from '@gcscope/gc-core/wire';

/** The origin of a node: a scene by its name, or the text of a document, with a number of its own. */
export type NodeOrigin =
  | { readonly type: 'scene'; readonly name: string }
  | { readonly type: 'document'; readonly id: number; readonly text: string };

/** A node's document, as a source. */
export type NodeDocument = Extract<NodeOrigin, { type: 'document' }>;

let numbered = 0;

/** The text as a document of its own: its number is that of no other, however alike and however soon after. */
export function documentOf(text: string): NodeDocument {
  numbered += 1;
  return { type: 'document', id: numbered, text };
}

/** The changes that the user makes to a node. */
export interface NodeChanges {
  /** Fields of the policies by their key, as a flag would write them. */
  readonly settings: Readonly<Record<string, string>>;
  /** Percent of the image filesystem that is used. */
  readonly fill?: number;
  readonly release?: string;
  /** Number of steps of the scenario that are done. */
  readonly after?: number;
}

/** The question that a `NodeView` answers. */
export interface NodeQuestion {
  readonly source: NodeOrigin;
  readonly changes: NodeChanges;
}

/** The kinds of runs that can be stepped through. */
export const STEPPABLE = ['containers', 'images', 'pressure', 'step'] as const;

/** A run to step through: a run of the plan, a run under disk pressure now, or a step of the scenario. */
export interface RunRef {
  readonly collect: (typeof STEPPABLE)[number];
  /** Time since the beginning of the plan; for a step, its index, which is the number of steps before it. */
  readonly at: Millis;
}

/** A run's decision on an item. Times count from the beginning of the plan. */
export interface Decided extends Pick<Decision, 'action' | 'reason' | 'rule' | 'notes'> {
  readonly at: Millis;
}

/** An item and its decisions in the plan. */
export interface Item {
  /** One string for type and id. */
  readonly key: string;
  readonly type: ItemType;
  readonly id: string;
  /** Decisions in order of time; each holds from its run on. Empty when no run looks at the item. */
  readonly decided: readonly Decided[];
}

export interface ContainerItem
  extends Item,
    Pick<NodeContainer, 'pod' | 'name' | 'attempt' | 'state'> {
  readonly type: 'container';
  /** Age at the beginning of the plan; absent without a date of creation. */
  readonly age?: Millis;
}

export interface SandboxItem
  extends Item,
    Pick<NodeState['sandboxes'][number], 'pod' | 'attempt' | 'state'> {
  readonly type: 'sandbox';
  readonly age?: Millis;
}

export interface ImageItem extends Item {
  readonly type: 'image';
  /** A tag, or the id. */
  readonly name: string;
  readonly tags: readonly string[];
  readonly size: number;
  readonly pinned: boolean;
  /** Ids of the containers that name it, dead or alive. */
  readonly usedBy: readonly string[];
  /** Time from the last sight of its use to the first run of images, or `never`. */
  readonly lastUsed?: Millis | 'never';
}

export interface LogItem extends Item {
  readonly type: 'log directory' | 'log link';
}

/** A pod; with the uid of its containers only, when the kubelet does not know it. */
export interface PodView extends Omit<Pod, 'state'> {
  readonly state: Pod['state'] | 'unknown';
  readonly owners: readonly NonNullable<NodeReading['owners']>[number]['owner'][];
}
type Pod = NodeState['pods'][number];

/** A run that removes something or says something new. */
export interface RunView {
  readonly at: Millis;
  readonly collect: NodeRun['collect'];
  /** Keys of the items. */
  readonly removed: readonly string[];
  readonly freedBytes: number;
  /** Usage of the image filesystem before the run; absent without statistics. */
  readonly usagePercent?: number;
  readonly error?: string;
  readonly events: readonly string[];
}

/** A decision of a run, with its log. */
export interface RunStep extends Decided {
  readonly key: string;
  readonly log: readonly string[];
}

/** A run to step through; the log of its end stands behind the last step. */
export interface RunPlayback {
  readonly steps: readonly RunStep[];
  readonly log: readonly string[];
  readonly events: readonly string[];
  readonly error?: string;
}

/** A field of a policy. */
export interface FieldView extends PolicyField {
  /** Policy and name: `containers.minAge`. */
  readonly key: string;
  /** Value as a flag writes it. */
  readonly value: string;
  /** Value without changes. */
  readonly own: string;
}

/** Fields of both policies; ages in milliseconds. */
export interface PolicyView {
  readonly minAge: Millis;
  readonly maxPerPodContainer: number;
  readonly maxContainers: number;
  readonly imageMinAge: Millis;
  readonly imageMaxAge: Millis;
  readonly highThresholdPercent: number;
  readonly lowThresholdPercent: number;
}

/** The image filesystem at the beginning of the plan. */
export interface DiskView {
  readonly capacityBytes: number;
  readonly availableBytes: number;
  readonly usagePercent: number;
  /** Percent without changes. */
  readonly ownPercent: number;
}

/** A node, its kubelet and what it would remove within a day. */
export interface NodeView {
  readonly name: string;
  readonly title: string;
  /** Markdown; empty without one. */
  readonly description: string;
  /** The sources that the scenario names. */
  readonly sources: readonly string[];
  readonly source: NodeReading['source'] | 'scene' | 'file';
  /** Time of a reading, RFC 3339. */
  readonly readAt?: string;
  readonly release: string;
  readonly releases: readonly string[];
  readonly ownRelease: string;
  /** Time that the kubelet has run at the beginning of the plan. */
  readonly up: Millis;
  readonly policy: PolicyView;
  /** Fields that the release has. */
  readonly fields: readonly FieldView[];
  readonly disk?: DiskView;
  readonly pods: readonly PodView[];
  readonly containers: readonly ContainerItem[];
  readonly sandboxes: readonly SandboxItem[];
  readonly images: readonly ImageItem[];
  readonly logs: readonly LogItem[];
  readonly runs: readonly RunView[];
  /** Time that the plan looks ahead. */
  readonly horizon: Millis;
  /** The scenario's own steps, in words. */
  readonly steps: readonly { readonly words: string; readonly runs: boolean }[];
  readonly notSeen: NodeReading['notSeen'];
  readonly warnings: NodeReading['warnings'];
  /** The rejected changes, one sentence each. */
  readonly faults: readonly string[];
}
