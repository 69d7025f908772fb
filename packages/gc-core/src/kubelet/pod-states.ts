import type { NodePod, PodState } from './node-state.ts';

/** How the kubelet sees pods: what its workers answer for a uid. */
export interface PodStates {
  /** It is among the pods that were listed. */
  isKnown(uid: string): boolean;
  /** Its content should be removed (PP-1). */
  isGone(uid: string): boolean;
  /** Its runtime should be removed (PP-2). */
  isTerminated(uid: string): boolean;
}

/** The listed pods, and for every other uid what holds of an unknown pod: gone once all sources are ready (PP-3). */
export function podStates(pods: readonly NodePod[], sourcesReady: boolean): PodStates {
  const states = new Map(pods.map(({ uid, state }) => [uid, state]));
  const stateOf = (uid: string): PodState => states.get(uid) ?? (sourcesReady ? 'gone' : 'live');
  return {
    isKnown: (uid) => states.has(uid),
    isGone: (uid) => stateOf(uid) === 'gone',
    isTerminated: (uid) => stateOf(uid) !== 'live',
  };
}

/** The facts about a pod that are visible outside the kubelet. */
export interface PodFacts {
  readonly phase?: string;
  /** `status.reason`. */
  readonly reason?: string;
  readonly deletionRequested: boolean;
  readonly hasRunningContainer: boolean;
}

/**
 * The state of a pod in the pod workers, judged from outside (PP-5). `likely`: it depends on whether this kubelet
 * process evicted the pod itself.
 */
export function podStateFromOutside(facts: PodFacts): {
  readonly state: PodState;
  readonly certainty: 'certain' | 'likely';
} {
  const ended = !facts.hasRunningContainer;
  if (facts.deletionRequested && ended) return { state: 'gone', certainty: 'certain' };
  if (facts.phase === 'Failed' && facts.reason === 'Evicted') {
    return { state: 'gone', certainty: 'likely' };
  }
  const over = facts.phase === 'Succeeded' || facts.phase === 'Failed';
  return { state: over && ended ? 'terminated' : 'live', certainty: 'certain' };
}

/** The annotation in which a mirror pod carries the uid of its static pod. */
const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';

/** The uid that labels, sandboxes and log directories carry: of a mirror pod its static pod's (PP-4). */
export function uidOnNode(
  uid: string,
  annotations: Readonly<Record<string, string>> | undefined,
): string {
  return annotations !== undefined && Object.hasOwn(annotations, MIRROR_ANNOTATION)
    ? (annotations[MIRROR_ANNOTATION] ?? uid)
    : uid;
}
