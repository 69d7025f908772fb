import {
  type Decision,
  diskUsage,
  eventText,
  imagesOf,
  KUBELET_RELEASES,
  type Kubelet,
  type KubeletScenario,
  type KubeletWorld,
  keyOfImage,
  type NodeImage,
  type NodeRun,
  type NodeState,
  nodeWarnings,
  planNode,
} from '@gcscope/gc-core';
import type { ItemType } from '@gcscope/gc-core/wire';
import { joined } from '@gcscope/gc-core/wire';
import { changedWorld } from './changed-world.ts';
import type {
  ContainerItem,
  Decided,
  DiskView,
  ImageItem,
  LogItem,
  NodeChanges,
  NodeView,
  PodView,
  PolicyView,
  RunView,
  SandboxItem,
} from './node-messages.ts';
import type { NodeDocument } from './read-node.ts';

const DAY = 24n * 3600n * 1_000_000_000n;

/** A node with what somebody changes, and what its kubelet would remove within a day. Throws an error with one sentence. */
export function nodeView(
  { scenario, reading }: NodeDocument,
  changes: NodeChanges,
  source: 'scene' | 'file',
): NodeView {
  const { metadata, spec } = scenario;
  const { world, own, fields, faults } = changedWorld(scenario, changes);
  const runs = planNode(world, DAY);
  const decided = decisionsOf(runs, world);
  const { node, kubelet, now } = world;
  return {
    name: reading?.name ?? metadata.name,
    title: metadata.title ?? reading?.name ?? metadata.name,
    description: metadata.description ?? '',
    sources: readableSources(metadata.sources ?? []),
    source: reading?.source ?? source,
    ...(reading && { readAt: reading.readAt }),
    release: kubelet.release.release,
    releases: Object.keys(KUBELET_RELEASES),
    ownRelease: spec.release ?? own.kubelet.release.release,
    up: millis(now - kubelet.startedAt),
    policy: policyView(kubelet),
    fields,
    ...diskView(world, own),
    pods: podViews(node, reading?.owners ?? []),
    ...itemsOf(world, decided),
    runs: runs.map((run) => runView(run, world)),
    horizon: millis(DAY),
    steps: (spec.steps ?? []).map((step) => ({
      words: describeStep(step),
      runs: step.run !== undefined,
    })),
    notSeen: reading?.notSeen ?? [],
    warnings: warningsOf(world, reading?.warnings ?? []),
    faults,
  };
}

/** Key of an item: one string for type and id. */
export function keyOf({ type, id }: { readonly type: ItemType; readonly id: string }): string {
  return `${type} ${id}`;
}

/** A span in milliseconds, rounded up: a moment so many milliseconds later is not before it. */
export function millis(span: bigint): number {
  return Math.ceil(Number(span) / 1e6);
}

/** A decision, with the time of its run. */
export function decidedAt(decision: Decision, at: number): Decided {
  const { action, reason, rule, notes } = decision;
  return { at, action, reason, rule, notes };
}

/** The decisions on each item, run by run; a repeated decision counts once. */
function decisionsOf(
  runs: readonly NodeRun[],
  { now }: KubeletWorld,
): ReadonlyMap<string, Decided[]> {
  const byKey = new Map<string, Decided[]>();
  for (const { at, result } of runs) {
    for (const decision of result.decisions) {
      const key = keyOf(decision);
      const decisions = byKey.get(key) ?? [];
      if (decisions.length === 0) byKey.set(key, decisions);
      const next = decidedAt(decision, millis(at - now));
      const last = decisions.at(-1);
      if (last && isSame(last, next)) continue;
      decisions.push(next);
    }
  }
  return byKey;
}

function isSame(a: Decided, b: Decided): boolean {
  return a.reason === b.reason && a.rule === b.rule && a.notes.join() === b.notes.join();
}

type Items = Pick<NodeView, 'containers' | 'sandboxes' | 'images' | 'logs'>;

function itemsOf(
  { node, kubelet, now }: KubeletWorld,
  decided: ReadonlyMap<string, Decided[]>,
): Items {
  const item = <Type extends ItemType>(
    type: Type,
    id: string,
  ): { type: Type; id: string; key: string; decided: readonly Decided[] } => {
    const key = keyOf({ type, id });
    return { type, id, key, decided: decided.get(key) ?? [] };
  };
  // A runtime that lost its record of something dates it at the epoch.
  const ageOf = (createdAt: bigint): { readonly age?: number } =>
    createdAt > 0n ? { age: millis(now - createdAt) } : {};
  const newestFirst = <T extends { readonly createdAt: bigint; readonly attempt: number }>(
    list: readonly T[],
  ): T[] =>
    list.toSorted((a, b) =>
      a.createdAt === b.createdAt ? b.attempt - a.attempt : a.createdAt < b.createdAt ? 1 : -1,
    );
  const usedBy = imageUsers(node, kubelet);
  return {
    containers: newestFirst(node.containers).map((each): ContainerItem => {
      const { id, pod, name, attempt, state, createdAt } = each;
      return { ...item('container', id), pod, name, attempt, state, ...ageOf(createdAt) };
    }),
    sandboxes: newestFirst(node.sandboxes).map(
      ({ id, pod, attempt, state, createdAt }): SandboxItem => {
        return { ...item('sandbox', id), pod, attempt, state, ...ageOf(createdAt) };
      },
    ),
    images: node.images.map((image) =>
      imageItem(image, item('image', keyOfImage(image, kubelet.release))),
    ),
    logs: [
      ...node.logDirectories.map((name): LogItem => item('log directory', name)),
      ...node.logLinks.map(({ name }): LogItem => item('log link', name)),
    ],
  };

  function imageItem(image: NodeImage, base: ReturnType<typeof item<'image'>>): ImageItem {
    const tags = (image.repoTags ?? []).filter((tag) => tag !== '');
    const lastUsed = kubelet.memory.imageRecords.get(base.id)?.lastUsed;
    return {
      ...base,
      name: tags[0] ?? image.id,
      tags,
      size: image.size,
      pinned: image.pinned ?? false,
      usedBy: usedBy.get(base.id) ?? [],
      ...(lastUsed !== undefined && { lastUsed: lastUsed > 0n ? millis(now - lastUsed) : 'never' }),
    };
  }
}

