import {
  type Deletions,
  FOREGROUND_FINALIZER,
  type GraphDelta,
  type Millis,
  type NodeRecord,
  ORPHAN_FINALIZER,
  type Uid,
} from '@gcscope/gc-core/wire';

/** So long the collector may take. It deletes some twenty objects a second, and within a second when there is nothing else to do. */
export const BOUND: Millis = 120_000;

/** Decisions of the collector; the object alone shows whether each was carried out. */
type DecisionType = 'delete' | 'finish' | 'orphan' | 'removeReference';

/** A decision that the collector has every reason to carry out now. */
export interface PendingDecision {
  readonly type: DecisionType;
  /** As when it was last judged. */
  readonly record: NodeRecord;
  readonly since: Millis;
  /** For `removeReference`: the owner that the reference names. */
  readonly owner?: Uid;
}

/** The outcomes of decisions, and to whom deletions are attributed, since this process began. */
export interface DecisionCounts {
  carriedOut: number;
  /** Something else happened first, after which the collector decides otherwise. */
  withdrawn: number;
  overdue: number;
  /** Deletions of objects that the collector was to delete. */
  byCollector: number;
  /** Deletions of objects that the collector keeps: by others, or gcscope is wrong. */
  byOthers: number;
  /** Deletions of objects that the collector deletes once it looks at them, for which gcscope knew no reason. */
  early: number;
  /** Deletions of objects with a verdict that was not verified. */
  unverified: number;
  /** Objects that are gone, and whose deletion began before gcscope saw them. */
  unseen: number;
}

/** Whom a deletion is attributed to. */
export type Attribution = 'byCollector' | 'byOthers' | 'early' | 'unverified';

/** Facts beside the delta. */
export interface DecisionsView {
  /** Whether it was observed and is gone. */
  isGone(uid: Uid): boolean;
  record(uid: Uid): NodeRecord | undefined;
}

/**
 * The decisions of the shadow collector that the real one has not carried out yet, compared with what then happens. Costs
 * grow with what changes, and with the pending decisions.
 */
export class PendingDecisions {
  readonly counts: DecisionCounts = {
    carriedOut: 0,
    withdrawn: 0,
    overdue: 0,
    byCollector: 0,
    byOthers: 0,
    early: 0,
    unverified: 0,
    unseen: 0,
  };
  /** When the collector last did what it was to do. */
  lastCarriedOut: Millis = 0;
  readonly #view: DecisionsView;
  /** In the order in which they became due, or became so again; an object is in one of the three at most. */
  readonly #pending = new Map<Uid, PendingDecision>();
  readonly #overdue = new Map<Uid, PendingDecision>();
  /** The verdict is not verified for a while, as after each change of an object until its owner's kind has caught up. */
  readonly #doubtful = new Map<Uid, PendingDecision>();
  /** The objects in deletion that are counted already. */
  readonly #deleting = new Set<Uid>();

  constructor(view: DecisionsView) {
    this.#view = view;
  }

  /** The pending decisions, whether or not they are overdue. */
  get size(): number {
    return this.#pending.size + this.#overdue.size;
  }

  /** How many stand for longer than the bound. */
  get overdue(): number {
    return this.#overdue.size;
  }

  /** Since when the oldest of them is pending; infinite if there is none. */
  get oldestOverdue(): Millis {
    const [first] = this.#overdue.values();
    return first?.since ?? Number.POSITIVE_INFINITY;
  }

