import {
  formatCount,
  type PackedKind,
  parseApiVersion,
  pluralOf,
  type Timestamp,
  type Uid,
} from '@gcscope/gc-core/wire';
import { shortKind } from './kind-short-names.ts';

/** Siblings that one card stands for. */
export interface Stack {
  /** Name of the stack in addresses: kind, namespace and owners. Stays the same while members come and go. */
  readonly id: string;
  /** Stands for the stack among the rows; no object has it. */
  readonly uid: Uid;
  readonly kind: PackedKind;
  /** The siblings, by name. */
  readonly members: readonly Uid[];
  /** With leaf-like siblings the one dependent of each; hidden with it. */
  readonly dependents: readonly Uid[];
  /** Kind of those dependents. */
  readonly each: string | undefined;
  /** ReplicaSets without dependents that are not the newest of their owner. */
  readonly isOld: boolean;
  /** Number of all these that are being deleted, and wait as they should. */
  readonly terminating: number;
  /** Number of all these whose owners or kind cannot be read. */
  readonly notVerified: number;
  /** All members are blocked; of other stacks none is. */
  readonly isBlocked?: true;
  /** Members have cards of their own, beside the card that closes the stack again. */
  readonly isOpen: boolean;
}

/** Meaning of `old`, in one line. Metadata does not tell how many replicas a ReplicaSet asks for. */
export const OLD_REPLICA_SETS =
  'old by their metadata: no dependents, and not the newest of their owner';

/** Meaning of a stack, in one line. */
export const STACKED = 'siblings alike, as one card';

/** Number of objects it stands for. */
export function stackSize({ members, dependents }: Stack): number {
  return members.length + dependents.length;
}

/** Number of objects without a card because of it. */
export function hiddenBy(stack: Stack): number {
  return stack.isOpen ? 0 : stackSize(stack);
}

/** `12 old ReplicaSets`: the words on its card. */
export function stackName({ members, kind: [, kind], isOld }: Stack): string {
  return `${formatCount(members.length)} ${isOld ? 'old ' : ''}${pluralOf(kind)}`;
}

/** `12 old rs`, with kubectl's short name of the kind, if there is one; for less room. */
export function shortStackName({ members, kind: [, kind], isOld }: Stack): string | undefined {
  const short = shortKind(kind);
  return short && `${formatCount(members.length)} ${isOld ? 'old ' : ''}${short}`;
}

/** `340 Pods: 338 live, 2 terminating`. */
export function describeStack(stack: Stack): string {
  const each = stack.each === undefined ? '' : `, each with 1 ${stack.each}`;
  return `${stackName(stack)}${each}: ${stackStates(stack)}`;
}

/** `338 live, 2 terminating`. */
export function stackStates(stack: Stack): string {
  const { terminating, notVerified } = stack;
  if (stack.isBlocked) return `${formatCount(stackSize(stack))} blocked`;
  const states = [
    [stackSize(stack) - terminating - notVerified, 'live'],
    [terminating, 'terminating'],
    [notVerified, 'not verified'],
  ] as const;
  return states
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatCount(count)} ${word}`)
    .join(', ');
}

/** The second line of its card. */
export function stackDetail({ each, isOld, terminating, notVerified, ...stack }: Stack): string {
  if (stack.isOpen) return 'open';
  if (stack.isBlocked) return 'all blocked';
  if (each !== undefined) return `each with 1 ${each}`;
  if (isOld) return 'no dependents';
  const size = stack.members.length;
  if (notVerified === size) return 'none verified';
  const live = size - terminating - notVerified;
  return live < size ? `${formatCount(live)} live` : 'all live';
}

/** A kind whatever its version: `Deployment.apps`, `Pod`. */
export function kindOfGroup([apiVersion, kind]: PackedKind): string {
  const { group } = parseApiVersion(apiVersion);
  return group === '' ? kind : `${kind}.${group}`;
}

/** Whether ReplicaSets of this kind are revisions of their owner, of which the newest counts. */
export function hasRevisions(kind: PackedKind): boolean {
  return kindOfGroup(kind) === 'ReplicaSet.apps';
}

/** Whether a ReplicaSet created then is older than the newest; unknown times decide nothing. */
export function isOlder(created: Timestamp, newest: Timestamp): boolean {
  return created !== '' && created < newest;
}
