import { pick, type Random } from './random-world.ts';
import {
  FINALIZERS,
  KINDS,
  type World,
  type WorldAction,
  type WorldObject,
  type WorldReference,
} from './world.ts';

const NAMESPACE = KINDS.findIndex(({ kind }) => kind === 'Namespace');
const CLUSTER_ROLE = KINDS.findIndex(({ kind }) => kind === 'ClusterRole');
const POLICIES = ['Background', 'Background', 'Foreground', 'Orphan'] as const;

/**
 * The world with a Namespace among its objects, some others in it, one of them held more often than not, and a ClusterRole
 * that it owns; in half of them it is deleted in the end. References go no way that a namespace ends, unless they lie.
 */
export function putNamespace(world: World, random: Random): World {
  const count = world.objects.length;
  const home = Math.floor(random() * (count / 2));
  const role = home + 1 + Math.floor(random() * (count - home - 1));
  const objects = world.objects.map((object, at): WorldObject => {
    if (at === home) return { ...object, kind: NAMESPACE };
    if (at === role) return { ...object, kind: CLUSTER_ROLE };
    if (at < home || random() < 0.4) return object;
    return { ...object, inside: home };
  });
  const inside = [...objects.keys()].filter(
    (at) => objects[at]?.inside === home && isInside(objects[at]),
  );
  const held = inside.length > 0 && random() < 0.6 ? pick(inside, random) : undefined;
  const holding = objects.map((object, at) => {
    return at === held ? { ...object, finalizers: [FINALIZERS[0]] } : object;
  });
  const own: WorldReference = { owner: home, flaw: 'none', blockOwnerDeletion: random() < 0.7 };
  const refer = { type: 'references', object: role, references: [own] } as const;
  const [first = [], ...rest] = world.rounds;
  const others = first.filter(({ type, object }) => type !== 'references' || object !== role);
  const kept = [...others, refer].map((action) => withinReach(action, objects));
  const end: WorldAction = { type: 'delete', object: home, policy: pick(POLICIES, random) };
  const last = random() < 0.5 ? [[end]] : [];
  return { ...world, objects: holding, rounds: [kept, ...rest, ...last] };
}

function isInside(object: WorldObject | undefined): boolean {
  return object !== undefined && KINDS[object.kind]?.namespaced === true;
}

function withinReach(action: WorldAction, objects: readonly WorldObject[]): WorldAction {
  if (action.type !== 'references') return action;
  const dependent = objects[action.object];
  const references = action.references.filter(({ owner: number, flaw }) => {
    const owner = objects[number];
    if (flaw !== 'none' || !owner || !isInside(owner) || !isInside(dependent)) return true;
    return owner.inside === dependent?.inside;
  });
  return { ...action, references };
}
