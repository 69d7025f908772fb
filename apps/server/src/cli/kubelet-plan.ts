import {
  createKubeletWorld,
  type Nanos,
  type NodeReading,
  type NotSeen,
  parseNanoTime,
  parseSpan,
  planNode,
} from '@gcscope/gc-core';
import {
  counted,
  decisiveKeep,
  describeNotes,
  describeReason,
  formatAge,
  formatBytes,
  groupBy,
} from '@gcscope/gc-core/wire';
import { drawNode, type NodePicture, nodePictureOf } from '@gcscope/picture';
import {
  type NodePlan,
  type PlannedItem,
  type PlannedRun,
  planReading,
} from '../node-source/node-plan.ts';
import { usageError } from './exit-codes.ts';
import { cut, jsonOf, textOf } from './lines.ts';

export interface PlanQuestion {
  readonly output: 'text' | 'json' | 'svg' | 'reading';
  /** How far ahead to plan: a duration as in flags. */
  readonly horizon: string;
  /** Include items that stay. */
  readonly all: boolean;
}

/** The kubelet’s removals with time and reason. Throws `CommandError` for a bad duration. */
export function planText(reading: NodeReading, question: PlanQuestion): string {
  const horizon = parseSpan(question.horizon);
  if (horizon === undefined || horizon < 0n || horizon > LONGEST) {
    throw usageError(`--for ${question.horizon} is not a duration up to 720h. Write 30m or 24h.`);
  }
  if (question.output === 'reading') return `${JSON.stringify(reading, null, 2)}\n`;
  if (question.output === 'svg') {
    return `${drawNode(planPicture(reading, horizon), { theme: 'light' })}\n`;
  }
  const plan = planReading(reading, horizon);
  return question.output === 'json'
    ? jsonOf('KubeletPlan', plan)
    : textOf(linesOf(plan, question.all));
}

const HOUR = 3_600_000_000_000n;
/** A month of runs. */
const LONGEST = 720n * HOUR;

function linesOf(plan: NodePlan, all: boolean): string[] {
  const { reading, runs, until } = plan;
  const notable = runs.filter(({ removed, error, events }) => {
    return removed.length > 0 || error !== undefined || events.length > 0;
  });
  return [
    ...reading.warnings.flatMap(({ text, rule, ids }) => [
      `Warning: ${text}${rule === undefined ? '' : `  (${rule})`}`,
      ...cut(ids.map((id) => `  ${id}`)),
    ]),
    ...headLines(reading),
    '',
    ...notable.flatMap((run) => [...runLines(run, reading.readAt), '']),
    notable.length === 0
      ? `The kubelet removes nothing until ${until}, if nothing else happens on the node.`
      : `The kubelet removes nothing else until ${until}, if nothing else happens on the node.`,
    ...(all ? keptLines(runs) : []),
    ...notSeenLines(reading.notSeen),
  ];
}

function headLines({ name, source, readAt, scenario }: NodeReading): string[] {
  const { containers = [], sandboxes = [], images = [], release } = scenario.spec;
  const { containerPolicy: limits = {}, imagePolicy: space = {} } = scenario.spec;
  const count = (limit: number | undefined): string =>
    limit === undefined || limit < 0 ? 'no limit' : String(limit);
  const dead = containers.filter(({ state }) => state !== 'RUNNING').length;
  return [
    `Node ${name} (${SOURCES[source]}), read ${readAt}: ${counted(containers.length, 'container')}, ${dead} not running, ${counted(sandboxes.length, 'sandbox', 'sandboxes')}, ${counted(images.length, 'image')}.`,
    `Rules of ${release ?? 'v1.36'}. Dead containers: ${count(limits.maxPerPodContainer ?? 1)} per pod and name, ${count(limits.maxContainers)} on the node, minimum age ${limits.minAge ?? '0s'}.`,
    `Images: from ${space.highThresholdPercent ?? 85} % down to ${space.lowThresholdPercent ?? 80} % of the disk, minimum age ${space.minAge ?? '2m'}, ${space.maxAge === undefined || parseSpan(space.maxAge) === 0n ? 'no maximum age' : `maximum age ${space.maxAge}`}.`,
  ];
}

const SOURCES: Readonly<Record<NodeReading['source'], string>> = {
  cri: 'the container runtime',
  crictl: 'output of crictl',
  api: 'the API server',
  scenario: 'a scenario',
};

function runLines(
  { at, collect, removed, freedBytes, events, error }: PlannedRun,
  readAt: string,
): string[] {
  const what = collect === 'containers' ? 'containers, sandboxes and logs' : 'images';
  return [
    `${when(at, readAt)}: run for ${what}${freedBytes > 0 ? `, ${formatBytes(freedBytes)} freed as the kubelet counts` : ''}`,
    ...cut(removed.map(itemLine)),
    ...(error === undefined ? [] : [`  The run fails: ${error}`]),
    ...events.map((event) => `  Event on the Node: ${event}`),
  ];
}

/** Items that stay after the last run of each loop, each with the reason of the run that came closest to removing it. */
function keptLines(runs: readonly PlannedRun[]): string[] {
  const last = new Map(runs.map((run) => [run.collect, run]));
  const keyOf = ({ type, id }: PlannedItem): string => `${type} ${id}`;
  const ofRuns = groupBy(
    runs.flatMap((run) => run.kept),
    keyOf,
  );
  const kept = [...last.values()].flatMap((run) =>
    run.kept.map((item) => decisiveKeep(ofRuns.get(keyOf(item)) ?? []) ?? item),
  );
  return kept.length === 0 ? [] : ['', 'Stays:', ...cut(kept.map(itemLine))];
}

function itemLine(item: PlannedItem): string {
  const { type, id, name, reason, rule } = item;
  const shown = id.replace(/^sha256:/, '').slice(0, 13);
  const title = type === 'container' || type === 'sandbox' ? `${name}  ${shown}` : name;
  const words = [describeReason(reason), ...describeNotes(item)].join('; ');
  return `  ${type}  ${title}  ${words}  (${rule})`;
}

function notSeenLines(notSeen: readonly NotSeen[]): string[] {
  if (notSeen.length === 0) return [];
  return [
    '',
    'Unknown, so the plan may be wrong:',
    ...notSeen.flatMap(({ what, because, instead }) => [`  ${what}: ${because}`, `    ${instead}`]),
  ];
}

function when(at: string, readAt: string): string {
  const wait = (parseNanoTime(at) ?? 0n) - (parseNanoTime(readAt) ?? 0n);
  return wait <= 0n ? `Now, ${at}` : `In ${formatAge(Number(wait / 1_000_000n))}, ${at}`;
}

/** The node as a picture: its items, and the kubelet’s removals until `horizon` after the reading. */
function planPicture(reading: NodeReading, horizon: Nanos): NodePicture {
  const world = createKubeletWorld(reading.scenario);
  const { now, node, kubelet } = world;
  const runs = planNode(world, horizon);
  return nodePictureOf({
    name: reading.name,
    release: kubelet.release.release,
    now,
    node,
    decisions: runs.flatMap(({ at, result }) =>
      result.decisions.map((decision) => ({ ...decision, at })),
    ),
    // Uses the records as of the reading: the first run dates unknown images, which says nothing about their last use.
    imageRecords: kubelet.memory.imageRecords,
    thresholds: kubelet.imagePolicy,
    warnings: [
      ...reading.warnings.map(({ text }) => text),
      ...reading.notSeen.map(({ what, instead }) => `Unknown: ${what}. ${instead}`),
    ],
  });
}
