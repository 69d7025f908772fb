import type { DecisionNote, RemoveReason } from '../meta/kubelet-decision.ts';
import { type Decision, keep, NO_NOTES, type Plan, type Removal, remove } from './decision.ts';
import type { KubeletProfile } from './kubelet-releases.ts';
import type { NanoTime } from './nano-time.ts';
import type { NodeContainer } from './node-state.ts';
import type { PodStates } from './pod-states.ts';
import type { ContainerPolicy } from './policies.ts';
import { type Cut, ranksOf, takeOldest } from './take-oldest.ts';

/** The input of a decision on containers. */
export interface ContainerQuestion {
  readonly containers: readonly NodeContainer[];
  readonly pods: PodStates;
  readonly policy: ContainerPolicy;
  readonly release: KubeletProfile;
  readonly now: NanoTime;
  readonly sourcesReady: boolean;
  /** The call comes from the eviction manager (C-6). */
  readonly underPressure: boolean;
}

/** A pod's containers of one name: what the limit "per pod" really counts (C-3). */
interface EvictUnit {
  readonly uid: string;
  /** The remaining containers. */
  containers: readonly NodeContainer[];
}

/** Decides which containers one run removes and which it leaves (C-3, C-6 to C-11). Removals do not fail here. */
export function planContainers(question: ContainerQuestion): Plan {
  return new ContainerPlanner(question).plan();
}

class ContainerPlanner {
  readonly #question: ContainerQuestion;
  readonly #removals: Removal[] = [];
  readonly #kept: Decision[] = [];
  /** Kept containers that could as well have gone. */
  readonly #tied = new Set<string>();

  constructor(question: ContainerQuestion) {
    this.#question = question;
  }

  plan(): Plan {
    const { policy } = this.#question;
    const units = this.#takeGonePods(this.#evictUnits());
    if (policy.maxPerPodContainer >= 0) {
      this.#limitUnits(units, policy.maxPerPodContainer, 'over-unit-limit', 'C-9');
    }
    const isOver = (): boolean =>
      policy.maxContainers >= 0 && countOf(units) > policy.maxContainers;
    let rule = policy.maxPerPodContainer < 0 && policy.maxContainers >= 0 ? 'C-10' : 'C-9';
    if (isOver()) {
      rule = 'C-10.1';
      const share = Math.max(1, Math.floor(policy.maxContainers / units.length));
      this.#limitUnits(units, share, 'over-fair-share', 'C-10.1');
    }
    if (isOver()) {
      const all = units.flatMap(({ containers }) => containers);
      this.#keep(this.#take(all, policy.maxContainers, 'over-node-limit', 'C-10.2'), 'C-10.2');
    } else for (const { containers } of units) this.#keep(containers, rule);
    return { removals: this.#removals, kept: this.#kept };
  }

  /** The containers that may be removed at all, by evict unit; the others are kept (C-7). */
  #evictUnits(): EvictUnit[] {
    const { containers, now, policy } = this.#question;
    const oldEnough = now - policy.minAge;
    const byPod = new Map<string, Map<string, NodeContainer[]>>();
    for (const container of containers) {
      const { id, pod, name, state, createdAt } = container;
      if (state === 'RUNNING') this.#kept.push(keep('container', id, 'running', 'C-7'));
      else if (createdAt > oldEnough) this.#kept.push(keep('container', id, 'too-young', 'C-7'));
      else unitOf(byPod, pod, name).push(container);
    }
    return [...byPod].flatMap(([uid, names]) =>
      [...names.values()].map((own) => ({ uid, containers: own })),
    );
  }

  /** Removes the units of pods that are gone, or over and under pressure; returns the others (C-8). */
  #takeGonePods(units: readonly EvictUnit[]): EvictUnit[] {
    if (!this.#question.sourcesReady) return [...units];
    return units.filter((unit) => {
      const reason = goneReason(this.#question, unit.uid);
      if (reason === undefined) return true;
      this.#take(unit.containers, 0, reason, 'C-8');
      return false;
    });
  }

  #limitUnits(
    units: readonly EvictUnit[],
    limit: number,
    reason: RemoveReason,
    rule: string,
  ): void {
    for (const unit of units) {
      if (unit.containers.length <= limit) continue;
      unit.containers = this.#take(unit.containers, limit, reason, rule);
    }
  }

