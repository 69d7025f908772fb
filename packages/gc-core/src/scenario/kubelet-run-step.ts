import { collectContainers } from '../kubelet/collect-containers.ts';
import {
  collectImages,
  deleteUnusedImages,
  detectLoop,
  freeSpace,
} from '../kubelet/collect-images.ts';
import type { Signal } from '../kubelet/eviction.ts';
import { type Fault, Faults, type RunInput, type RunResult } from '../kubelet/kubelet-run.ts';
import { reclaim } from '../kubelet/reclaim.ts';
import { timeOf } from './kubelet-document.ts';
import type { KubeletIntercept, KubeletScenarioRun } from './kubelet-scenario.ts';
import type { KubeletWorld } from './kubelet-world.ts';
import { ScenarioError } from './scenario.ts';
import { at } from './step-place.ts';

/** Performs a `run` with what its step intercepts. Throws `ScenarioError`. */
export function performRun(
  world: KubeletWorld,
  run: KubeletScenarioRun,
  intercepts: readonly KubeletIntercept[] = [],
): RunResult {
  const { now, node, kubelet } = world;
  at(['run'], () => requireFitting(run, world));
  const faults = new Faults(
    intercepts.map((each, index) => at(['intercept', index], () => faultOf(each, world))),
  );
  const input: RunInput = { now, node, kubelet, faults };
  switch (run.collect) {
    case 'containers':
      return collectContainers(input, run.evictTerminatedPods || run.evictNonDeletedPods);
    case 'detectImages':
      return detectLoop(input, run.at === undefined ? undefined : passTime(run.at, world));
    case 'images':
      return collectImages(input);
    case 'deleteUnusedImages':
      return deleteUnusedImages(input);
    case 'freeSpace':
      return freeSpace(input, run.bytes ?? 0);
    case 'reclaim':
      return reclaim(input, (run.signal ?? 'imagefs.available') as Signal, run.layout ?? 'one');
    default:
      return run.collect satisfies never;
  }
}

function passTime(text: string, { base }: KubeletWorld): bigint {
  return at(['run', 'at'], () => timeOf(text, base));
}

/** Which keys belong to which run. */
const KEYS: Readonly<Partial<Record<keyof KubeletScenarioRun, KubeletScenarioRun['collect']>>> = {
  evictTerminatedPods: 'containers',
  evictNonDeletedPods: 'containers',
  at: 'detectImages',
  bytes: 'freeSpace',
  signal: 'reclaim',
  layout: 'reclaim',
};

function requireFitting(run: KubeletScenarioRun, { kubelet }: KubeletWorld): void {
  for (const [key, collect] of Object.entries(KEYS)) {
    if (!Object.hasOwn(run, key) || run.collect === collect) continue;
    throw new ScenarioError(`"${key}" belongs to collect: ${collect}.`, [key]);
  }
  if (run.collect === 'freeSpace' && run.bytes === undefined) {
    throw new ScenarioError('"bytes" is missing: how much is to be freed.');
  }
  const { release, underPressure, hasContainerFs } = kubelet.release;
  const own = underPressure === 'every pod' ? 'evictNonDeletedPods' : 'evictTerminatedPods';
  for (const flag of ['evictTerminatedPods', 'evictNonDeletedPods'] as const) {
    if (!run[flag] || flag === own) continue;
    throw new ScenarioError(`${release} has no flag ${flag}; its own is ${own}.`, [flag]);
  }
  if (hasContainerFs) return;
  if (run.layout === 'split imagefs') {
    throw new ScenarioError(`The kubelet of ${release} knows no split imagefs.`, ['layout']);
  }
  if (run.signal?.startsWith('containerfs')) {
    throw new ScenarioError(`The kubelet of ${release} has no signal ${run.signal}.`, ['signal']);
  }
}

function faultOf(intercept: KubeletIntercept, world: KubeletWorld): Fault {
  const { error, ...operations } = intercept;
  const [first, second] = Object.entries(operations);
  if (!first || second) {
    throw new ScenarioError('Name exactly one of remove, stop, status, list, read and stats.');
  }
  const [operation, subject] = first as [Fault['operation'], string];
  if ((operation === 'remove' || operation === 'stop') && !isOnNode(subject, world)) {
    throw new ScenarioError(`Nothing on the node has the id "${subject}".`, [operation]);
  }
  if (operation === 'status' && !world.node.containers.some(({ id }) => id === subject)) {
    throw new ScenarioError(`No container on the node has the id "${subject}".`, [operation]);
  }
  return { operation, subject, error };
}

function isOnNode(id: string, { node }: KubeletWorld): boolean {
  const { containers, sandboxes, images, logDirectories, logLinks } = node;
  return (
    [...containers, ...sandboxes, ...images].some((each) => each.id === id) ||
    logDirectories.includes(id) ||
    logLinks.some(({ name }) => name === id)
  );
}
