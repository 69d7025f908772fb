import { performance } from 'node:perf_hooks';
import type { Figure, Measurement } from '../../../tools/src/bench-figure.ts';
import { collectContainers } from '../src/kubelet/collect-containers.ts';
import { collectImages } from '../src/kubelet/collect-images.ts';
import { KUBELET_RELEASES } from '../src/kubelet/kubelet-releases.ts';
import { EMPTY_MEMORY, type Kubelet, type RunInput } from '../src/kubelet/kubelet-run.ts';
import { EMPTY_NODE, type NodeState } from '../src/kubelet/node-state.ts';
import { seededRandom } from '../src/simulation/random.ts';

const SECOND = 1_000_000_000n;
const NOW = 1_800_000_000n * SECOND;
const HOUR = 3600;

/** A crowded node: pods with three containers each, a third of the pods gone or over, ten instances of a container. */
function node(containers: number, images: number): NodeState {
  const random = seededRandom(1);
  const pick = (count: number): number => Math.floor(random() * count);
  const pods = Array.from({ length: Math.ceil(containers / 30) }, (_, index) => ({
    uid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: `pod-${index}`,
    namespace: 'default',
    state: (['live', 'live', 'live', 'live', 'terminated', 'gone'] as const)[pick(6)] ?? 'live',
  }));
  const podOf = (index: number): string => pods[index % pods.length]?.uid ?? '';
  return {
    ...EMPTY_NODE,
    pods,
    containers: Array.from({ length: containers }, (_, index) => ({
      id: index.toString(16).padStart(64, 'c'),
      pod: podOf(index),
      name: `container-${pick(3)}`,
      attempt: pick(10),
      createdAt: NOW - BigInt(pick(HOUR * 1_000_000)) * 1000n,
      state: pick(20) === 0 ? ('RUNNING' as const) : ('EXITED' as const),
      sandbox: `sandbox-${index % pods.length}`,
      image: `sha256:${pick(images)}`,
    })),
    sandboxes: pods.map(({ uid }, index) => ({
      id: `sandbox-${index}`,
      pod: uid,
      attempt: 0,
      createdAt: NOW - BigInt(pick(HOUR)) * SECOND,
      state: pick(2) === 0 ? ('READY' as const) : ('NOTREADY' as const),
    })),
    images: Array.from({ length: images }, (_, index) => ({
      id: `sha256:${index}`,
      size: 1_000_000 + pick(1_000_000_000),
    })),
    logDirectories: pods.map(({ uid, name }) => `default_${name}_${uid}`),
    imageFs: { capacityBytes: 1e12, availableBytes: 1e10 },
  };
}

const kubelet: Kubelet = {
  release: KUBELET_RELEASES['v1.36'],
  startedAt: NOW - BigInt(HOUR) * SECOND,
  sourcesReady: true,
  containerPolicy: { minAge: 60n * SECOND, maxPerPodContainer: 5, maxContainers: 1000 },
  imagePolicy: { minAge: 0n, maxAge: 0n, highThresholdPercent: 85, lowThresholdPercent: 0 },
  memory: EMPTY_MEMORY,
};

/** Plans the next run of each loop, in milliseconds: every list sorted, every item with its reason. */
function plan(input: RunInput): number {
  const start = performance.now();
  const first = collectContainers(input);
  const second = collectImages({ ...input, node: first.node });
  const elapsed = performance.now() - start;
  if (first.removed.length === 0 || second.removed.length === 0) throw new Error('nothing to do');
  return elapsed;
}

function plans(containers: number, images: number, runs: number): Measurement {
  const input = { now: NOW, node: node(containers, images), kubelet };
  // The first runs compile; they do not count.
  for (let run = 0; run < runs; run++) plan(input);
  return { samples: Array.from({ length: runs }, () => plan(input)) };
}

/** Figures of the kubelet. */
export const figures: readonly Figure[] = [
  {
    name: 'kubelet.plan',
    unit: 'ms',
    goal: '<= 10',
    smokeable: true,
    run: ({ smoke }) => (smoke ? plans(500, 100, 3) : plans(10_000, 2000, 15)),
  },
];
