import {
  type ClusterView,
  type Graph,
  type GraphChange,
  type GraphNode,
  isContainer,
  type JudgedDelta,
  JudgedRecords,
  parseApiVersion,
} from '@gcscope/gc-core';
import type { Millis, Timestamp, Uid } from '@gcscope/gc-core/wire';
import { TURN } from '../base/in-turns.ts';
import type { AbsenceProofs } from './absence-proofs.ts';
import type { CollectorQueue } from './collector-queue.ts';
import type { GraphRecords } from './graph-records.ts';
import { VirtualNodes } from './virtual-nodes.ts';

/** Nodes that are judged in one go, if there is time. */
const SLICE = 4000;
/** Nodes that are judged without a look at the clock: some take as long as a hundred others. */
const PORTION = 20;
/** Nodes that a request waits for. */
const MOST_AT_ONCE = 10_000;

/** Options of a judging. */
interface JudgingOptions {
  readonly graph: Graph;
  readonly view: ClusterView;
  /** Keeps the verdicts. */
  readonly records: GraphRecords;
  readonly proofs: AbsenceProofs;
  /** The objects that the real collector checks now. */
  readonly queue: CollectorQueue;
  /** Changes the graph. */
  readonly process: (change: GraphChange) => void;
  /** When it began. */
  readonly since: Timestamp;
  /** Nodes that are judged in one go. */
  readonly slice?: number | undefined;
}

/**
 * Judges what changed, slice by slice. In half a million objects that come at once, first all that is concerned is collected and
 * then each of them is judged once.
 */
export class Judging {
  readonly #options: JudgingOptions;
  readonly #slice: number;
  readonly #virtualNodes: VirtualNodes;
  readonly #judged: JudgedRecords;
  /** Kinds on which verdicts rest and that became readable or unreadable: keys of `kindKey`. */
  readonly #kinds = new Set<string>();
  #isAllDue = false;
  readonly #waiting: Iterator<Uid | undefined>[] = [];
  #waits = 0;

  constructor(options: JudgingOptions) {
    const { graph, view, records, process, queue, since, slice = SLICE } = options;
    this.#options = options;
    this.#slice = slice;
    this.#virtualNodes = new VirtualNodes(graph, records, process);
    this.#judged = new JudgedRecords(graph, view, {
      records,
      isOld: ({ created }) => (created ?? '') < since,
      onJudged: (uid, { verdict }) => {
        // The real collector has checked the object by now and left it. Only another event makes it check again.
        if (verdict === 'stays' || verdict === 'waits') queue.delete(uid);
      },
    });
  }

  /** The verdicts that rest on the kind are judged anew. */
  doubtKind(group: string, kind: string): void {
    this.#kinds.add(kindKey(group, kind));
  }

  /** All verdicts are judged anew. */
  doubtAll(): void {
    this.#isAllDue = true;
  }

  /** Adds what changed since the last time, and what rests on it. */
  collect(): void {
    const { graph, proofs } = this.#options;
    for (const uids of [this.#virtualNodes.takeTouched(), proofs.takeObserved()]) {
      this.#add(uids, uids.length);
    }
    const kinds = this.#isAllDue ? 'all' : new Set(this.#kinds);
    if (kinds === 'all' || kinds.size > 0) {
      this.#add(dependingOnKinds(graph.nodes(), kinds), graph.size);
    }
    this.#forget();
  }

  /** The same if all nodes will be judged anyway: only what has left is added. */
  collectGone(): void {
    const { graph, proofs } = this.#options;
    const gone = graph.takeGone();
    this.#add(gone, gone.length);
    proofs.takeObserved();
    this.#forget();
  }

  #forget(): void {
    this.#kinds.clear();
    this.#isAllDue = false;
  }

  /** Adds uids to judge anew, with what depends on them; `undefined` stands for a node that needs nothing. */
  #add(uids: Iterable<Uid | undefined>, count: number): void {
    if (count === 0) return;
    this.#waiting.push(uids[Symbol.iterator]());
    this.#waits += count;
  }

  /** Makes all nodes due. */
  collectAll(): void {
    this.#judged.touchAll(this.#virtualNodes.allNodes());
  }

  /** The next time at which the clock alone can change a verdict; infinite if never. */
  get nextTurn(): Millis {
    return this.#judged.nextTurn;
  }

  /** Whether something is left to judge. */
  get isBehind(): boolean {
    return this.#waiting.length > 0 || this.#judged.isBehind;
  }

  /** Whether it is more than a request would wait for. */
  get isFarBehind(): boolean {
    return this.#waits > MOST_AT_ONCE;
  }

  /** Judges a slice of what is due. */
  judgeSlice(): JudgedDelta {
    const touched: Uid[] = [];
    for (let looks = 0; looks < this.#slice; looks++) {
      const next = this.#waiting[0]?.next();
      if (!next) break;
      if (next.done) this.#waiting.shift();
      else if (next.value !== undefined) touched.push(next.value);
    }
    this.#judged.touch(touched);
    // As long as something comes, what is judged may have to be judged again.
    const judged = this.#judged.judge(within(this.#waiting.length > 0 ? 0 : this.#slice));
    for (const uid of judged.delta.removes) {
      this.#options.queue.delete(uid);
      this.#options.proofs.forget(uid);
    }
    if (!this.isBehind) this.#waits = 0;
    return judged;
  }
}

/** Answers whether one more node may be judged: up to `atMost` of them, for as long as other work can wait. */
function within(atMost: number): () => boolean {
  const end = performance.now() + TURN;
  let left = atMost;
  return () => {
    const isLate = left < atMost && left % PORTION === 0 && performance.now() > end;
    return left-- > 0 && !isLate;
  };
}

/**
 * Uids of the nodes whose verdict rests on kinds that became readable or unreadable, and nothing for each other node; `kinds` are
 * keys of `kindKey`.
 */
function* dependingOnKinds(
  nodes: Iterable<GraphNode>,
  kinds: ReadonlySet<string> | 'all',
): Generator<Uid | undefined> {
  const concerns = (apiVersion: string, kind: string): boolean =>
    kinds === 'all' || kinds.has(kindKey(parseApiVersion(apiVersion).group, kind));
  for (const node of nodes) {
    const { owners, beingDeleted, deletingDependents } = node;
    const isConcerned =
      // Any unread kind may hide what blocks an owner, or what is left in a container.
      deletingDependents ||
      (beingDeleted && isContainer(node)) ||
      concerns(node.apiVersion, node.kind) ||
      owners.some((reference) => concerns(reference.apiVersion, reference.kind));
    yield isConcerned ? node.uid : undefined;
  }
}

/** The same for a kind and for how a reference may spell it (KM-02). */
function kindKey(group: string, kind: string): string {
  return `${group}/${kind.toLowerCase()}`;
}