  /** Compares what happened with what was decided; `before` holds the former records, save of what is out of sight now. */
  take(delta: GraphDelta, before: ReadonlyMap<Uid, NodeRecord>, now: Millis): void {
    for (const uid of delta.removes) {
      const last = before.get(uid);
      if (last && !last.virtual) this.#ends(last, undefined, now);
      if (last?.beingDeleted && !this.#deleting.has(uid)) this.counts.unseen++;
      this.#deleting.delete(uid);
      this.#drop(uid);
    }
    for (const record of delta.upserts) {
      const last = before.get(record.uid);
      if (last && !last.virtual) this.#ends(last, record, now);
      this.#follow(record, now);
    }
  }

  /** Restarts the clock of every decision, because gcscope did not see what happened. */
  startAnew(now: Millis): void {
    const all = [...this.#overdue.values(), ...this.#pending.values()];
    for (const each of all) this.#move(this.#pending, { ...each, since: now });
    for (const [uid, each] of this.#doubtful) this.#doubtful.set(uid, { ...each, since: now });
  }

  /** The decisions that have become overdue since the last time. */
  takeOverdue(now: Millis): readonly PendingDecision[] {
    const late: PendingDecision[] = [];
    for (const pending of this.#pending.values()) {
      if (pending.since + BOUND > now) break;
      late.push(pending);
    }
    for (const each of late) this.#move(this.#overdue, each);
    this.counts.overdue += late.length;
    return late;
  }

  /** Whom the deletions are attributed to. */
  get deletions(): Deletions {
    const { byCollector, byOthers, early, unverified, unseen } = this.counts;
    return { byCollector, byOthers, unknown: early + unverified + unseen };
  }

  /** When the next one is overdue; infinite if none is pending. */
  get nextDue(): Millis {
    const [first] = this.#pending.values();
    return first ? first.since + BOUND : Number.POSITIVE_INFINITY;
  }

  /** Begins, keeps or ends the decision on an object. */
  #follow(record: NodeRecord, now: Millis): void {
    const { uid, summary } = record;
    const pending = this.#get(uid);
    if (summary?.verdict === 'not verified') {
      if (pending) this.#move(this.#doubtful, { ...pending, record });
      return;
    }
    const decided = this.#decisionOn(record);
    if (pending && pending.type !== decided?.type) {
      this.counts.withdrawn++;
      this.#drop(uid);
    }
    if (decided) this.#keep({ ...decided, record, since: pending?.since ?? now });
  }

  /** Notes a decision that was carried out between the two states, and whom a deletion is attributed to. */
  #ends(last: NodeRecord, record: NodeRecord | undefined, now: Millis): void {
    const pending = this.#get(last.uid);
    const isDone = pending !== undefined && isCarriedOut(pending, record);
    const isDeletion = !last.beingDeleted && (record === undefined || record.beingDeleted);
    if (isDeletion) this.counts[this.attribute(last, (uid) => this.#view.isGone(uid))]++;
    if (isDeletion && record) this.#deleting.add(last.uid);
    if (!isDone) return;
    this.counts.carriedOut++;
    this.lastCarriedOut = now;
    this.#drop(last.uid);
  }

  /** Whom the deletion of an object with this last state is attributed to; it may have left together with its owners. */
  attribute(last: NodeRecord, isGone: (uid: Uid) => boolean): Attribution {
    const { uid, owners } = last;
    const letsGo = (owner: Uid): boolean =>
      isGone(owner) || this.#view.record(owner)?.deletingDependents === true;
    const isLetGo = owners.length > 0 && owners.every((each) => letsGo(each.uid));
    if (this.#get(uid)?.type === 'delete' || isLetGo) return 'byCollector';
    const verdict = last.summary?.verdict;
    if (verdict === undefined || verdict === 'not verified') return 'unverified';
    return verdict === 'goes' ? 'early' : 'byOthers';
  }

  /** The decision that the collector carries out now, if any. */
  #decisionOn(record: NodeRecord): Pick<PendingDecision, 'type' | 'owner'> | undefined {
    const { summary, virtual, beingDeleted, owners, finalizers } = record;
    if (virtual || !summary) return undefined;
    const { verdict, when, rule } = summary;
    if (beingDeleted) {
      if (finalizers.includes(ORPHAN_FINALIZER) && ORPHANS.has(rule)) return { type: 'orphan' };
      return rule === 'FG-01' && when === 'now' ? { type: 'finish' } : undefined;
    }
    if (verdict === 'goes') return when === 'now' ? { type: 'delete' } : undefined;
    // The end of an owner makes the collector look (GB-43); what was wrong before, it has looked at already.
    if (rule !== 'AD-14') return undefined;
    const owner = owners.find(({ uid }) => this.#view.isGone(uid))?.uid;
    return owner === undefined ? undefined : { type: 'removeReference', owner };
  }

  #get(uid: Uid): PendingDecision | undefined {
    return this.#pending.get(uid) ?? this.#overdue.get(uid) ?? this.#doubtful.get(uid);
  }

  #keep(pending: PendingDecision): void {
    const { uid } = pending.record;
    if (this.#overdue.has(uid)) this.#overdue.set(uid, pending);
    else if (this.#pending.has(uid)) this.#pending.set(uid, pending);
    else this.#move(this.#pending, pending);
  }

  #move(to: Map<Uid, PendingDecision>, pending: PendingDecision): void {
    this.#drop(pending.record.uid);
    to.set(pending.record.uid, pending);
  }

  #drop(uid: Uid): void {
    this.#pending.delete(uid);
    this.#overdue.delete(uid);
    this.#doubtful.delete(uid);
  }
}

/** The collector removes references to it, then its finalizer. */
const ORPHANS: ReadonlySet<string> = new Set(['OR-07', 'PG-35']);

/** `record` is the object's new state; undefined: it is gone. */
function isCarriedOut({ type, owner }: PendingDecision, record: NodeRecord | undefined): boolean {
  if (!record) return true;
  switch (type) {
    case 'delete':
      return record.beingDeleted === true;
    case 'finish':
      return !record.finalizers.includes(FOREGROUND_FINALIZER);
    case 'orphan':
      return !record.finalizers.includes(ORPHAN_FINALIZER);
    case 'removeReference':
      return record.owners.every(({ uid }) => uid !== owner);
  }
}
