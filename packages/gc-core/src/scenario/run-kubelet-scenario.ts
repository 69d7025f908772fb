import { collectContainers } from '../kubelet/collect-containers.ts';
import {
  collectImages,
  deleteUnusedImages,
  detectLoop,
  freeSpace,
} from '../kubelet/collect-images.ts';
import { type Decision, phaseOf, type Removal } from '../kubelet/decision.ts';
import type { Signal } from '../kubelet/eviction.ts';
import { imageKey } from '../kubelet/image-records.ts';
import type { KubeletProfile } from '../kubelet/kubelet-releases.ts';
import { type Fault, Faults, type RunInput, type RunResult } from '../kubelet/kubelet-run.ts';
import { formatNanoTime, type NanoTime, ZERO_TIME } from '../kubelet/nano-time.ts';
import { reclaim } from '../kubelet/reclaim.ts';
import { eventText, logLineText } from '../kubelet/report.ts';
import { joined } from '../meta/joined.ts';
import type { ItemType } from '../meta/kubelet-decision.ts';
import { compareLists } from './compare-lists.ts';
import { spanOf, timeOf } from './kubelet-document.ts';
import type {
  KubeletExpectation,
  KubeletIntercept,
  KubeletScenario,
  KubeletScenarioRun,
  KubeletScenarioStep,
} from './kubelet-scenario.ts';
import {
  changeKubeletWorld,
  createKubeletWorld,
  type KubeletWorld,
  restartKubelet,
} from './kubelet-world.ts';
import { ScenarioError, type ScenarioResult, type StepResult } from './scenario.ts';
import { at } from './step-place.ts';

/**
 * Runs a kubelet scenario to its end, or to the first step that fails. Throws `ScenarioError` when the document itself is
 * wrong; `release`, a name or a profile, overrides the one it names.
 */
export function runKubeletScenario(
  scenario: KubeletScenario,
  release?: string | KubeletProfile,
): ScenarioResult {
  let world = at(['spec'], () => createKubeletWorld(scenario, release));
  const steps: StepResult[] = [];
  for (const [index, step] of (scenario.spec.steps ?? []).entries()) {
    const path = ['spec', 'steps', index];
    world = at(path, () => performKubeletStep(world, step));
    const diff = at(path, () => compareStep(world, step));
    const name = step.name ?? actionOf(step) ?? 'expect';
    steps.push({ index, name, result: diff.length === 0 ? 'passed' : 'failed', diff });
    if (diff.length > 0) break;
  }
  const failed = steps.some((step) => step.result === 'failed');
  return { name: scenario.metadata.name, result: failed ? 'failed' : 'passed', steps };
}

const ACTIONS = ['set', 'advance', 'restartKubelet', 'run'] as const;

function actionOf(step: KubeletScenarioStep): (typeof ACTIONS)[number] | undefined {
  const actions = ACTIONS.filter((action) => step[action] !== undefined);
  if (actions.length > 1) {
    throw new ScenarioError(`A step has one action, this one has ${joined(actions)}.`);
  }
  const [action] = actions;
  if (action !== 'run' && step.intercept) {
    throw new ScenarioError('"intercept" is allowed only with run.', ['intercept']);
  }
  if (!action && !step.expect) {
    throw new ScenarioError(`A step has one of ${ACTIONS.join(', ')} or expect.`);
  }
  return action;
}

/** The world after a step's action. Throws `ScenarioError`. */
export function performKubeletStep(world: KubeletWorld, step: KubeletScenarioStep): KubeletWorld {
  const { set, advance, restartKubelet: restart, run } = step;
  actionOf(step);
  if (set) return at(['set'], () => changeKubeletWorld(world, set));
  if (advance !== undefined) {
    return { ...world, now: world.now + at(['advance'], () => spanOf(advance)) };
  }
  if (restart) return restartKubelet(world);
  if (!run) return world;
  const last = performRun(world, run, step.intercept);
  return {
    ...world,
    node: last.node,
    kubelet: { ...world.kubelet, memory: last.memory },
    last,
  };
}

/** A run must succeed unless an error is expected of it. */
function compareStep(world: KubeletWorld, { run, expect }: KubeletScenarioStep): string[] {
  const { last } = world;
  const diff =
    run && last?.error !== undefined && expect?.error === undefined
      ? ['- the run succeeds', `+ ${last.error}`]
      : [];
  if (expect) diff.push(...at(['expect'], () => compareKubeletExpectation(world, expect)));
  return diff;
}

/** Performs a `run` with what its step intercepts. Throws `ScenarioError`. */
function performRun(
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
  }
}

function passTime(text: string, { base }: KubeletWorld): bigint {
  return at(['run', 'at'], () => timeOf(text, base));
}

/** The run that each key belongs to. */
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

/** Keys that speak of the last run. */
const OF_RUN = ['removed', 'reasons', 'freedBytes', 'error', 'events', 'logLines'] as const;

