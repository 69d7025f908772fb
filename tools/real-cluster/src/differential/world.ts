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
] as const;

/** Another served version of Widget, and a kind nobody serves. */
export const OTHER_VERSION = 'differential.example.com/v1beta1';
export const UNSERVED = { apiVersion: 'differential.example.com/v1', kind: 'Gone' };
export const FINALIZER = 'differential.example.com/hold';

/** How a reference lies about its owner, if at all. */
type Flaw = 'none' | 'name' | 'kind' | 'uid' | 'version' | 'unserved';

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
  readonly references: readonly WorldReference[];
  readonly held: boolean;
  /** A Pod on a node is given grace, which nobody ends here. */
  readonly onNode: boolean;
}

/** What a user does; objects by number. */
export type WorldAction =
  | {
      readonly type: 'delete';
      readonly object: number;
      readonly policy: 'Background' | 'Foreground' | 'Orphan';
    }
  | {
      readonly type: 'references';
      readonly object: number;
      readonly references: readonly WorldReference[];
    }
  | { readonly type: 'release'; readonly object: number };

/** A world: its objects, and rounds of actions; the collector comes to rest after the creation and after each round. */
export interface World {
  readonly seed: number;
  readonly objects: readonly WorldObject[];
  readonly rounds: readonly (readonly WorldAction[])[];
}

/** Numbers in [0, 1). */
type Random = () => number;

/** The world of a seed: small, and with every mistake that owner references allow. */
export function worldOf(seed: number, random: Random): World {
  const count = 3 + Math.floor(random() * 6);
  const objects = Array.from({ length: count }, () => objectOf(count, random));
  // Mostly one action a round: what several of them leave depends on the order too often to say much.
  const rounds = Array.from({ length: 3 }, () =>
    Array.from({ length: random() < 0.85 ? 1 : 2 }, () => actionOf(count, random)),
  );
  return { seed, objects, rounds };
}

function objectOf(count: number, random: Random): WorldObject {
  return {
    kind: pick([0, 0, 0, 1, 1, 2, 3, 3, 4], random),
    namespace: random() < 0.8 ? 'a' : 'b',
    references: referencesOf(count, random),
    held: random() < 0.15,
    onNode: random() < 0.3,
  };
}

function referencesOf(count: number, random: Random): WorldReference[] {
  const length = pick([0, 1, 1, 1, 2, 2, 3], random);
  return Array.from({ length }, () => {
    const blocking = pick(['yes', 'yes', 'no', 'absent'] as const, random);
    return {
      owner: Math.floor(random() * count),
      flaw:
        random() < 0.8
          ? 'none'
          : pick(['name', 'kind', 'uid', 'version', 'unserved'] as const, random),
      ...(blocking === 'absent' ? {} : { blockOwnerDeletion: blocking === 'yes' }),
    };
  });
}

function actionOf(count: number, random: Random): WorldAction {
  const object = Math.floor(random() * count);
  const what = random();
  if (what < 0.7) {
    return {
      type: 'delete',
      object,
      policy: pick(['Background', 'Foreground', 'Foreground', 'Orphan'] as const, random),
    };
  }
  if (what < 0.85) return { type: 'references', object, references: referencesOf(count, random) };
  return { type: 'release', object };
}

function pick<T>(items: readonly [T, ...T[]] | readonly T[], random: Random): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}
