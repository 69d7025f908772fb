import type { Scenario } from '@gcscope/gc-core';

/** Kinds of the random worlds, as both sides serve them. */
export const KINDS = [
  { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespaced: true },
  { apiVersion: 'v1', kind: 'Secret', resource: 'secrets', namespaced: true },
  { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespaced: true },
  {
    apiVersion: 'differential.example.com/v1',
    kind: 'Widget',
    resource: 'widgets',
    namespaced: true,
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    resource: 'clusterroles',
    namespaced: false,
  },
  { apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', namespaced: false },
] as const;

/** The served versions of Widget, the stored one first, and a kind that is not served. */
export const WIDGET_VERSIONS = ['v1', 'v1beta1'] as const;
export const UNSERVED = { apiVersion: 'differential.example.com/v1', kind: 'Gone' };

/** Widget as a scenario declares it. */
export const WIDGET_RESOURCES: NonNullable<Scenario['spec']['resources']> = WIDGET_VERSIONS.map(
  (version) => ({
    apiVersion: `differential.example.com/${version}`,
    kind: 'Widget',
    resource: 'widgets',
    namespaced: true,
  }),
);

/** What objects may be held by: a finalizer of nobody, and the collector's own two. */
export const FINALIZERS = [
  'differential.example.com/hold',
  'orphan',
  'foregroundDeletion',
] as const;
export type Finalizer = (typeof FINALIZERS)[number];

/**
 * How a reference lies about its owner, if at all: `uid` names one that never was, `disputed` too, but the same one for
 * every owner, so that several identities claim it. `proto` is a uid that JavaScript might take for something else,
 * `empty` one that the server refuses; `thousand` stands for as many references to owners that never were. `lower`,
 * `upper` and `plural` spell the kind otherwise (KM-02), `items` makes a list of it (KM-03), `list` is of no kind (KM-04).
 * `binding` and `review` name kinds without objects (KM-05), `status` and `event` kinds that are not watched (KM-06).
 */
export type Flaw =
  | 'none'
  | 'name'
  | 'kind'
  | 'uid'
  | 'disputed'
  | 'version'
  | 'unserved'
  | 'lower'
  | 'upper'
  | 'plural'
  | 'items'
  | 'list'
  | 'binding'
  | 'review'
  | 'status'
  | 'event'
  | 'lower event'
  | 'proto'
  | 'empty'
  | 'thousand';

/** A reference by the number of the object it means. */
export interface WorldReference {
  readonly owner: number;
  readonly flaw: Flaw;
  readonly blockOwnerDeletion?: boolean;
}

/** An object by number: where it lives and how it is made. */
export interface WorldObject {
  /** Index into `KINDS`. */
  readonly kind: number;
  /** One of the two namespaces of the world; no matter for a cluster-scoped kind. */
  readonly namespace: 'a' | 'b';
  /** The number of the object, a Namespace, that it lives in instead. */
  readonly inside?: number;
  readonly finalizers: readonly Finalizer[];
  /** A Pod on a node is given grace, which nobody ends here. */
  readonly onNode: boolean;
}

/** What a user does; objects by number. An object is created without references: its owners' uids are not known yet. */
export type WorldAction = Phased &
  (
    | { readonly type: 'create'; readonly object: number }
    | {
        readonly type: 'delete';
        readonly object: number;
        /** Without one the server decides. */
        readonly policy?: 'Background' | 'Foreground' | 'Orphan';
      }
    | {
        readonly type: 'references';
        readonly object: number;
        readonly references: readonly WorldReference[];
      }
    | {
        readonly type: 'finalizers';
        readonly object: number;
        readonly finalizers: readonly Finalizer[];
      }
  );

/** Where worlds are judged: what is done while no collector runs, and the deletion that is forecast, after all rounds. */
interface Phased {
  readonly phase?: 'unseen' | 'forecast';
}

/**
 * How many workers each queue of the collector has: one, which pins most of what several leave to chance, or as many as
 * it has by default.
 */
type Workers = 'one' | 'many';

/** A world: its objects, and rounds of actions; the collector comes to rest after each round. */
export interface World {
  readonly seed: number;
  readonly workers: Workers;
  readonly objects: readonly WorldObject[];
  readonly rounds: readonly (readonly WorldAction[])[];
  /** The deletion to forecast is drawn once the world has settled. */
  readonly drawsDeletion?: boolean;
}
