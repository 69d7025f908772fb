import type { GraphNode } from '../../graph/graph-node.ts';
import type { PropagationPolicy } from '../../meta/propagation-policy.ts';
import type { ClusterView } from '../cluster-view.ts';
import { isProtected } from '../container-kinds.ts';
import { unblockingRefusesDelete } from '../verdict/unblocking.ts';
import { dependentWaits } from './cycle-guard.ts';
import { DeletionContent } from './deletion-content.ts';
import type { ForecastFacts } from './forecast-facts.ts';
import { judgeAllSince, type Since } from './judge-since.ts';
import { looksAgain } from './looks-again.ts';
import { ObjectState } from './object-state.ts';
import { PlainLeaves } from './plain-leaves.ts';
import { canBeOrphaned, heardPolicy, planState } from './plan-state.ts';
import type { StandingReferences } from './standing-references.ts';

/**
 * A deletion thought through on the graph as it is, in one of the orders a collector may take: each request has its effect
 * at once, and what it makes the collector look at is looked at. Proportional to what the deletion reaches. Leaves that
 * one owner alone keeps, most of a cluster, have no state of their own.
 */
export class DeletionPass {
  readonly states: Map<GraphNode, ObjectState> = new Map();
  readonly leaves: PlainLeaves;
  /** The collector's requests (HT-03). */
  requests = 0;
  readonly view: ClusterView;
  readonly #references: StandingReferences;
  readonly #since: Since;
  readonly content: DeletionContent;
  readonly #queue: ObjectState[] = [];
  /** Tried again when nothing else is left to do. */
  readonly #retries: ObjectState[] = [];
  /** Finalizers of others hold; afterwards they are taken to be removed. */
  #holds = true;

  constructor(view: ClusterView, references: StandingReferences, facts: ForecastFacts) {
    this.view = view;
    this.#references = references;
    this.leaves = new PlainLeaves(references);
    this.content = new DeletionContent(this, view, facts);
    const { states } = this;
    this.#since = { view, references, states, stateOf: (node) => this.state(node) };
  }

  /** The user's DELETEs and all that follows from them without anybody else's help. */
  delete(targets: readonly GraphNode[], policy: PropagationPolicy): void {
    const states = targets.map((node) => this.named(node));
    for (const state of states) {
      if (!isProtected(state.node.identity)) this.content.begin(state);
    }
    for (const state of states) this.request(state, policy, 'API-30');
    this.#rest();
  }

  /** What would follow if everybody removed their finalizers. */
  release(): void {
    for (const state of this.states.values()) {
      state.leftTerminating = state.terminating && !state.gone;
    }
    this.#holds = false;
    this.content.release();
    for (const state of this.states.values()) {
      if (!state.requested || !state.terminating || state.gone) continue;
      if (state.deletingDependents) this.#enqueue(state, state.node);
      else if (!this.content.isHeld(state)) this.#end(state);
    }
    this.#rest();
  }

  /** The state of an object that is deleted for itself, whoever owns it. */
  named(node: GraphNode): ObjectState {
    this.leaves.name(node);
    return this.state(node);
  }

  state(node: GraphNode): ObjectState {
    let state = this.states.get(node);
    if (!state) {
      state = new ObjectState(node, this.view.release);
      this.states.set(node, state);
      // A Namespace that is being emptied.
      if (state.terminating) this.content.begin(state);
    }
    return state;
  }

  /** A DELETE (API-20..38): the collector's finalizers are those of the policy, the others stay. */
  request(state: ObjectState, asked: PropagationPolicy, rule: string): void {
    state.refused = isProtected(state.node.identity);
    if (state.gone || state.refused) return;
    const policy = heardPolicy(state, asked, this.view.release);
    state.requested = true;
    state.rule = rule;
    if (state.inGrace || this.content.isEmptied(state)) {
      this.endUnlessHeld(state);
      return;
    }
    const isLate = state.terminating && !this.view.release.lateFinalizerStartsDeletion;
    const startsForeground = policy === 'Foreground' && !state.foreground;
    state.foreground = policy === 'Foreground';
    state.terminating = true;
    this.content.begin(state);
    state.unheard = isLate && policy !== 'Background' ? policy : undefined;
    if (state.unheard) return;
    if (policy === 'Background') this.endUnlessHeld(state);
    else if (policy === 'Orphan') this.#orphanDependents(state);
    else if (startsForeground) this.#startForeground(state);
  }

  /** It goes unless a finalizer, or what is left in it, holds it (API-35, API-61). */
  endUnlessHeld(state: ObjectState): void {
    if (state.gone || state.foreground || state.unheard || !state.terminating) return;
    if (this.#holds && state.foreign.some((each) => !this.content.isOwn(state, each))) return;
    if (!this.content.isHeld(state)) this.#end(state);
  }

  #rest(): void {
    do {
      for (let at = 0; at < this.#queue.length; at++) {
        const state = this.#queue[at];
        if (!state) continue;
        state.queued = false;
        this.#check(state);
      }
      this.#queue.length = 0;
      this.#queue.push(...this.#retries.splice(0));
    } while (this.#queue.length > 0 || this.content.pass());
  }

  #enqueue(state: ObjectState, cause: GraphNode): void {
    state.cause ??= cause;
    if (!this.#holds) state.laterCause ??= cause;
    if (state.queued) return;
    state.queued = true;
    this.#queue.push(state);
  }

  /** GB-43: dependents are looked at, and owners that wait for it. */
  #end(state: ObjectState): void {
    const { node } = state;
    state.gone = true;
    state.goneLater = !this.#holds;
    this.content.left(node);
    this.#toDependents(state, this.view.release.generation === 'propagator' ? 'PG-29' : 'AD-17');
    for (const { uid } of state.references) {
      const owner = this.view.get(uid);
      if (!owner || owner.virtual) continue;
      if (!owner.deletingDependents && !this.states.get(owner)?.deletingDependents) continue;
      this.#enqueue(this.state(owner), node);
    }
  }