  /** Removes the oldest beyond the limit; returns what is left. */
  #take(
    containers: readonly NodeContainer[],
    limit: number,
    reason: RemoveReason,
    rule: string,
  ): readonly NodeContainer[] {
    const { release } = this.#question;
    // The list of the whole node is put in order first, even if nothing is kept.
    const alwaysSorts = release.alwaysSorts || reason === 'over-node-limit';
    const cut = takeOldest(containers, limit, alwaysSorts);
    const ranks = ranksOf(cut, this.#removals.length);
    let before: NodeContainer | undefined;
    let group = '';
    let index = 0;
    for (const container of cut.taken) {
      const { id, pod, name } = container;
      // Neighbours are almost always of one unit.
      if (before?.pod !== pod || before.name !== name) group = groupOf(pod, name);
      before = container;
      const notes = notesOf(container, cut, release);
      const place = { group, rank: ranks[index++] ?? 0, notes };
      this.#removals.push(remove('container', id, reason, rule, place));
    }
    if (cut.border !== undefined) {
      for (const { id, createdAt } of cut.kept) if (createdAt === cut.border) this.#tied.add(id);
    }
    return cut.kept;
  }

  /** They stay within the limits, by the rule of the last one that was looked at; of a pod that may be gone also because not all sources have delivered yet (C-8). */
  #keep(containers: readonly NodeContainer[], rule: string): void {
    const { pods, sourcesReady } = this.#question;
    for (const { id, pod } of containers) {
      const isHeld =
        !sourcesReady && (!pods.isKnown(pod) || goneReason(this.#question, pod) !== undefined);
      const decision = isHeld
        ? keep('container', id, 'sources-not-ready', 'C-8')
        : keep('container', id, 'within-limits', rule);
      this.#kept.push(this.#tied.has(id) ? { ...decision, notes: ['tie'] } : decision);
    }
  }
}

/** Why everything of a pod goes that can; `undefined` when the pod is no reason (C-8, S-1, E-4). */
export function goneReason(
  question: Pick<ContainerQuestion, 'pods' | 'release' | 'underPressure'>,
  uid: string,
): 'pod-gone' | 'pod-terminated-under-pressure' | undefined {
  const { pods, release, underPressure } = question;
  if (pods.isGone(uid)) return 'pod-gone';
  if (!underPressure) return undefined;
  const isReached = release.underPressure === 'every pod' || pods.isTerminated(uid);
  return isReached ? 'pod-terminated-under-pressure' : undefined;
}

function unitOf(
  byPod: Map<string, Map<string, NodeContainer[]>>,
  pod: string,
  name: string,
): NodeContainer[] {
  const names = byPod.get(pod) ?? new Map<string, NodeContainer[]>();
  if (names.size === 0) byPod.set(pod, names);
  const unit = names.get(name) ?? [];
  if (unit.length === 0) names.set(name, unit);
  return unit;
}

function countOf(units: readonly EvictUnit[]): number {
  return units.reduce((sum, { containers }) => sum + containers.length, 0);
}

/** Uids and names may hold anything; with the length in front they cannot be mistaken. */
function groupOf(uid: string, name: string): string {
  return `${uid.length} ${uid} ${name}`;
}

function notesOf(
  { state, logPath, createdAt }: NodeContainer,
  { isOpen, border }: Cut<NodeContainer>,
  release: KubeletProfile,
): readonly DecisionNote[] {
  const isPlain = state === 'EXITED' && !isOpen && createdAt !== border && logPath !== '';
  if (isPlain) return NO_NOTES;
  const notes: DecisionNote[] = [];
  if (state === 'UNKNOWN' && release.stopsUnknownFirst) notes.push('stop-first');
  if (isOpen) notes.push('order-unknown');
  if (createdAt === border) notes.push('tie');
  if (logPath === '') notes.push('empty-log-path');
  return notes;
}