/** The differences from the expectation, as diff lines: `-` expected, `+` found. Throws `ScenarioError`. */
function compareKubeletExpectation(world: KubeletWorld, expect: KubeletExpectation): string[] {
  const { node, last } = world;
  const ids = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);
  const diff: string[] = [];
  const exactSet = (
    key: string,
    wanted: readonly string[] | undefined,
    found: readonly string[],
  ): void => {
    if (wanted) diff.push(...compareLists(key, wanted.toSorted(), found.toSorted()));
  };
  exactSet('containers', expect.containers, ids(node.containers));
  exactSet('sandboxes', expect.sandboxes, ids(node.sandboxes));
  exactSet('images', expect.images, ids(node.images));
  exactSet('logDirectories', expect.logDirectories, node.logDirectories);
  exactSet(
    'logLinks',
    expect.logLinks,
    node.logLinks.map(({ name }) => name),
  );
  diff.push(...compareRecords(world, expect));
  const key = OF_RUN.find((each) => expect[each] !== undefined);
  if (last) diff.push(...compareRun(last, expect));
  else if (key)
    throw new ScenarioError(`"${key}" is about the last run, but nothing has run yet.`, [key]);
  return diff;
}

function compareRun(run: RunResult, expect: KubeletExpectation): string[] {
  const diff: string[] = [];
  if (expect.removed) diff.push(...compareRemoved(expect.removed, run.removed));
  for (const [id, reason] of Object.entries(expect.reasons ?? {})) {
    const found = run.decisions.filter((each) => isNamed(each, id)).map((each) => each.reason);
    if (found.includes(reason as (typeof found)[number])) continue;
    const text = found.length === 0 ? 'the run did not look at it' : found.join(', ');
    diff.push(`- reason of ${id}: ${reason}`, `+ ${text}`);
  }
  const { freedBytes, error, events, logLines } = expect;
  if (freedBytes !== undefined && freedBytes !== run.freedBytes) {
    diff.push(`- freedBytes: ${freedBytes}`, `+ ${run.freedBytes}`);
  }
  if (error !== undefined && !run.error?.includes(error)) {
    diff.push(`- error: ${error}`, `+ ${run.error ?? 'the run succeeded'}`);
  }
  if (events) {
    const onNode = run.events.filter(({ on }) => on === 'Node');
    diff.push(...compareLists('events', events, onNode.map(eventText)));
  }
  if (logLines) diff.push(...compareLists('logLines', logLines, run.logLines.map(logLineText)));
  return diff;
}

/** Phases of a run in their order; images are collected by themselves or last. */
const PHASES: readonly ItemType[] = ['container', 'sandbox', 'log directory', 'log link', 'image'];

/** Whether a file means this item: an image with a runtime handler may be named with it or without. */
function isNamed({ type, id }: Decision, name: string): boolean {
  return id === name || (type === 'image' && id.startsWith(`${name},`));
}

/**
 * In order, but free between evict units and pods, and between those whose order is not determined. A file need not list links that go with
 * their containers.
 */
function compareRemoved(wanted: readonly string[], all: readonly Removal[]): string[] {
  const removed = all.filter(
    ({ reason, id }) => reason !== 'goes-with-container' || wanted.includes(id),
  );
  const rest = [...removed];
  const listed = wanted.flatMap((name) => {
    const index = rest.findIndex((each) => isNamed(each, name));
    return index < 0 ? [] : rest.splice(index, 1);
  });
  const found = removed.map(({ id }) => id);
  if (rest.length > 0 || listed.length < wanted.length) {
    return compareLists('removed', wanted.toSorted(), found.toSorted());
  }
  const ranks = new Map<string, number>();
  let phase = 0;
  for (const removal of listed) {
    const { type, id, group, rank } = removal;
    const place = `${type} ${group}`;
    const own = PHASES.indexOf(phaseOf(removal));
    if (own < phase || rank < (ranks.get(place) ?? 0)) {
      return [`- removed: ${wanted.join(', ')}`, `+ ${found.join(', ')} (${id} goes earlier)`];
    }
    phase = own;
    ranks.set(place, rank);
  }
  return [];
}

function compareRecords(world: KubeletWorld, { imageRecords }: KubeletExpectation): string[] {
  if (!imageRecords) return [];
  const { memory } = world.kubelet;
  const found = [...memory.imageRecords.values()].map((record) => ({
    ...record,
    key: imageKey(record.id, record.runtimeHandler),
  }));
  const line = (image: string, firstDetected?: NanoTime, lastUsed?: NanoTime): string =>
    [
      image,
      firstDetected === undefined ? '' : ` firstDetected ${timeText(firstDetected)}`,
      lastUsed === undefined ? '' : ` lastUsed ${timeText(lastUsed)}`,
    ].join('');
  const wanted = imageRecords.map((record, index) =>
    at(['imageRecords', index], () => {
      const read = (key: 'firstDetected' | 'lastUsed'): NanoTime | undefined => {
        const text = record[key];
        return text === undefined ? undefined : at([key], () => timeOf(text, world.base));
      };
      return line(record.image, read('firstDetected'), read('lastUsed'));
    }),
  );
  // Only the written fields of a record are compared.
  const shown = found.map((record) => {
    const asked = imageRecords.find(({ image }) => image === record.key);
    return line(
      record.key,
      asked && asked.firstDetected === undefined ? undefined : record.firstDetected,
      asked && asked.lastUsed === undefined ? undefined : record.lastUsed,
    );
  });
  return compareLists('imageRecords', wanted.toSorted(), shown.toSorted());
}

function timeText(time: NanoTime): string {
  return time === ZERO_TIME ? 'zero' : formatNanoTime(time);
}
