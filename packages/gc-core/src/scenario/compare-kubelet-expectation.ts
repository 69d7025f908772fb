import { type Decision, phaseOf, type Removal } from '../kubelet/decision.ts';
import { imageKey } from '../kubelet/image-records.ts';
import type { RunResult } from '../kubelet/kubelet-run.ts';
import { formatNanoTime, type NanoTime, ZERO_TIME } from '../kubelet/nano-time.ts';
import { eventText, logLineText } from '../kubelet/report.ts';
import type { ItemType } from '../meta/kubelet-decision.ts';
import { compareLists } from './compare-lists.ts';
import { timeOf } from './kubelet-document.ts';
import type { KubeletExpectation } from './kubelet-scenario.ts';
import type { KubeletWorld } from './kubelet-world.ts';
import { ScenarioError } from './scenario.ts';
import { at } from './step-place.ts';

/** Keys that speak of the last run. */
const OF_RUN = ['removed', 'reasons', 'freedBytes', 'error', 'events', 'logLines'] as const;

/** What does not hold of the expectation, as diff lines: `-` expected, `+` found. Throws `ScenarioError`. */
export function compareKubeletExpectation(
  world: KubeletWorld,
  expect: KubeletExpectation,
): string[] {
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
  // Of a record only what is written is compared.
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
