import { keep, type Plan, remove } from './decision.ts';
import type { NodeContainer } from './node-state.ts';
import { newestFirst } from './take-oldest.ts';

/** What the deletor is asked for. */
export interface DeletorQuestion {
  /** Of one pod. */
  readonly containers: readonly NodeContainer[];
  /** The container that died: only those of its name are looked at; all with the empty id; none with an unknown one. */
  readonly died: string;
  /** Dead containers that stay (`containersToKeep`). */
  readonly containersToKeep: number;
}

/** The dead containers that stay of each name: none of a pod that is gone or said to be evicted, else one at least (PD-2). */
export function containersToKeep(maxPerPodContainer: number, podGone: boolean): number {
  return podGone ? 0 : Math.max(maxPerPodContainer, 1);
}

/**
 * What the pod container deletor removes when a container dies; no age plays a part, and only EXITED ones go (PD-1 to PD-3).
 * Neither a run nor a plan of a node contains it: it acts as soon as a container dies, so a node that was read is past it.
 */
export function planPodContainerDeletor(question: DeletorQuestion): Plan {
  const { containers, died, containersToKeep: limit } = question;
  const name = containers.find(({ id }) => id === died)?.name;
  const isMeant = (each: NodeContainer): boolean => died === '' || each.name === name;
  const looked = died !== '' && name === undefined ? [] : containers.filter(isMeant);
  const dead = newestFirst(looked.filter(({ state }) => state === 'EXITED'));
  return {
    removals: dead
      .slice(Math.max(0, limit))
      .map(({ id, pod }, rank) =>
        remove('container', id, 'superseded-container', 'PD-1', { group: pod, rank }),
      ),
    kept: dead
      .slice(0, Math.max(0, limit))
      .map(({ id }) => keep('container', id, 'within-limits', 'PD-1')),
  };
}

/** Grace a container gets when it is stopped because of its state UNKNOWN, in seconds (C-12.1). */
export function gracePeriodOfUnknown(facts: {
  /** The pod's deletion grace, when its deletion was requested. */
  readonly deletionGraceSeconds?: number;
  /** From the container's annotation. */
  readonly terminationGraceSeconds?: number;
}): number {
  const shortest = 2;
  const { deletionGraceSeconds, terminationGraceSeconds } = facts;
  return Math.max(shortest, deletionGraceSeconds ?? terminationGraceSeconds ?? shortest);
}
