import type { SceneSummary } from '@gcscope/gc-core/wire';

/** Scenes on one subject. */
export interface Chapter {
  /** Anchor of the chapter in the page. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly scenes: readonly SceneSummary[];
}

/** The most common questions and bug reports, basics first. */
const FIRST: readonly string[] = [
  'background-v1.36',
  'foreground-v1.36',
  'orphan-v1.36',
  'block-owner-deletion-does-not-block',
  'foreground-deletes-what-does-not-block',
  'finalizer-nobody-removes',
  'blocked-dependent-deleted-twice',
  'two-owners-one-deleted',
  'stale-uid',
  'velero-restores-stale-uids',
  'cluster-scoped-child-of-a-pod',
  'broken-conversion',
  'dependency-circle',
  'namespace-stuck',
  'redis-cross-namespace-v1.13-exporter-first',
  'redis-cross-namespace-v1.13-redis-first',
  'life-of-a-deployment-v1.4',
  'life-of-a-deployment-with-a-reference-set-by-hand-v1.4',
];

/** The folder of scenes on a node. */
const NODE = 'kubelet';

/** The scenes with a whole node, basics first. */
const NODE_FIRST: readonly string[] = [
  'node-crash-loop',
  'node-fair-share',
  'node-gone-pod',
  'node-image-pressure',
  'node-pause-image',
  'node-empty-log-path',
  'node-unused-images',
];

const CHAPTERS: readonly (readonly [folder: string, title: string, about: string])[] = [
  ['walk-throughs', 'Walk-throughs', 'The three policies step by step, in four releases.'],
  ['deletion', 'Deletion', 'Deployment, ReplicaSet and Pod under each policy.'],
  ['foreground', 'Foreground', 'What blocks, what does not, and what never ends.'],
  ['orphan', 'Orphan', 'Dependents that lose their owner, and those that come too late.'],
  ['owners', 'Several owners', 'What happens when one owner is deleted.'],
  [
    'references',
    'Wrong references',
    'Absent owners, owners in another namespace, stale uids, references that disagree.',
  ],
  ['incidents', 'Incidents', 'Real data losses and their causes.'],
  ['namespaces', 'Namespaces', 'How a namespace is emptied, and what blocks it.'],
  ['server', 'API server', 'What the API server does on DELETE, before the collector.'],
  ['collector', 'The collector at work', 'Errors, restarts and the absent-owner cache.'],
  ['admission', 'Permissions', 'Who may set a reference, and what the collector may not do.'],
  ['releases', 'Older releases', 'What older releases did differently.'],
  [NODE, 'The kubelet, rule by rule', 'Containers, sandboxes, logs and images, one rule each.'],
];

/** Whether a scene is on a node: it opens the node page. */
export function isOnNode({ chapter }: SceneSummary): boolean {
  return chapter === NODE;
}

/** The chapters in order; a scene may be in two of them. Empty chapters are left out. */
export function chaptersOf(scenes: readonly SceneSummary[]): Chapter[] {
  const byName = new Map(scenes.map((scene) => [scene.name, scene]));
  const first = {
    id: 'first',
    title: 'Asked most often',
    about: 'Start here.',
    scenes: FIRST.flatMap((name) => byName.get(name) ?? []),
  };
  const node = {
    id: 'on-a-node',
    title: 'On a node',
    about: 'What the kubelet removes, and why: change its policy, the disk, the time.',
    scenes: NODE_FIRST.flatMap((name) => byName.get(name) ?? []),
  };
  const rest = CHAPTERS.map(([folder, title, about]) => ({
    id: folder,
    title,
    about,
    scenes: scenes.filter(({ chapter, name }) => chapter === folder && !NODE_FIRST.includes(name)),
  }));
  const known = new Set(CHAPTERS.map(([folder]) => folder));
  const others = scenes.filter(({ chapter }) => !known.has(chapter));
  return [first, node, ...rest, { id: 'more', title: 'More', about: '', scenes: others }].filter(
    (chapter) => chapter.scenes.length > 0,
  );
}

/** The scene that follows in the first chapter that has this one. */
export function nextScene(scenes: readonly SceneSummary[], name: string): SceneSummary | undefined {
  const chapter = chaptersOf(scenes).find((each) => each.scenes.some((at) => at.name === name));
  const at = chapter?.scenes.findIndex((each) => each.name === name) ?? -1;
  return chapter?.scenes[at + 1];
}