/** Ids of the containers by the image that they hold. */
function imageUsers(
  { containers }: NodeState,
  { release }: Kubelet,
): ReadonlyMap<string, string[]> {
  const users = new Map<string, string[]>();
  for (const container of containers) {
    for (const key of new Set(imagesOf(container, release))) {
      users.set(key, [...(users.get(key) ?? []), container.id]);
    }
  }
  return users;
}

function podViews(
  { pods, containers, sandboxes }: NodeState,
  owners: NonNullable<NonNullable<NodeDocument['reading']>['owners']>,
): PodView[] {
  const known = new Map(pods.map((pod) => [pod.uid, pod]));
  const uids = new Set([...known.keys(), ...[...containers, ...sandboxes].map(({ pod }) => pod)]);
  return [...uids].map((uid) => {
    const { name = '', namespace = '', state = 'unknown' } = known.get(uid) ?? {};
    const own = owners.filter(({ pod }) => pod === uid).map(({ owner }) => owner);
    return { uid, name, namespace, state, owners: own };
  });
}

function policyView({ containerPolicy, imagePolicy }: Kubelet): PolicyView {
  const { minAge, maxPerPodContainer, maxContainers } = containerPolicy;
  const { highThresholdPercent, lowThresholdPercent } = imagePolicy;
  return {
    minAge: millis(minAge),
    maxPerPodContainer,
    maxContainers,
    imageMinAge: millis(imagePolicy.minAge),
    imageMaxAge: millis(imagePolicy.maxAge),
    highThresholdPercent,
    lowThresholdPercent,
  };
}

function diskView(world: KubeletWorld, own: KubeletWorld): { readonly disk?: DiskView } {
  const usage = diskUsage(world.node.imageFs, world.kubelet.imagePolicy);
  if (!usage) return {};
  const before = diskUsage(own.node.imageFs, own.kubelet.imagePolicy);
  return { disk: { ...usage, ownPercent: before?.usagePercent ?? usage.usagePercent } };
}

function runView({ at, collect, node, result }: NodeRun, { now, kubelet }: KubeletWorld): RunView {
  const usage = diskUsage(node.imageFs, kubelet.imagePolicy);
  return {
    at: millis(at - now),
    collect,
    removed: result.removed.map(keyOf),
    freedBytes: result.freedBytes,
    ...(usage && { usagePercent: usage.usagePercent }),
    ...(result.error !== undefined && { error: result.error }),
    events: result.events.map(eventText),
  };
}

/** Warnings of the node as it is shown, and those of its source. */
function warningsOf(world: KubeletWorld, read: NodeView['warnings']): NodeView['warnings'] {
  return [...new Map([...nodeWarnings(world), ...read].map((each) => [each.text, each])).values()];
}

/** Leaves out numbers of test cases, which only our tests use. */
function readableSources(sources: readonly string[]): string[] {
  return sources
    .filter((source) => !source.startsWith('kubelet vector'))
    .map((source) => source.replace(/ \([A-Z]+-\w+(?:, [A-Z]+-\w+)*\)$/, ''));
}

type KubeletStep = NonNullable<KubeletScenario['spec']['steps']>[number];

/** Describes the actions of a step of a scene, then adds its author's words. */
function describeStep({ name, run, set, advance, restartKubelet }: KubeletStep): string {
  const actions = [
    run && COLLECTS[run.collect],
    set && `The node changes: ${joined(changesOf(set))}.`,
    advance !== undefined && `Time passes: ${advance}.`,
    restartKubelet && 'The kubelet restarts.',
    name,
  ];
  return actions.filter(Boolean).join(' ') || 'The scene checks the node.';
}

type NodeChange = NonNullable<KubeletStep['set']>;

function changesOf(set: NodeChange): string[] {
  return Object.keys(set).map((field) => CHANGES[field as keyof NodeChange]);
}

const CHANGES: Readonly<Record<keyof NodeChange, string>> = {
  pods: 'pods',
  containers: 'containers',
  sandboxes: 'sandboxes',
  images: 'images',
  logDirectories: 'log directories',
  logLinks: 'log links',
  imageFs: 'image filesystem',
  startedAt: 'start of the kubelet',
  sourcesReady: 'pod sources',
  containerPolicy: 'settings for dead containers',
  imagePolicy: 'settings for images',
  sandboxImage: 'sandbox image',
  now: 'time',
};

const COLLECTS: Readonly<Record<NonNullable<KubeletStep['run']>['collect'], string>> = {
  containers: 'The kubelet collects containers, sandboxes and logs.',
  detectImages: 'The kubelet detects images.',
  images: 'The kubelet collects images.',
  deleteUnusedImages: 'The eviction manager removes all unused images.',
  freeSpace: 'The kubelet frees space for images.',
  reclaim: 'The eviction manager reclaims disk space.',
};
