import type { SceneSummary } from '@gcscope/gc-core/wire';

/** Scenes on one subject. */
export interface Chapter {
  readonly title: string;
  readonly about: string;
  readonly scenes: readonly SceneSummary[];
}

/** What people ask and file bugs about, in the order in which one would teach it. */
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

/** The folder of stories that are played on a node, not on a cluster. */
const NODE = 'kubelet';

/** Those of them that are told with a whole node, in the order in which one would teach it. */
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
  ['foreground', 'Foreground', 'Who blocks, who does not, and what never ends.'],
  ['orphan', 'Orphan', 'Dependents that lose their owner, and those that come too late.'],
  ['owners', 'Several owners', 'What goes when one of them goes.'],
  ['references', 'References that do not hold', 'Absent, foreign, stale and disputed owners.'],
  ['incidents', 'Incidents', 'What people lost, and why.'],
  ['namespaces', 'Namespaces', 'How a namespace is emptied, and what keeps it.'],
  ['server', 'API server', 'What a DELETE does before the collector knows of it.'],
  ['collector', 'The collector at work', 'Errors, restarts and its memory of absent owners.'],
  ['admission', 'Rights', 'Who may set a reference, and what the collector may not do.'],
  ['releases', 'As it was', 'What older releases did differently.'],
  [NODE, 'The kubelet, rule by rule', 'Containers, sandboxes, logs and images, one rule each.'],
];

/** Whether a scene is a node's: it opens the node's page. */
export function isOnNode({ chapter }: SceneSummary): boolean {
  return chapter === NODE;
}

/** The chapters in order, what is asked most often first; a scene may stand in two. Empty ones are left out. */
export function chaptersOf(scenes: readonly SceneSummary[]): Chapter[] {
  const byName = new Map(scenes.map((scene) => [scene.name, scene]));
  const first = {
    title: 'Asked most often',
    about: 'Start here.',
    scenes: FIRST.flatMap((name) => byName.get(name) ?? []),
  };
  const node = {
    title: 'On a node',
    about: 'What the kubelet removes, and why: change its policy, the disk, the time.',
    scenes: NODE_FIRST.flatMap((name) => byName.get(name) ?? []),
  };
  const rest = CHAPTERS.map(([folder, title, about]) => ({
    title,
    about,
    scenes: scenes.filter(({ chapter, name }) => chapter === folder && !NODE_FIRST.includes(name)),
  }));
  const known = new Set(CHAPTERS.map(([folder]) => folder));
  const others = scenes.filter(({ chapter }) => !known.has(chapter));
  return [first, node, ...rest, { title: 'More', about: '', scenes: others }].filter(
    (chapter) => chapter.scenes.length > 0,
  );
}