  /** GB-36: the dependents, then the object itself. */
  #startForeground(state: ObjectState): void {
    state.deletingDependents = true;
    this.#toDependents(state, 'AD-18');
    this.#enqueue(state, state.node);
  }

  /** Plain leaves are decided here; all others are looked at in their turn. */
  #toDependents(state: ObjectState, rule: 'AD-17' | 'AD-18' | 'PG-29'): void {
    const { node } = state;
    if (state.branches) {
      this.#enqueueBranches(state.branches, node);
      return;
    }
    const branches = this.leaves.goWith(node, rule, !this.#holds);
    // GET and DELETE; of a waiting owner nothing is cached, so it is asked for, too.
    this.requests += (node.dependents.size - branches.length) * (rule === 'AD-18' ? 3 : 2);
    state.branches = branches;
    this.#enqueueBranches(branches, node);
  }

  #enqueueBranches(branches: readonly GraphNode[], owner: GraphNode): void {
    for (const each of branches) {
      const state = this.state(each);
      if (!state.removed?.has(owner.uid)) this.#enqueue(state, owner);
    }
  }

  /** OR-02..07: every dependent loses its reference, then the finalizer goes. */
  #orphanDependents(state: ObjectState): void {
    const { node } = state;
    const branches: GraphNode[] = [];
    for (const dependent of node.dependents) {
      if (!canBeOrphaned(dependent, this.view)) {
        branches.push(dependent);
        continue;
      }
      if (this.leaves.has(dependent, node)) {
        this.requests++;
        this.leaves.orphaned.push({ object: dependent.identity, rule: 'OR-03' });
        continue;
      }
      branches.push(dependent);
      const orphan = this.state(dependent);
      if (orphan.gone || orphan.removed?.has(node.uid)) continue;
      orphan.orphaned = true;
      this.#removeReferences(orphan, [node.uid]);
    }
    state.branches ??= branches;
    this.requests += 2;
    this.endUnlessHeld(state);
  }

  /** PA-01..04; what was blocked by them is looked at (GB-14). */
  #removeReferences(state: ObjectState, uids: readonly string[]): void {
    this.requests++;
    const blocked = uids.filter((uid) => state.blocks(uid));
    const isSeen = looksAgain(state, this.view, this.#references);
    state.removed = new Set([...(state.removed ?? []), ...uids]);
    for (const uid of blocked) this.#lookAgain(uid, state);
    if (isSeen) this.#enqueue(state, state.node);
  }

  #lookAgain(uid: string, because: ObjectState): void {
    const owner = this.view.get(uid);
    const state = owner && (owner.deletingDependents ? this.state(owner) : this.states.get(owner));
    if (state) this.#enqueue(state, because.node);
  }

  /** AD-02..20. */
  #check(state: ObjectState): void {
    if (state.gone || (state.terminating && !state.deletingDependents)) return;
    this.requests++;
    if (state.deletingDependents) {
      this.#checkForeground(state);
      return;
    }
    if (state.references.length === 0) return;
    const judged = judgeAllSince(state, this.#since);
    this.requests += judged.filter(({ asks }) => asks).length;
    const plan = planState(state, judged, this.states, this.view);
    if (plan.type === 'leave') return;
    state.rule = plan.rule;
    if (plan.type === 'keep') {
      if (plan.removeReferencesTo.length > 0) {
        this.#removeReferences(state, plan.removeReferencesTo);
      }
      return;
    }
    if (plan.rule === 'AD-15' && this.#guardAgainstCycle(state)) {
      // The DELETE conflicts with that change and is tried again (DE-05).
      this.#retries.push(state);
      return;
    }
    this.requests++;
    this.request(state, plan.policy, plan.rule);
  }

  /** FG-01..03. */
  #checkForeground(state: ObjectState): void {
    const blockers = this.blockersOf(state);
    for (const each of blockers) if (!each.deletingDependents) this.#enqueue(each, state.node);
    if (blockers.length > 0 || !state.foreground) return;
    this.requests += 2;
    state.foreground = false;
    state.rule = state.rule === '' ? 'FG-01' : state.rule;
    this.endUnlessHeld(state);
  }

  /** Dependents that block it and are not gone (DM-10). Plain leaves go with the start of its deletion. */
  blockersOf({ node, branches }: ObjectState): ObjectState[] {
    const blockers: ObjectState[] = [];
    for (const dependent of branches ?? node.dependents) {
      const state = this.state(dependent);
      if (!state.gone && state.blocks(node.uid)) blockers.push(state);
    }
    return blockers;
  }

  /** AD-16. True if that refuses its DELETE. */
  #guardAgainstCycle(state: ObjectState): boolean {
    if (state.unblocked || !dependentWaits(state, this.states)) return false;
    this.requests++;
    const refuses = unblockingRefusesDelete(state.references, state.node, this.view);
    const blocked = state.references.filter(({ uid }) => state.blocks(uid));
    state.unblocked = true;
    for (const { uid } of blocked) this.#lookAgain(uid, state);
    return refuses;
  }
}
