import { collectContainers } from './collect-containers.ts';
import { collectImages, detectLoop } from './collect-images.ts';
import type { RunInput, RunResult } from './kubelet-run.ts';
import type { Nanos, NanoTime } from './nano-time.ts';
import type { NodeState } from './node-state.ts';

/** One run of one of a kubelet's loops. */
export interface NodeRun {
  readonly at: NanoTime;
  readonly collect: 'containers' | 'detectImages' | 'images';
  /** The node before the run. */
  readonly node: NodeState;
  readonly result: RunResult;
}

const MINUTE = 60_000_000_000n;

interface Loop {
  readonly collect: NodeRun['collect'];
  /** Counted from the kubelet's start, when each loop has its first run (C-5). */
  readonly period: Nanos;
  readonly run: (input: RunInput) => RunResult;
}

/** In the order in which they run at one moment here; a kubelet's own loops drift apart by what their runs take. */
const LOOPS: readonly Loop[] = [
  { collect: 'containers', period: MINUTE, run: (input) => collectContainers(input) },
  { collect: 'detectImages', period: 5n * MINUTE, run: (input) => detectLoop(input) },
  { collect: 'images', period: 5n * MINUTE, run: collectImages },
];

/**
 * The runs of a kubelet's loops from `now` to `now + horizon`, both included, if nothing else happens on the node: no container
 * dies or starts, no image is pulled, the disk is not under pressure. What the kubelet counts as freed is taken for free (I-6).
 * In order of time. Listed is each loop's first run and each that removes something or says something else than the one of
 * its loop listed before; the others change nothing that can be seen. Costs a run per five minutes of images, and of
 * containers one for each age that is reached.
 */
export function planNode(input: RunInput, horizon: Nanos): readonly NodeRun[] {
  const end = input.now + horizon;
  const due = LOOPS.map((loop) => ({ loop, at: nextRun(input, loop.period, input.now) }));
  const listed = new Map<NodeRun['collect'], RunResult>();
  const runs: NodeRun[] = [];
  let state = input;
  for (;;) {
    const next = due.reduce((first, each) => (each.at < first.at ? each : first));
    if (next.at > end) return runs;
    const { loop, at } = next;
    const result = loop.run({ ...state, now: at });
    const before = listed.get(loop.collect);
    if (!before || result.removed.length > 0 || !isSaidAgain(result, before)) {
      listed.set(loop.collect, result);
      runs.push({ at, collect: loop.collect, node: state.node, result });
    }
    state = afterRun(state, result);
    const wake = loop.collect === 'containers' ? wakeTime(state, result, at) : at + 1n;
    next.at = wake === undefined ? end + 1n : nextRun(input, loop.period, wake);
  }
}

/** The first run of a loop at or after a moment. */
function nextRun({ kubelet }: RunInput, period: Nanos, from: NanoTime): NanoTime {
  const up = from - kubelet.startedAt;
  if (up <= 0n) return kubelet.startedAt;
  return kubelet.startedAt + ((up + period - 1n) / period) * period;
}

/** The kubelet and its node after a run. */
function afterRun(input: RunInput, result: RunResult): RunInput {
  return {
    ...input,
    node: withSpace(result.node, result.freedBytes),
    kubelet: { ...input.kubelet, memory: result.memory },
  };
}

function withSpace(node: NodeState, freed: number): NodeState {
  const { imageFs } = node;
  if (!imageFs || freed === 0) return node;
  const availableBytes = Math.min(imageFs.capacityBytes, imageFs.availableBytes + freed);
  return { ...node, imageFs: { ...imageFs, availableBytes } };
}

/**
 * When a run of containers can come to something else than the last: when the next one is old enough (C-7), at once after a
 * failure, else never. Nothing else of what it looks at changes by itself, and images play no part.
 */
function wakeTime(
  { node, kubelet }: RunInput,
  { error, decisions }: RunResult,
  at: NanoTime,
): NanoTime | undefined {
  if (error !== undefined || decisions.some(({ reason }) => reason === 'removal-failed')) {
    return at + 1n;
  }
  const { minAge } = kubelet.containerPolicy;
  let wake: NanoTime | undefined;
  for (const { state, createdAt } of node.containers) {
    const oldEnough = createdAt + minAge;
    if (state === 'RUNNING' || oldEnough <= at) continue;
    if (wake === undefined || oldEnough < wake) wake = oldEnough;
  }
  return wake;
}

/** Whether a run that removed nothing says what another one said of what it left. */
function isSaidAgain(result: RunResult, before: RunResult): boolean {
  const kept = before.decisions.filter(({ action }) => action === 'keep');
  return (
    result.error === before.error &&
    result.events.length === before.events.length &&
    result.decisions.length === kept.length &&
    result.decisions.every(({ id, reason }, index) => {
      const other = kept[index];
      return other?.id === id && other.reason === reason;
    })
  );
}
