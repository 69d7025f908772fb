import { formatTimestamp } from '@gcscope/gc-core';
import {
  type CollectorDelay,
  type GraphDelta,
  type Millis,
  type NodeRecord,
  rule,
  type Sentence,
  say,
  type Uid,
} from '@gcscope/gc-core/wire';
import {
  BOUND,
  type DecisionsView,
  type PendingDecision,
  PendingDecisions,
} from './pending-decisions.ts';

/** The number of overdue decisions is news at most this often. */
const NEWS_SPACING: Millis = 5000;
/** Overdue decisions that get a line at once; a collector that is off may leave thousands. */
const MOST_LINES = 20;

/** The parts that the watch needs. */
export interface CollectorWatchDeps extends DecisionsView {
  /** Whether the cluster is read as far as it can be. */
  isLive(): boolean;
  /** A decision has become overdue. */
  overdue(record: NodeRecord, text: Sentence, now: Millis): void;
  /** Something else is to be said about the collector. */
  changed(): void;
}

/** Compares what the real collector does with what it should do, and says when it falls behind or does nothing. */
export class CollectorWatch {
  readonly decisions: PendingDecisions;
  readonly #deps: CollectorWatchDeps;
  #delay: CollectorDelay | undefined;
  #said: Millis = 0;

  constructor(deps: CollectorWatchDeps) {
    this.#deps = deps;
    this.decisions = new PendingDecisions(deps);
  }

  /** The latest delay; undefined while the collector does everything in time. */
  get delay(): CollectorDelay | undefined {
    return this.#delay;
  }

  take(delta: GraphDelta, before: ReadonlyMap<Uid, NodeRecord>, now: Millis): void {
    this.decisions.take(delta, before, now);
  }

  /** Draws the conclusion as of now; the answer is when to do it again, whatever happens. */
  review(now: Millis): Millis {
    const { decisions } = this;
    // The collector may have carried out decisions unobserved.
    if (!this.#deps.isLive()) decisions.startAnew(now);
    for (const late of decisions.takeOverdue(now).slice(0, MOST_LINES)) {
      this.#deps.overdue(late.record, describeOverdue(late), now);
    }
    const delay = this.#delayAt(now);
    const isNews = delay?.state !== this.#delay?.state || delay?.since !== this.#delay?.since;
    const hasMoved = delay?.decisions !== this.#delay?.decisions;
    if (isNews || (hasMoved && now >= this.#said + NEWS_SPACING)) {
      this.#delay = delay;
      this.#said = now;
      this.#deps.changed();
    }
    const isBehind = delay?.state === 'behind';
    return Math.min(
      decisions.nextDue,
      isBehind ? this.#quietSince() + BOUND : Number.POSITIVE_INFINITY,
      delay?.decisions !== this.#delay?.decisions
        ? this.#said + NEWS_SPACING
        : Number.POSITIVE_INFINITY,
    );
  }

  #delayAt(now: Millis): CollectorDelay | undefined {
    const { overdue, oldestOverdue } = this.decisions;
    if (overdue === 0) return undefined;
    const quiet = this.#quietSince();
    const isStalled = now - quiet >= BOUND;
    return {
      state: isStalled ? 'stalled' : 'behind',
      since: formatTimestamp(isStalled ? quiet : oldestOverdue),
      decisions: overdue,
    };
  }

  /** Since when it has done nothing that was due. */
  #quietSince(): Millis {
    const { oldestOverdue, lastCarriedOut } = this.decisions;
    return Math.max(oldestOverdue, lastCarriedOut);
  }
}

const MINUTES = `${BOUND / 60_000} minutes`;

function describeOverdue({ type, record }: PendingDecision): Sentence {
  const because = rule(record.summary?.rule ?? '');
  switch (type) {
    case 'delete':
      return say`The collector should have deleted it ${MINUTES} ago ${because}, and has not.`;
    case 'finish':
      return say`Nothing has blocked its deletion for ${MINUTES}, and the collector has not ended it ${because}.`;
    case 'orphan':
      return say`The collector should have orphaned its dependents ${MINUTES} ago ${because}, and has not.`;
    case 'removeReference':
      return say`The collector should have removed its reference to an owner that is gone ${MINUTES} ago ${because}, and has not.`;
  }
}
