import { KUBELET_RELEASES, type KubeletRelease } from '../../src/kubelet/kubelet-releases.ts';
import {
  EMPTY_MEMORY,
  type Fault,
  Faults,
  type Kubelet,
  type RunInput,
} from '../../src/kubelet/kubelet-run.ts';
import { EMPTY_NODE, type NodeContainer, type NodeState } from '../../src/kubelet/node-state.ts';
import { DEFAULT_CONTAINER_POLICY, DEFAULT_IMAGE_POLICY } from '../../src/kubelet/policies.ts';

/** A second in nanoseconds. */
export const SECOND = 1_000_000_000n;
/** The time at which these tests run. */
export const NOW: bigint = 1_800_000_000n * SECOND;

/** A container that exited, made so many seconds before now. */
export function dead(id: string, age: number, more: Partial<NodeContainer> = {}): NodeContainer {
  const createdAt = NOW - BigInt(age) * SECOND;
  return { id, pod: 'p', name: 'main', attempt: 0, createdAt, state: 'EXITED', ...more };
}

/** A kubelet with default policies, unless said otherwise. */
export function kubelet(
  more: Partial<Omit<Kubelet, 'release'>> & { readonly release?: KubeletRelease } = {},
): Kubelet {
  const { release = 'v1.36', ...rest } = more;
  return {
    startedAt: NOW,
    sourcesReady: true,
    containerPolicy: DEFAULT_CONTAINER_POLICY,
    imagePolicy: DEFAULT_IMAGE_POLICY,
    memory: EMPTY_MEMORY,
    ...rest,
    release: KUBELET_RELEASES[release],
  };
}

/** A run now on a node whose one pod, `p`, lives. */
export function runOn(
  node: Partial<NodeState>,
  by: Kubelet = kubelet(),
  faults: readonly Fault[] = [],
): RunInput {
  const pods = [{ uid: 'p', name: 'p', namespace: 'test', state: 'live' as const }];
  return {
    now: NOW,
    node: { ...EMPTY_NODE, pods, ...node },
    kubelet: by,
    faults: new Faults(faults),
  };
}
