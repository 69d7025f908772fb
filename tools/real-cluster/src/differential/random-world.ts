import { seededRandom } from '@gcscope/gc-core';
import {
  FINALIZERS,
  type Finalizer,
  type Flaw,
  KINDS,
  type World,
  type WorldAction,
  type WorldObject,
  type WorldReference,
} from './world.ts';

/** Numbers in [0, 1). */
export type Random = () => number;

/** What a reference may lie about, the usual ones more often. */
export const FLAWS: readonly Flaw[] = [
  ...(['name', 'kind', 'uid', 'disputed', 'version', 'unserved'] as const),
  ...(['name', 'kind', 'uid', 'disputed', 'version', 'unserved'] as const),
  ...(['lower', 'lower', 'upper', 'plural', 'items', 'list'] as const),
  ...(['binding', 'review', 'status', 'event', 'lower event'] as const),
  'proto',
];
/** Shares of flaws that go the same way every time, at some cost. */
const EMPTY = 0.01;
const THOUSAND = 0.0004;
/** Lies that make several identities of one uid. */
export const DISPUTES: readonly Flaw[] = ['name', 'kind', 'disputed', 'disputed', 'disputed'];
const LAST_ROUNDS = 3;
/** Share of worlds in which a cycle is closed, and one of it deleted in the foreground first of all (AD-16). */
const CYCLES = 0.1;
/** Share of worlds in which a Namespace owns a cluster-scoped object, and is deleted first of all (NS-17). */
const NAMESPACES = 0.2;

/**
 * How fast users are. `steady`: one request at a time, the collector at rest between two and with one worker: what comes
 * out hardly depends on chance. `unseen`: some references come with the objects, so that the graph may hear of an owner
 * from its dependents first; none of them has a dependent among them, as two in a row race each other. `hasty`: all of
 * them do, later actions come in pairs, and the collector has many workers.
 */
export type Pace = 'steady' | 'unseen' | 'hasty';
export const PACES: readonly Pace[] = ['steady', 'unseen', 'hasty'];
const DRAWN_PACES: readonly Pace[] = [
  ...Array<Pace>(32).fill('steady'),
  ...Array<Pace>(15).fill('unseen'),
  ...Array<Pace>(3).fill('hasty'),
];
/** How many references come with the objects. */
const AT_ONCE = { steady: 0, unseen: 3, hasty: Number.POSITIVE_INFINITY };

type ReferencesAction = Extract<WorldAction, { readonly type: 'references' }>;

/** The worlds of seeds `first` to `first + count - 1`; all of one pace if one is given. */
export function worldsFrom(first: number, count: number, pace?: Pace): World[] {
  return Array.from({ length: count }, (_, at) => {
    return worldOf(first + at, seededRandom(first + at), pace);
  });
}

/** The world of a seed: small, and with every mistake that owner references allow. */
function worldOf(seed: number, random: Random, asked?: Pace): World {
  const drawn = pick(DRAWN_PACES, random);
  const pace = asked ?? drawn;
  const flaws = random() < 0.2 ? { share: 0.6, of: DISPUTES } : { share: 0.2, of: FLAWS };
  const count = 3 + Math.floor(random() * 6);
  const numbers = Array.from({ length: count }, (_, object) => object);
  const create = numbers.map((object): WorldAction => ({ type: 'create', object }));
  const refer = numbers.flatMap((object): ReferencesAction[] => {
    const references = referencesOf(count, flaws, random);
    return references.length > 0 ? [{ type: 'references', object, references }] : [];
  });
  const end = Array.from({ length: LAST_ROUNDS }, (): WorldAction[] => {
    const length = pace === 'hasty' && random() < 0.3 ? 2 : 1;
    return Array.from({ length }, () => actionOf(count, flaws, random));
  });
  const objects = numbers.map(() => objectOf(random));
  if (random() < CYCLES) closeCycle(objects, refer, end, random);
  else if (random() < NAMESPACES) deleteNamespace(objects, refer, end, random);
  const atOnce = refer.filter(comesAtOnce(pace));
  const later = refer.filter((each) => !atOnce.includes(each)).map((each) => [each]);
  return {
    seed,
    workers: pace === 'hasty' ? 'many' : 'one',
    objects,
    rounds: [[...create, ...atOnce], ...later, ...end],
  };
}

/** Whether references come with the objects, asked of all in turn. */
function comesAtOnce(pace: Pace): (each: ReferencesAction) => boolean {
  const chosen: ReferencesAction[] = [];
  return (each) => {
    const isInRow = chosen.some((other) => refersTo(each, other) || refersTo(other, each));
    if (chosen.length >= AT_ONCE[pace] || (pace === 'unseen' && isInRow)) return false;
    chosen.push(each);
    return true;
  };
}

function refersTo({ references }: ReferencesAction, { object }: ReferencesAction): boolean {
  return references.some(({ owner }) => owner === object);
}

/**
 * Lets the owner of some dependent refer back to it, and deletes the dependent first of all: in the foreground, where only
 * AD-16 lets go of such a pair. Nobody holds either, as it would be left to chance what becomes of the other.
 */
