import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  containerStateOf,
  imageIdOf,
  type NodeContainer,
  type NodeState,
} from '../../src/kubelet/node-state.ts';
import type { KubeletScenario } from '../../src/scenario/kubelet-scenario.ts';
import { createKubeletWorld, type KubeletWorld } from '../../src/scenario/kubelet-world.ts';
import { performKubeletStep, runKubeletScenario } from '../../src/scenario/run-kubelet-scenario.ts';

const folder = join(import.meta.dirname, 'evidence');

/** What a runtime and the log directories of a real node held at one moment. */
interface Dump {
  readonly containers: readonly {
    readonly id: string;
    readonly podUID: string;
    readonly name: string;
    readonly attempt: number;
    readonly createdAt: string;
    readonly state: string;
    readonly sandbox: string;
    readonly imageRef: string;
    readonly imageId: string;
  }[];
  readonly sandboxes: readonly {
    readonly id: string;
    readonly uid: string;
    readonly attempt: number;
    readonly createdAt: string;
    readonly state: string;
  }[];
  readonly images: readonly {
    readonly id: string;
    readonly size: string;
    readonly pinned: boolean;
  }[];
  readonly podLogs: readonly string[];
  readonly containerLinks: readonly { readonly name: string; readonly dangling: boolean }[];
  readonly imageFs?: { readonly capacityBytes: string; readonly availableBytes: string };
}

function read<T>(name: string, file: string): T {
  return JSON.parse(readFileSync(join(folder, name, file), 'utf8')) as T;
}

function nodeOf(dump: Dump, pods: NodeState['pods']): NodeState {
  const { imageFs } = dump;
  return {
    pods,
    containers: dump.containers.map((each): NodeContainer => {
      const { id, podUID: pod, name, attempt, sandbox } = each;
      const image = imageIdOf(each);
      const createdAt = BigInt(each.createdAt);
      const state = containerStateOf(each.state);
      return { id, pod, name, attempt, sandbox, createdAt, state, ...(image && { image }) };
    }),
    sandboxes: dump.sandboxes.map(({ id, uid, attempt, createdAt, state }) => ({
      id,
      pod: uid,
      attempt,
      createdAt: BigInt(createdAt),
      state: state === 'SANDBOX_READY' ? 'READY' : 'NOTREADY',
    })),
    images: dump.images.map(({ id, size, pinned }) => ({ id, size: Number(size), pinned })),
    logDirectories: dump.podLogs,
    logLinks: dump.containerLinks,
    ...(imageFs && {
      imageFs: {
        capacityBytes: Number(imageFs.capacityBytes),
        availableBytes: Number(imageFs.availableBytes),
      },
    }),
  };
}

/** A running kubelet stops what runs of pods that it does not know before it collects anything. */
function withoutStrangers(node: NodeState): NodeState {
  const gone = new Set(node.pods.filter(({ state }) => state === 'gone').map(({ uid }) => uid));
  const containers = node.containers.map((each) =>
    gone.has(each.pod) && each.state === 'RUNNING' ? { ...each, state: 'EXITED' as const } : each,
  );
  const sandboxes = node.sandboxes.map((each) =>
    gone.has(each.pod) ? { ...each, state: 'NOTREADY' as const } : each,
  );
  return { ...node, containers, sandboxes };
}

/** The world of the scenario with the real node in the place of its lists, right before the last runs. */
function worldBefore(scenario: KubeletScenario, dump: Dump, lastRuns: number): KubeletWorld {
  const steps = scenario.spec.steps ?? [];
  const runs = steps.flatMap((step, index) => (step.run ? [index] : []));
  const first = runs.at(-lastRuns) ?? 0;
  const world = steps.slice(0, first).reduce(performKubeletStep, createKubeletWorld(scenario));
  const imageFs = scenario.spec.imageFs === undefined ? {} : { imageFs: world.node.imageFs };
  const node = withoutStrangers(nodeOf(dump, world.node.pods));
  return { ...world, node: { ...node, ...imageFs } as NodeState };
}

const CASES: readonly (readonly [name: string, lastRuns: number])[] = [
  ['gone-pods', 1],
  ['image-age', 1],
  ['image-age-132', 1],
  ['image-space-pinned', 1],
  ['manifest-deleted', 1],
  ['minage-holds', 1],
  ['node-limit-share', 1],
  ['pressure', 2],
  ['sandbox-emptied', 1],
  ['sources-not-ready', 1],
  ['unit-limit', 1],
];

function idsOf(node: NodeState): Record<string, string[]> {
  const { containers, sandboxes, images, logDirectories, logLinks } = node;
  const sorted = (ids: readonly string[]): string[] => [...new Set(ids)].toSorted();
  return {
    containers: sorted(containers.map(({ id }) => id)),
    sandboxes: sorted(sandboxes.map(({ id }) => id)),
    images: sorted(images.map(({ id }) => id)),
    logDirectories: sorted(logDirectories),
    logLinks: sorted(logLinks.map(({ name }) => name)),
  };
}

describe('what real kubelets removed', () => {
  it('has a case for every folder', () => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((each) =>
      each.isDirectory(),
    );
    expect(folders.map(({ name }) => name).toSorted()).toEqual(CASES.map(([name]) => name));
  });

  it.each(CASES)('%s: its scenario is met', (name) => {
    const { steps } = runKubeletScenario(read<KubeletScenario>(name, 'scenario.json'));
    expect(steps.flatMap(({ diff }) => diff)).toEqual([]);
  });

  it.each(CASES)('%s: what was there before becomes what was there after', (name, lastRuns) => {
    const scenario = read<KubeletScenario>(name, 'scenario.json');
    const world = worldBefore(scenario, read<Dump>(name, 'before.json'), lastRuns);
    const runs = (scenario.spec.steps ?? []).filter((step) => step.run).slice(-lastRuns);
    const after = runs.reduce(performKubeletStep, world);
    expect(idsOf(after.node)).toEqual(idsOf(nodeOf(read<Dump>(name, 'after.json'), [])));
  });
});
