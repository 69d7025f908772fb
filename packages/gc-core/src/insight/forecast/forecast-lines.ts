import { groupBy } from '../../meta/group-by.ts';
import { type ApiObject, referencesOf } from '../../meta/object-meta.ts';
import { type ObjectReference, parseApiVersion, type Uid } from '../../meta/object-reference.ts';
import { say } from '../../meta/sentence.ts';
import { describeBlocked, mayWait } from '../../wire/describe-awaited.ts';
import { ALREADY_DELETED } from '../../wire/describe-ways.ts';
import { endOfSurvivor, type SurvivorLook } from '../../wire/end-of-survivor.ts';
import type {
  Awaited,
  BlockedLine,
  Blocker,
  KindCount,
  PolicyForecast,
  StorageLine,
} from '../../wire/forecast.ts';
import { dependentsOf, staysBlocked } from '../../wire/stays-blocked.ts';
import { type ClusterView, kindName, named } from '../cluster-view.ts';
import { describeReference } from '../references/describe-reference.ts';
import { judgeReference } from '../references/judge-reference.ts';
import type { DeletionLog, LastLook } from './deletion-log.ts';
import type { ForkedObject, ForkedWorld } from './forked-world.ts';
import { isTerminating } from './played-fork.ts';
import type { Rest } from './rest.ts';
import { type UnverifiedEnd, unverifiedEnds } from './unverified-ends.ts';

/** The ways in which an object ends. */
const WAYS = ['deleted', 'orphaned', 'kept', 'blocked', 'leftAlone', 'notVerified'] as const;

type Way = (typeof WAYS)[number];

/** The lines of each way, what the API server refuses, and what was stuck before. */
type ForecastLines = Required<Pick<PolicyForecast, Way | 'refused' | 'stayBlocked'>>;

type Growing = { readonly [K in keyof ForecastLines]: ForecastLines[K][number][] };

/** A deletion that was played: by the collector and controllers alone, with all of Kubernetes, and with nothing in its way. */
export interface Played {
  readonly world: ForkedWorld;
  readonly log: DeletionLog;
  readonly alone: Rest;
  readonly helped: Rest;
  readonly unblocked: Rest;
}

/** Kinds that make anew what they own when it is deleted. */
const REMADE: Readonly<Record<string, readonly string[]>> = {
  'apps/v1/ReplicaSet': ['Deployment'],
  'v1/Pod': ['ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job', 'ReplicationController'],
};

/** Compares before and after: how each object of the fork ends, and what its actors said of it. */
export class Comparison {
  readonly lines: Growing = {
    deleted: [],
    orphaned: [],
    kept: [],
    blocked: [],
    leftAlone: [],
    notVerified: [],
    refused: [],
    stayBlocked: [],
  };
  readonly #played: Played;
  readonly #unverified: ReadonlyMap<Uid, UnverifiedEnd>;
  #below: ReadonlySet<Uid> | undefined;

  constructor(played: Played) {
    this.#played = played;
    this.#unverified = unverifiedEnds(played.world, played.log, played.helped);
    for (const [uid, each] of played.world.byUid) this.#add(uid, each);
  }