function closeCycle(
  objects: readonly WorldObject[],
  refer: ReferencesAction[],
  end: WorldAction[][],
  random: Random,
): void {
  const pairs = refer.flatMap(({ object, references }) => {
    const owners = references.filter(({ owner, flaw }) => flaw === 'none' && owner !== object);
    return owners.map(({ owner }) => ({ object, owner }));
  });
  const free = pairs.filter((pair) => [pair.object, pair.owner].every((at) => isFree(objects[at])));
  if (free.length === 0) return;
  const { object, owner } = pick(free, random);
  const back = { owner: object, flaw: 'none', blockOwnerDeletion: true } as const;
  const at = refer.findIndex((each) => each.object === owner);
  const references = [...(refer[at]?.references ?? []), back];
  refer.splice(at < 0 ? refer.length : at, 1, { type: 'references', object: owner, references });
  end[0] = [{ type: 'delete', object, policy: 'Foreground' }];
}

/** Makes a Namespace of one object, and of another a ClusterRole that names it as an owner, and deletes the Namespace. */
function deleteNamespace(
  objects: WorldObject[],
  refer: ReferencesAction[],
  end: WorldAction[][],
  random: Random,
): void {
  const owner = Math.floor(random() * objects.length);
  const object = (owner + 1 + Math.floor(random() * (objects.length - 1))) % objects.length;
  setKind(objects, owner, 'Namespace');
  setKind(objects, object, 'ClusterRole');
  const at = refer.findIndex((each) => each.object === object);
  const blockOwnerDeletion = random() < 0.7;
  const reference = { owner, flaw: 'none', blockOwnerDeletion } as const;
  const references = [...(refer[at]?.references ?? []), reference];
  const action: ReferencesAction = { type: 'references', object, references };
  refer.splice(at < 0 ? refer.length : at, 1, action);
  end[0] = [{ type: 'delete', object: owner, ...policyOf(random) }];
}

function setKind(objects: WorldObject[], at: number, kind: string): void {
  const object = objects[at];
  if (object) objects[at] = { ...object, kind: KINDS.findIndex((each) => each.kind === kind) };
}

/** Whether an object lives in the first namespace and goes at once when it is deleted. */
function isFree(object: WorldObject | undefined): boolean {
  if (object?.namespace !== 'a' || object.finalizers.length > 0) return false;
  const kind = KINDS[object.kind];
  return kind?.namespaced === true && !(kind.kind === 'Pod' && object.onNode);
}

/** An object of any kind, some with finalizers. */
export function objectOf(random: Random): WorldObject {
  return {
    kind: pick([0, 0, 0, 1, 1, 2, 3, 3, 4], random),
    namespace: random() < 0.8 ? 'a' : 'b',
    finalizers: random() < 0.18 ? finalizersOf(random) : [],
    onNode: random() < 0.3,
  };
}

/** How many references lie, and how. */
export interface Flaws {
  readonly share: number;
  readonly of: readonly Flaw[];
}

/** Up to three references to objects of which there are `count`. */
export function referencesOf(count: number, flaws: Flaws, random: Random): WorldReference[] {
  const length = pick([0, 1, 1, 1, 2, 2, 3], random);
  return Array.from({ length }, () => {
    const blocking = pick(['yes', 'yes', 'no', 'absent'] as const, random);
    return {
      owner: Math.floor(random() * count),
      flaw: flawOf(flaws, random),
      ...(blocking === 'absent' ? {} : { blockOwnerDeletion: blocking === 'yes' }),
    };
  });
}

function flawOf({ share, of }: Flaws, random: Random): Flaw {
  const rare = random();
  if (rare < THOUSAND) return 'thousand';
  if (rare < EMPTY) return 'empty';
  return random() < share ? pick(of, random) : 'none';
}

/** Mostly that of nobody: an object that the collector's own hold is about to go, or says what is to become of dependents. */
function finalizersOf(random: Random): Finalizer[] {
  const [nobodys, ...collectors] = FINALIZERS;
  const finalizer = random() < 0.7 ? nobodys : pick(collectors, random);
  return finalizer === nobodys || random() < 0.7 ? [finalizer] : [nobodys, finalizer];
}

/** What a user does to one of `count` objects: mostly a deletion. */
export function actionOf(count: number, flaws: Flaws, random: Random): WorldAction {
  const object = Math.floor(random() * count);
  const what = random();
  if (what < 0.7) {
    return {
      type: 'delete',
      object,
      ...policyOf(random),
    };
  }
  if (what < 0.85)
    return { type: 'references', object, references: referencesOf(count, flaws, random) };
  return { type: 'finalizers', object, finalizers: random() < 0.7 ? [] : finalizersOf(random) };
}

function policyOf(random: Random): Pick<WorldAction & { type: 'delete' }, 'policy'> {
  const policies = [
    'Background',
    'Foreground',
    'Foreground',
    'Foreground',
    'Orphan',
    'Orphan',
  ] as const;
  return random() < 0.1 ? {} : { policy: pick(policies, random) };
}

/** One of the items. */
export function pick<T>(items: readonly T[], random: Random): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}
