import { groupBy } from '../meta/group-by.ts';
import type { DecisionNote, RemoveReason } from '../meta/kubelet-decision.ts';
import { type Decision, keep, type Plan, type Removal, remove } from './decision.ts';
import type { KubeletProfile } from './kubelet-releases.ts';
import type { NodeContainer, NodeSandbox } from './node-state.ts';
import { goneReason } from './plan-containers.ts';
import type { PodStates } from './pod-states.ts';
import { ranksOf, takeOldest } from './take-oldest.ts';

/** The input of a decision on sandboxes. It depends on neither the policy nor the sources (C-4, S-1). */
export interface SandboxQuestion {
  readonly sandboxes: readonly NodeSandbox[];
  /** As listed after the containers were collected. */
  readonly containers: readonly NodeContainer[];
  readonly pods: PodStates;
  readonly release: KubeletProfile;
  /** The call comes from the eviction manager (C-6). */
  readonly underPressure: boolean;
}

/** Decides which sandboxes one run removes and which it leaves (S-1). */
export function planSandboxes(question: SandboxQuestion): Plan {
  const used = new Set(question.containers.map(({ sandbox }) => sandbox));
  const isActive = ({ id, state }: NodeSandbox): boolean => state === 'READY' || used.has(id);
  const plans = [...groupBy(question.sandboxes, ({ pod }) => pod)].map(([uid, sandboxes]) => {
    const reason = goneReason(question, uid);
    return reason === undefined
      ? planOfActivePod(uid, sandboxes, isActive)
      : planOfGonePod(uid, sandboxes, isActive, reason, question.release);
  });
  return {
    removals: plans.flatMap(({ removals }) => removals),
    kept: plans.flatMap(({ kept }) => kept),
  };
}

type IsActive = (sandbox: NodeSandbox) => boolean;

/** The newest stays whatever its state; of the others, from the oldest on, those go that are not active. */
function planOfActivePod(uid: string, sandboxes: readonly NodeSandbox[], isActive: IsActive): Plan {
  const cut = takeOldest(sandboxes, 1, true);
  const ranks = ranksOf(cut, 0);
  const notesOf = ({ createdAt }: NodeSandbox): readonly DecisionNote[] =>
    createdAt === cut.border ? ['tie'] : [];
  const kept = cut.kept.map((newest): Decision => {
    const decision = keep('sandbox', newest.id, 'newest-sandbox', 'S-1');
    // An active sandbox would also stay if it were older.
    return isActive(newest) ? decision : { ...decision, notes: notesOf(newest) };
  });
  const removals: Removal[] = [];
  for (const [index, sandbox] of cut.taken.entries()) {
    const place = { group: uid, rank: ranks[index] ?? 0, notes: notesOf(sandbox) };
    if (isActive(sandbox)) kept.push(keep('sandbox', sandbox.id, 'sandbox-active', 'S-1'));
    else removals.push(remove('sandbox', sandbox.id, 'superseded-sandbox', 'S-1', place));
  }
  return { removals, kept };
}

/** All that are not active go. */
function planOfGonePod(
  uid: string,
  sandboxes: readonly NodeSandbox[],
  isActive: IsActive,
  reason: RemoveReason,
  release: KubeletProfile,
): Plan {
  const idle = sandboxes.filter((sandbox) => !isActive(sandbox));
  const cut = takeOldest(idle, 0, release.alwaysSorts);
  const ranks = ranksOf(cut, 0);
  const notes: readonly DecisionNote[] = cut.isOpen ? ['order-unknown'] : [];
  return {
    removals: cut.taken.map(({ id }, index) =>
      remove('sandbox', id, reason, 'S-1', { group: uid, rank: ranks[index] ?? 0, notes }),
    ),
    kept: sandboxes.filter(isActive).map(({ id }) => keep('sandbox', id, 'sandbox-active', 'S-1')),
  };
}
