import {
  type Decision,
  eventText,
  type KubeletLogLine,
  type KubeletWorld,
  logLineText,
  performKubeletStep,
  phaseOf,
  planNode,
  type RunResult,
  reclaim,
} from '@gcscope/gc-core';
import type { ItemType } from '@gcscope/gc-core/wire';
import { changedWorld } from './changed-world.ts';
import type { NodeChanges, RunPlayback, RunRef, RunStep } from './node-messages.ts';
import { decidedAt, keyOf, millis } from './node-view.ts';
import type { NodeDocument } from './read-node.ts';

/** Plays one run, decision by decision, with its log. Throws an error with one sentence when there is no such run. */
export function playRun(
  { scenario }: NodeDocument,
  changes: NodeChanges,
  ref: RunRef,
): RunPlayback {
  const { world } = changedWorld(scenario, changes);
  const result = runOf(world, ref, scenario);
  const isNow = ref.collect === 'pressure' || ref.collect === 'step';
  const { steps, log } = stepsOf(result, isNow ? 0 : ref.at);
  return {
    steps,
    log,
    events: result.events.map(eventText),
    ...(result.error !== undefined && { error: result.error }),
  };
}

function runOf(
  world: KubeletWorld,
  { collect, at }: RunRef,
  { spec }: NodeDocument['scenario'],
): RunResult {
  if (collect === 'pressure') return reclaim(world, 'imagefs.available', 'one');
  if (collect === 'step') {
    const step = spec.steps?.[at];
    const result = step?.run && performKubeletStep(world, step).last;
    if (result) return result;
    throw new Error(`Step ${at + 1} of the scenario runs nothing.`);
  }
  const found = planNode(world, BigInt(at) * 1_000_000n).find(
    (run) => run.collect === collect && millis(run.at - world.now) === at,
  );
  if (!found) throw new Error('No run does anything new at that time.');
  return found.result;
}

/** Types of items in the order in which a run comes to them. */
const PHASES: readonly ItemType[] = ['container', 'sandbox', 'log directory', 'log link', 'image'];
/** Items that are no candidates come first: the run skips them before it removes anything. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'running',
  'too-young',
  'image-in-use',
  'pinned',
  'sandbox-image',
]);

function stepsOf(
  { decisions, logLines }: RunResult,
  time: number,
): { readonly steps: RunStep[]; readonly log: string[] } {
  const rankOf = ({ action, reason }: Decision): number => {
    if (PASSED_OVER.has(reason)) return 0;
    return action === 'remove' || reason === 'removal-failed' ? 1 : 2;
  };
  const ordered = PHASES.flatMap((type) =>
    decisions.filter((each) => phaseOf(each) === type).toSorted((a, b) => rankOf(a) - rankOf(b)),
  );
  const rest = [...logLines];
  const steps = ordered.map((decision): RunStep => {
    const log = rankOf(decision) === 1 ? takeLines(rest, decision) : [];
    return { ...decidedAt(decision, time), key: keyOf(decision), log };
  });
  return { steps, log: rest.map(logLineText) };
}

/** Takes the log lines up to the last one that names the item; none if no line names it. */
function takeLines(lines: KubeletLogLine[], decision: Decision): string[] {
  const last = lines.findLastIndex((line) => speaksOf(line, decision));
  return lines.splice(0, last + 1).map(logLineText);
}

const FIELDS: ReadonlySet<string> = new Set(['containerID', 'sandboxID', 'podUID', 'imageID']);

function speaksOf({ fields }: KubeletLogLine, { type, id }: Decision): boolean {
  const named = fields.find(([key]) => FIELDS.has(key))?.[1];
  if (type === 'log directory') return named === id.split('_').at(-1);
  return named === id || (type === 'image' && named === id.split(',')[0]);
}
