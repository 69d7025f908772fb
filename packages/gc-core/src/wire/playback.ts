import type { ApiResource } from '../meta/api-resource.ts';
import type { ApiObject, Millis, Seconds } from '../meta/object-meta.ts';
import type { Uid } from '../meta/object-reference.ts';
import type { PropagationPolicy } from '../meta/propagation-policy.ts';
import type { Release } from '../meta/releases.ts';
import type { Sentence } from '../meta/sentence.ts';
import type { NodeRecord } from './node-record.ts';
import type { QueueContents, Step } from './step.ts';

/** A copy of what a deletion can reach in a live cluster: enough to simulate it anywhere, again and again. */
export interface Fork {
  readonly id: string;
  /** The object whose deletion is simulated. */
  readonly uid: Uid;
  /** When it was taken. */
  readonly now: Millis;
  readonly objects: readonly ApiObject[];
  /** The resources that the cluster serves, preferred versions first. */
  readonly resources: readonly ApiResource[];
  /** Kinds that the cluster serves no more, and of which the collector remembers objects until it restarts (MO-13). */
  readonly unserved: readonly ApiResource[];
  /** Objects that the collector has queued already. */
  readonly atWork: readonly Uid[];
  /** Objects that kube-controller-manager guards. */
  readonly guarded: readonly GuardedObject[];
  /** Flags that aim kubectl at the cluster, as in `ClusterInfo`. */
  readonly kubectl?: readonly string[];
  /** Assumptions, because only metadata is read; one sentence each. */
  readonly assumptions: readonly Sentence[];
}

/** An object with a finalizer that kube-controller-manager removes once nothing uses the object (FN-05..07). */
export interface GuardedObject {
  readonly uid: Uid;
  /** The objects that use it; those that are not in the fork stay. */
  readonly users: readonly Uid[];
}

/** A change of an object's references or finalizers: what if it were so? */
export type Edit =
  | {
      readonly type: 'addReference';
      readonly uid: Uid;
      readonly owner: Uid;
      readonly controller: boolean;
      readonly blockOwnerDeletion: boolean;
    }
  | { readonly type: 'removeReference'; readonly uid: Uid; readonly owner: Uid }
  | {
      readonly type: 'setBlocking';
      readonly uid: Uid;
      readonly owner: Uid;
      readonly blockOwnerDeletion: boolean;
    }
  | { readonly type: 'addFinalizer'; readonly uid: Uid; readonly finalizer: string };

/** The collector takes this entry of a queue next, where it would have taken another. */
export interface NextUp {
  readonly type: 'next';
  readonly queue: keyof QueueContents;
  readonly uid: Uid;
  /** It is not taken from the queue: the paused worker that has it continues. */
  readonly goesOn?: true;
  /** The worker sends one request and then pauses, until it is to go on or nothing else can. */
  readonly pauses?: true;
}

/** An event that the user adds; it would not have happened by itself. */
export type Action =
  | { readonly type: 'delete'; readonly uid: Uid; readonly propagationPolicy: PropagationPolicy }
  | { readonly type: 'removeFinalizer'; readonly uid: Uid; readonly finalizer: string }
  | { readonly type: 'terminatePod'; readonly uid: Uid }
  | { readonly type: 'advance'; readonly seconds: Seconds }
  | Edit
  /** An owner that was never seen is created, under the name its dependents give it. */
  | { readonly type: 'create'; readonly uid: Uid }
  | NextUp;

/** An action and its place: the number of steps before it. */
export interface TimedAction {
  readonly at: number;
  readonly act: Action;
}

/** How a world is played; the same options always give the same steps. */
export interface PlaybackOptions {
  /** By default that of the scene, or the newest. */
  readonly release?: Release;
  /** The policy of the deletion, in a scene of all its deletions. By default that of the scene, or Background. */
  readonly propagationPolicy?: PropagationPolicy;
  /** In order; those at 0 come before the deletion. */
  readonly actions: readonly TimedAction[];
}

/** A world played to its end. */
export interface Playback {
  readonly release: Release;
  /** The releases that can play it, oldest first: they serve all its kinds. */
  readonly releases: readonly Release[];
  /** The object whose deletion it is about; a scene may be about none. */
  readonly subject?: Uid;
  /** The policy of the first deletion; absent where there is none. */
  readonly propagationPolicy?: PropagationPolicy;
  /** The collector's graph before step 0. */
  readonly nodes: readonly NodeRecord[];
  /** The objects of the API server before step 0. */
  readonly objects: readonly ApiObject[];
  readonly steps: readonly Step[];
  /** How many steps to begin with: those in which the collector only gets to know what there is, or the first object comes to be. */
  readonly initialSteps: number;
  readonly assumptions: readonly Sentence[];
  /** Actions that could not be carried out, one sentence each. */
  readonly faults: readonly string[];
}

/** An actor that could go next, and whether it matters. */
export interface Choice {
  readonly act: NextUp;
  /** It is next if the user does not choose. */
  readonly byDefault: boolean;
  /** The HTTP methods of the last and the next request of a worker that would pause between them. */
  readonly between?: readonly [sent: string, next: string];
  /** How its outcome differs from that of the default order; absent if it does not differ. */
  readonly difference?: Sentence;
}

/** The actions and choices that a user has at a moment of a playback. */
export interface Offers {
  readonly actions: readonly Action[];
  /** Actors that could go next; empty where there is no choice. */
  readonly choices: readonly Choice[];
  /** Whether the effect of the order is unknown: there is too much to try. */
  readonly untried: boolean;
}

/** Whether a new owner reference would be valid, and what follows from it. */
export interface JoinVerdict {
  readonly holds: boolean;
  /** One sentence, and the rule behind it. */
  readonly sentence: Sentence;
  readonly rule: string;
  /** Further consequences, one sentence each. */
  readonly consequences: readonly Sentence[];
  /** The command that makes it so; absent if the object already has this owner. */
  readonly patch?: string;
}

/** A scene as a list shows it. */
export interface SceneSummary {
  readonly name: string;
  readonly title: string;
  /** Markdown. */
  readonly description: string;
  readonly sources: readonly string[];
  /** The folder it lies in: what it is about. */
  readonly chapter: string;
  readonly release: string;
}

const EDITS: ReadonlySet<Action['type']> = new Set([
  'addReference',
  'removeReference',
  'setBlocking',
  'addFinalizer',
  'removeFinalizer',
]);

/** Whether the action is an edit that comes before everything else. */
export function isFirstEdit({ at, act }: TimedAction): boolean {
  return at === 0 && EDITS.has(act.type);
}

/** The actions that have taken effect before the step: an action at this step drops the later ones; first edits add up. */
export function actionsBefore(actions: readonly TimedAction[], at: number): TimedAction[] {
  return actions.filter((timed) => timed.at < at || (at === 0 && isFirstEdit(timed)));
}
