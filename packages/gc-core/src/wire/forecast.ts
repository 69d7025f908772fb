import type { Seconds } from '../meta/object-meta.ts';
import type { ObjectReference, OwnerReference } from '../meta/object-reference.ts';
import type { PropagationPolicy } from '../meta/propagation-policy.ts';
import type { Release } from '../meta/releases.ts';
import type { Sentence } from '../meta/sentence.ts';

/** One object, and the rule by which it ends as it does. */
export interface ForecastLine {
  readonly object: ObjectReference;
  readonly rule: string;
}

/** An object that goes without help from outside of Kubernetes. */
export interface DeletedLine extends ForecastLine {
  /** The part that a kubelet or a controller of Kubernetes has to do before. Absent: the collector is enough. */
  readonly after?: Awaited;
  /** The controller that lives on and makes a new one in its place. */
  readonly remadeBy?: ObjectReference;
}

/** An object that loses its reference to an owner that goes. */
export interface OrphanedLine extends ForecastLine {
  /** Its end nevertheless, in one sentence; absent if it stays. */
  readonly text?: Sentence;
}

/** An object that lives on because of another owner. */
export interface KeptLine extends ForecastLine {
  readonly owner: ObjectReference;
}

/** A reason that keeps an object from going. */
export type Blocker =
  /** `removedBy`: who takes the finalizer away, as a clause. */
  | {
      readonly type: 'finalizer';
      readonly finalizers: readonly string[];
      readonly removedBy: string;
    }
  /** A reference that the collector cannot or will not ask about. */
  | { readonly type: 'reference'; readonly reference: OwnerReference; readonly text: Sentence }
  /**
   * Another object that does not go: a blocking dependent, an owner, or what is left in a namespace or of a kind. `root`: what blocks that
   * in the end, where the forecast has no line of it, because it was in deletion before.
   */
  | { readonly type: 'object'; readonly object: ObjectReference; readonly root?: Sentence };

/**
 * An object that a deletion waits for, and the rule. `kubelet` stops the containers of the Pod on its node; `container`
 * is the Namespace or CustomResourceDefinition whose deletion takes the object along.
 */
export type Awaited = (
  | Blocker
  | { readonly type: 'kubelet' }
  | { readonly type: 'container'; readonly object: ObjectReference }
) & { readonly rule: string };

/** An object that the collector leaves alone for good, because of a reference that it cannot or will not ask about. */
export interface LeftAloneLine extends ForecastLine {
  readonly reference: OwnerReference;
  /** Why, in one sentence. */
  readonly text: Sentence;
}

/** An object that goes only after a component or person outside of Kubernetes has acted, or never. */
export interface BlockedLine extends ForecastLine {
  readonly by: Blocker;
  /** Whether it is left in Terminating; otherwise it lives on, untouched, until the blocker goes. */
  readonly terminating: boolean;
}

/** An object whose end cannot be told, because an owner of it, a dependent that may block it, or what may be left in it or of its kind, cannot be read. */
export interface UnverifiedLine extends ForecastLine {
  /** Kinds, as `<Kind>.<group>`. */
  readonly unread: readonly string[];
}

/** An object whose DELETE the API server refuses: it stays as it is. */
export interface RefusedLine extends ForecastLine {
  /** Why, in one sentence. */
  readonly text: Sentence;
}

/** How many objects of a kind end in which way. */
export interface KindCount {
  /** `Pod`, `Deployment.apps`. */
  readonly kind: string;
  readonly deleted: number;
  readonly orphaned: number;
  readonly kept: number;
  readonly blocked: number;
  /** Blocked objects that are not in Terminating: they are not deleted yet. */
  readonly waiting: number;
  readonly leftAlone: number;
  readonly notVerified: number;
}

/** Storage that goes with a claim or volume. */
export interface StorageLine {
  /** A PersistentVolumeClaim or PersistentVolume that goes, at once or when its finalizer is removed. */
  readonly object: ObjectReference;
  /** The volume that was provisioned for the claim; whether it goes depends on its reclaim policy. */
  readonly volume?: ObjectReference;
  /** `Delete` or `Retain`, as the volume has it; absent where it could not be read. */
  readonly reclaimPolicy?: string;
  /** The condition before that, as a clause that follows "once". */
  readonly after?: string;
}

/** One way in which a deletion can end where order decides: only objects that end differently in another one. */
export interface ForecastOutcome {
  /** In how many of the simulated orders. */
  readonly orders: number;
  readonly deleted: readonly ObjectReference[];
  readonly terminating: readonly ObjectReference[];
  readonly living: readonly ObjectReference[];
}

/** A deletion with one policy, as commands to copy. */
export interface DeleteCommands {
  /** One line per namespace. */
  readonly kubectl: readonly string[];
  /** The same for kubectl before 1.20; none for Foreground, which it could not ask for. */
  readonly kubectlBefore120: readonly string[];
  /** One request per object, for a `kubectl proxy` on this machine; the uid makes sure that nothing else is deleted. */
  readonly curl: readonly string[];
}

/** The effect of a deletion with one policy. */
export interface PolicyForecast {
  readonly policy: PropagationPolicy;
  readonly deleted: readonly DeletedLine[];
  readonly orphaned: readonly OrphanedLine[];
  readonly kept: readonly KeptLine[];
  readonly blocked: readonly BlockedLine[];
  readonly leftAlone: readonly LeftAloneLine[];
  readonly notVerified: readonly UnverifiedLine[];
  /** Left out where nothing is refused. */
  readonly refused?: readonly RefusedLine[];
  /**
   * Objects that were already being deleted, and that this deletion leaves in Terminating: dependents, and owners that
   * lose the finalizer for which they waited. Absent if there are none.
   */
  readonly stayBlocked?: readonly BlockedLine[];
  readonly kinds: readonly KindCount[];
  /** Namespaces of what is deleted, orphaned, kept by another owner or blocked; empty text: cluster-scoped objects. */
  readonly namespaces: readonly string[];
  readonly storage: readonly StorageLine[];
  /** Requests of the collector until it is at rest. */
  readonly requests: number;
  /** How long they take at its default rate, with the grace periods of Pods and the delays of the namespace controller; longer, if hidden objects block a deletion. */
  readonly seconds: Seconds;
  /** Whether the order in which the collector comes to the objects can change how they end; `untried`: too many to try. */
  readonly orders: 'alike' | 'tried' | 'untried';
  /** Objects that end differently in different orders, of those that were tried. */
  readonly decides: readonly ObjectReference[];
  /** The ends that were found, one if all tried orders end alike; none where none was tried. */
  readonly outcomes: readonly ForecastOutcome[];
  readonly commands: DeleteCommands;
}

/** The effect of a deletion, policy by policy. */
export interface Forecast {
  /** The release whose collector and API server it follows; absent in answers of older servers. */
  readonly release?: Release;
  readonly targets: readonly ObjectReference[];
  readonly policies: readonly PolicyForecast[];
  /** Kinds that could not be read, as `<Kind>.<group>`: they may hide dependents. */
  readonly unread: readonly string[];
}