  #add(uid: Uid, each: ForkedObject): void {
    const { log, helped, unblocked } = this.#played;
    const object = each.identity;
    if (log.refused.has(uid)) {
      const text = say`The API server refuses to delete this namespace.`;
      this.lines.refused.push({ object, rule: 'NS-03', text });
    }
    const end = helped.there.get(uid);
    if (!end) this.#addDeleted(uid, each);
    else if (!unblocked.there.has(uid) || (isTerminating(end) && log.requested.get(uid)?.isOurs)) {
      this.#addBlocked(uid, each, isTerminating(end));
    } else this.#addLiving(uid, each, end);
  }

  /** The line on what was being deleted before, and still is, because something blocks it; one of an orphan is no line of its own. */
  #stillBlocked(
    uid: Uid,
    { identity: object, object: before }: ForkedObject,
    end: ApiObject,
  ): BlockedLine | undefined {
    if (!isTerminating(before)) return undefined;
    const { targets, objects } = this.#played.world;
    this.#below ??= dependentsOf(targets, objects);
    if (!staysBlocked({ before, after: end, below: this.#below })) return undefined;
    const awaited = this.#played.helped.waits.get(uid);
    if (!awaited || awaited.type === 'kubelet' || awaited.type === 'container') return undefined;
    const { rule, ...by } = awaited;
    return { object, rule, by, terminating: true };
  }

  #addDeleted(uid: Uid, each: ForkedObject): void {
    const { alone } = this.#played;
    const unverified = this.#unverified.get(uid);
    if (unverified) {
      this.lines.notVerified.push({ object: each.identity, ...unverified });
      return;
    }
    const after = alone.there.has(uid) ? this.#awaited(uid, each, alone) : undefined;
    const rule = this.#ruleOfEnd(uid) ?? after?.rule ?? '';
    const remadeBy = this.#remadeBy(each);
    this.lines.deleted.push({
      object: each.identity,
      rule,
      ...(after ? { after } : {}),
      ...(remadeBy ? { remadeBy } : {}),
    });
  }

  /** Why it is deleted. Of what a user deletes, the actor that lets go of it decides the end. */
  #ruleOfEnd(uid: Uid): string | undefined {
    const { requested, letGo } = this.#played.log;
    const { rule, by } = requested.get(uid) ?? {};
    return by === '' ? (letGo.get(uid) ?? rule) : (rule ?? letGo.get(uid));
  }

  #addBlocked(uid: Uid, each: ForkedObject, terminating: boolean): void {
    const object = each.identity;
    const awaited = this.#awaited(uid, each, this.#played.helped);
    const unread = this.#unreadBehind(awaited);
    if (unread) this.lines.notVerified.push({ object, rule: 'CL-06', unread });
    else if (awaited && awaited.type !== 'kubelet') {
      const { rule, ...rest } = this.#beforeContent(awaited);
      const by: Blocker = rest.type === 'container' ? { ...rest, type: 'object' } : rest;
      this.lines.blocked.push({ object, rule, by, terminating });
    }
  }

  #addLiving(uid: Uid, each: ForkedObject, end: ApiObject): void {
    const { log, world, unblocked } = this.#played;
    const object = each.identity;
    const later = unblocked.there.get(uid);
    const left = new Set(referencesOf(later).map((reference) => reference.uid));
    // Behind a blocker nobody has been orphaned yet.
    const now = new Set(referencesOf(end).map((reference) => reference.uid));
    const hasLost = referencesOf(each.object).some((reference) => !now.has(reference.uid));
    const orphaned = log.orphaned.get(uid);
    const look = log.looks.get(uid);
    const way = endOfSurvivor({
      hasLost,
      isOrphaned: orphaned !== undefined,
      hasGoingOwner: this.#hasGoingOwner(each),
      look: lookAfter(look, left),
    });
    const stuck = this.#stillBlocked(uid, each, end);
    if (stuck && way !== 'orphaned') this.lines.stayBlocked.push(stuck);
    else if (way === 'leftAlone' && look?.type === 'left alone') {
      const { rule, reference } = look;
      const text = describeReference(judgeReference(reference, object, world.view), world.view);
      this.lines.leftAlone.push({ object, rule, reference, text });
    } else if (way === 'notVerified' && look?.type === 'not verified') {
      this.lines.notVerified.push({ object, rule: 'CL-06', unread: look.unread });
    } else if (way === 'kept' && look?.type === 'kept') {
      const owner = world.byUid.get(look.by.uid)?.identity;
      if (owner) this.lines.kept.push({ object, rule: look.rule, owner });
    } else if (way === 'orphaned') {
      const rule = orphaned ?? (look?.type === 'kept' ? 'AD-14' : 'OR-03');
      this.#addOrphaned(each, rule, stuck);
    }
  }

  #addOrphaned(
    { identity: object, object: before }: ForkedObject,
    rule: string,
    stuck: BlockedLine | undefined,
  ): void {
    const blocked = stuck ? say` It ${describeBlocked(stuck)}.` : '';
    const text = say`${ALREADY_DELETED}${blocked}`;
    this.lines.orphaned.push({ object, rule, ...(isTerminating(before) && { text }) });
  }

  /** The blocker of an object that was removed later: its own, or the first owner that was still there. */
  #awaited(uid: Uid, { object, identity }: ForkedObject, rest: Rest): Awaited | undefined {
    const waits = rest.waits.get(uid);
    if (waits) return waits;
    const { world } = this.#played;
    const rule = this.#ruleOfEnd(uid) ?? '';
    const owner = referencesOf(object).find((each) => rest.there.has(each.uid));
    const container = this.#containerOf(rule, identity);
    if (container) return { type: 'container', object: container.identity, rule };
    const by = owner && world.byUid.get(owner.uid);
    return { type: 'object', object: by?.identity ?? identity, rule };
  }

  /** The content of a Namespace waits for what has to go before it: its Pods (NS-07). */
  #beforeContent(
    awaited: Exclude<Awaited, { readonly type: 'kubelet' }>,
  ): Exclude<Awaited, { readonly type: 'kubelet' }> {
    if (awaited.type !== 'container') return awaited;
    const first = this.#played.helped.waits.get(awaited.object.uid);
    return first?.type === 'object' && first.rule === 'NS-07' ? first : awaited;
  }

  /** The Namespace or definition with which it went. */
  #containerOf(
    rule: string,
    { namespace, apiVersion, kind }: ObjectReference,
  ): ForkedObject | undefined {
    const { table, containers } = this.#played.world;
    if (rule === 'NS-08') return containers.get(`Namespace ${namespace}`);
    const resource = rule === 'FN-04' ? table.preferredFor(apiVersion, kind) : undefined;
    return (
      resource && containers.get(`CustomResourceDefinition ${resource.resource}.${resource.group}`)
    );
  }

  /** If the outcome of what it waits for is not known, its own outcome is not known either. */
  #unreadBehind(awaited: Awaited | undefined): readonly string[] | undefined {
    const { log, helped } = this.#played;
    const seen = new Set<Uid>();
    for (let next = awaited; next?.type === 'object' || next?.type === 'container'; ) {
      const { uid } = next.object;
      const look = log.looks.get(uid);
      if (look?.type === 'not verified' && helped.there.has(uid)) return look.unread;
      if (seen.has(uid)) return undefined;
      seen.add(uid);
      next = helped.waits.get(uid);
    }
    return undefined;
  }

  /** Whether an owner of it goes, or would. */
  #hasGoingOwner({ object }: ForkedObject): boolean {
    const { world, unblocked } = this.#played;
    return referencesOf(object).some(({ uid }) => {
      const before = world.byUid.get(uid);
      const end = unblocked.there.get(uid);
      return before && (!end || (isTerminating(end) && !isTerminating(before.object)));
    });
  }

  #remadeBy({ object, identity }: ForkedObject): ObjectReference | undefined {
    const makers = REMADE[`${identity.apiVersion}/${identity.kind}`];
    if (!makers) return undefined;
    const { world, helped } = this.#played;
    const controller = referencesOf(object).find((each) => each.controller === true);
    const owner = controller && helped.there.get(controller.uid);
    if (!owner || isTerminating(owner) || !makers.includes(owner.kind)) return undefined;
    return world.byUid.get(owner.metadata.uid)?.identity;
  }
}

