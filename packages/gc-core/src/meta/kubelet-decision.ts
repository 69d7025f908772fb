/** The things that a kubelet removes from its node: the words for one and for several. */
export const ITEM_WORDS = {
  container: ['container', 'containers'],
  sandbox: ['sandbox', 'sandboxes'],
  'log directory': ['log directory', 'log directories'],
  'log link': ['log link', 'log links'],
  image: ['image', 'images'],
} as const;
/** A kind of thing that a kubelet removes from its node. */
export type ItemType = keyof typeof ITEM_WORDS;

/** A clause as it follows "because"; for what is drawn as a card, also a few words. */
type Wording = readonly [clause: string, short?: string];

/** Every reason why something stays. */
export const KEEP_REASONS = {
  running: ['it is running', 'running'],
  'too-young': ['it is younger than the minimum age', 'too young'],
  'within-limits': ['it is within the limits', 'within the limits'],
  'sources-not-ready': [
    'its pod may be gone, but not all pod sources have answered yet',
    'pod sources not ready',
  ],
  'sandbox-active': ['it is ready or still holds a container'],
  'newest-sandbox': ['it is the newest sandbox of its pod'],
  'pod-exists': ['its pod still exists'],
  'link-intact': ['its target exists'],
  'container-not-exited': ['its container has not exited'],
  'no-log-suffix': ['its name does not end in .log'],
  'image-in-use': ['a container uses it', 'in use'],
  pinned: ['the runtime pins it', 'pinned'],
  'sandbox-image': ['sandboxes use it, so the kubelet protects it', 'sandbox image'],
  'image-too-young': [
    'the kubelet first saw it less than the minimum age before the run',
    'too young',
  ],
  'used-recently': ['it was in use when the run started', 'in use at the start'],
  'below-threshold': ['disk usage is below the high threshold', 'below the threshold'],
  'target-reached': ['other images free enough space first', 'others free enough first'],
  'collection-off': [
    'a high threshold of 100 % without a maximum age turns image collection off',
    'collection is off',
  ],
  'run-ended': ['the run ends before the kubelet reaches it', 'the run ends before'],
  'removal-failed': [
    'the kubelet failed to remove it and tries again in a later run',
    'removal failed',
  ],
} as const satisfies Readonly<Record<string, Wording>>;
/** Why something stays. */
export type KeepReason = keyof typeof KEEP_REASONS;

/** Every reason why something goes. */
export const REMOVE_REASONS = {
  'pod-gone': ['its pod is gone', 'its pod is gone'],
  'pod-terminated-under-pressure': [
    'its pod has finished, and disk pressure removes all containers and sandboxes of finished pods',
    'pod finished, disk pressure',
  ],
  'over-unit-limit': [
    'its pod has more dead containers of its name than the limit',
    'over the limit per name',
  ],
  'over-fair-share': [
    'its pod has more dead containers of its name than an equal share of the node’s limit',
    'over its equal share',
  ],
  'over-node-limit': ['the node has more dead containers than its limit', 'over the node limit'],
  'superseded-sandbox': ['its pod has a newer sandbox, and this one is empty'],
  'dangling-link': ['its target is gone'],
  'goes-with-container': ['the kubelet removes its container, and the link right before it'],
  'unused-too-long': ['it is unused for longer than the maximum age', 'unused for too long'],
  space: ['it is unused, and the kubelet frees space', 'frees space'],
  'pressure-reclaim': [
    'disk pressure removes every image that is not in use, pinned or too young',
    'disk pressure',
  ],
} as const satisfies Readonly<Record<string, Wording>>;
/** Why something goes. */
export type RemoveReason = keyof typeof REMOVE_REASONS;

/** A reason code, as shown to people. */
export type ReasonCode = KeepReason | RemoveReason;

const REASONS: Readonly<Record<ReasonCode, Wording>> = { ...KEEP_REASONS, ...REMOVE_REASONS };

/** Why an item stays or goes, as a clause that follows "because". */
export function describeReason(reason: ReasonCode): string {
  return REASONS[reason][0];
}

/** The same in a few words. */
export function shortReason(reason: ReasonCode): string {
  const [clause, short = clause] = REASONS[reason];
  return short;
}

/**
 * Notes on a decision. `stop-first`: it is stopped before it is removed (C-12.1). `tie`: another of the same age could
 * go or stay in its place (C-11). `order-unknown`: in which order it goes among its like is not determined.
 * `empty-log-path`: its removal deletes in the kubelet's own working directory (C-12.3). `lost-and-found`: the folder is
 * the file system's, not a pod's (L-1).
 */
export type DecisionNote = keyof typeof NOTES;
const NOTES = {
  'stop-first': 'the kubelet stops it first, because its state is unknown',
  tie: 'another item has the same age or last use, so either may go',
  'order-unknown': 'others like it go in the same run, in any order',
  'empty-log-path':
    'careful: its log path is empty, so removing it deletes files in the kubelet’s working directory',
  'lost-and-found': 'careful: this directory belongs to the filesystem, not to a pod',
} as const;

/** The notes of a decision, each a clause. */
export function describeNotes(decision: {
  readonly reason: ReasonCode | '';
  readonly notes: readonly DecisionNote[];
}): string[] {
  const { reason, notes } = decision;
  // A tie spared no item that the kubelet tried to remove.
  const tieMatters = reason !== 'removal-failed';
  return notes.filter((note) => note !== 'tie' || tieMatters).map((note) => NOTES[note]);
}

/** Among the decisions to keep an item, in order of time: the one that came closest to removing it, else the last. */
export function decisiveKeep<
  T extends { readonly reason: ReasonCode | ''; readonly notes: readonly DecisionNote[] },
>(kept: readonly T[]): T | undefined {
  return (
    kept.findLast(({ notes }) => notes.includes('tie')) ??
    kept.findLast(({ reason }) => reason === 'target-reached') ??
    kept.at(-1)
  );
}

/** A pod of a node as kubectl names it; its uid if the kubelet does not know it. */
export function podName(pod: {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
}): string {
  const { uid, name, namespace } = pod;
  if (name === '') return uid === '' ? 'no pod' : uid;
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** The states of a pod in the kubelet. */
export const POD_STATE_WORDS = {
  live: 'live',
  terminated: 'finished, still exists',
  gone: 'gone',
  unknown: 'unknown to the kubelet',
} as const;
