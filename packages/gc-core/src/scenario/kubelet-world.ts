import { DEFAULT_KUBELET_RELEASE, type KubeletProfile } from '../kubelet/kubelet-releases.ts';
import { EMPTY_MEMORY, type Kubelet, type RunResult } from '../kubelet/kubelet-run.ts';
import type { NanoTime } from '../kubelet/nano-time.ts';
import { EMPTY_NODE, type NodeState } from '../kubelet/node-state.ts';
import { DEFAULT_CONTAINER_POLICY, DEFAULT_IMAGE_POLICY } from '../kubelet/policies.ts';
import {
  absoluteTimeOf,
  kubeletProfileOf,
  nodeOf,
  policiesOf,
  timeOf,
} from './kubelet-document.ts';
import type { KubeletScenario, KubeletScenarioStep } from './kubelet-scenario.ts';
import { at } from './step-place.ts';

/** When no scenario says otherwise, it begins here. */
const DEFAULT_NOW = '2026-01-01T00:00:00Z';

/** The state of a kubelet scenario. */
export interface KubeletWorld {
  /** The document's `now`, from which offsets count. */
  readonly base: NanoTime;
  readonly now: NanoTime;
  readonly node: NodeState;
  readonly kubelet: Kubelet;
  /** The last run. */
  readonly last?: RunResult;
}

/** The world of a scenario before its first step; `release`, a name or a profile, overrides its own. Throws `ScenarioError`. */
export function createKubeletWorld(
  { spec }: KubeletScenario,
  release: string | KubeletProfile = spec.release ?? DEFAULT_KUBELET_RELEASE,
): KubeletWorld {
  const profile =
    typeof release === 'object' ? release : at(['release'], () => kubeletProfileOf(release));
  const now = at(['now'], () => absoluteTimeOf(spec.now ?? DEFAULT_NOW));
  return {
    base: now,
    now,
    node: { ...EMPTY_NODE, ...nodeOf(spec, now) },
    kubelet: {
      release: profile,
      startedAt: startOf(spec.startedAt, now) ?? now,
      sourcesReady: spec.sourcesReady ?? true,
      containerPolicy: DEFAULT_CONTAINER_POLICY,
      imagePolicy: DEFAULT_IMAGE_POLICY,
      ...policiesOf(spec, profile),
      ...(spec.sandboxImage === undefined ? {} : { sandboxImage: spec.sandboxImage }),
      memory: EMPTY_MEMORY,
    },
  };
}

/** The world with lists and fields of it replaced. Throws `ScenarioError`. */
export function changeKubeletWorld(
  world: KubeletWorld,
  change: NonNullable<KubeletScenarioStep['set']>,
): KubeletWorld {
  const { base, kubelet } = world;
  const startedAt = startOf(change.startedAt, base);
  const { now, sourcesReady, sandboxImage } = change;
  return {
    ...world,
    now: now === undefined ? world.now : at(['now'], () => timeOf(now, base)),
    node: { ...world.node, ...nodeOf(change, base) },
    kubelet: {
      ...kubelet,
      ...policiesOf(change, kubelet.release),
      ...(startedAt === undefined ? {} : { startedAt }),
      ...(sourcesReady === undefined ? {} : { sourcesReady }),
      ...(sandboxImage === undefined ? {} : { sandboxImage }),
    },
  };
}

/** The world after a restart of the kubelet: it has forgotten everything (I-2). */
export function restartKubelet(world: KubeletWorld): KubeletWorld {
  const { kubelet, now } = world;
  return { ...world, kubelet: { ...kubelet, startedAt: now, memory: EMPTY_MEMORY } };
}

function startOf(text: string | undefined, base: NanoTime): NanoTime | undefined {
  return text === undefined ? undefined : at(['startedAt'], () => timeOf(text, base));
}