/** The part of the last check that still holds. */
function lookAfter(look: LastLook | undefined, left: ReadonlySet<Uid>): SurvivorLook | undefined {
  switch (look?.type) {
    case 'left alone':
      return 'leftAlone';
    case 'not verified':
      return 'notVerified';
    case 'kept':
      return left.has(look.by.uid) ? 'kept' : undefined;
    default:
      return undefined;
  }
}

type Lines = Pick<ForecastLines, Way>;

/** How many objects of each kind end in which way, the most concerned first. */
export function countKinds(lines: Lines): KindCount[] {
  const all = WAYS.flatMap((way) => lines[way].map(({ object }) => ({ way, object })));
  const notTerminating = lines.blocked.filter(({ terminating }) => !terminating);
  const isWaiting = new Set(notTerminating.map(({ object }) => object));
  const byKind = groupBy(all, ({ object: { apiVersion, kind } }) =>
    kindName({ group: parseApiVersion(apiVersion).group, kind }),
  );
  return [...byKind]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([kind, ends]) => {
      const counts = WAYS.map((way) => [way, ends.filter((each) => each.way === way).length]);
      const waiting = ends.filter(({ object }) => isWaiting.has(object)).length;
      return { kind, ...(Object.fromEntries(counts) as Record<Way, number>), waiting };
    });
}

/** Namespaces in which something changes. What another owner keeps loses a reference; what the collector leaves alone stays as it is. */
export function touchedNamespaces(lines: Lines): string[] {
  const { deleted, orphaned, kept, blocked, notVerified } = lines;
  const changed = [...deleted, ...orphaned, ...kept, ...blocked, ...notVerified.filter(mayWait)];
  return [...new Set(changed.map(({ object }) => object.namespace))].sort();
}

/** Claims and volumes that go. A volume that was provisioned for a claim bears the claim's uid in its name. */
export function storageThatGoes(lines: Lines, view: ClusterView): StorageLine[] {
  const lineOf = (object: ObjectReference, after?: string): StorageLine[] => {
    if (object.apiVersion !== 'v1') return [];
    const more = after === undefined ? {} : { after };
    if (object.kind === 'PersistentVolume') return [{ object, ...more }];
    if (object.kind !== 'PersistentVolumeClaim') return [];
    const provisioned = { apiVersion: 'v1', kind: 'PersistentVolume', name: `pvc-${object.uid}` };
    const volume = named(provisioned, '', view);
    return [{ object, ...(volume ? { volume: volume.identity } : {}), ...more }];
  };
  const later = (object: ObjectReference, by: Blocker | Awaited): StorageLine[] =>
    by.type === 'reference' ? [] : lineOf(object, afterWhat(by));
  return [
    ...lines.deleted.flatMap(({ object, after }) =>
      after ? later(object, after) : lineOf(object),
    ),
    ...lines.blocked.flatMap(({ object, by }) => later(object, by)),
    ...lines.notVerified.filter(mayWait).flatMap(({ object }) => lineOf(object, AFTER_HIDDEN)),
  ];
}

const AFTER_HIDDEN = 'all its dependents are gone, also those that gcscope may not see';

function afterWhat(by: Exclude<Blocker | Awaited, { readonly type: 'reference' }>): string {
  if (by.type === 'finalizer') return `its finalizer is removed: ${by.removedBy}`;
  if (by.type === 'kubelet') return 'its kubelet has ended it';
  const { kind, name } = by.object;
  return `${kind} ${name} is ${by.type === 'container' ? 'being deleted' : 'gone'}`;
}
