/** An import to plant; `#` in the path of the file stands for a name of its own. */
export interface Import {
  readonly from: string;
  /** As the file writes it. */
  readonly to: string;
  /** Code of the file, where it is more than a plain import. */
  readonly code?: string;
}

/** An import that breaks `rule`. */
export interface Refused extends Import {
  readonly rule: string;
}

/** Floors of gc-core, as the picture in the README numbers them. */
const FLOOR_1 = ['wire', 'kubelet'];
const FLOOR_2 = ['graph', 'queue', 'apiserver'];
const ABOVE = ['collector', 'simulation', 'insight', 'scenario', 'player'];

/** What folders of gc-core must not import. */
const CORE: readonly (readonly [folder: string, others: readonly string[]])[] = [
  ['meta', [...FLOOR_1, ...FLOOR_2, ...ABOVE]],
  ...FLOOR_1.map(
    (folder) => [folder, [...without(folder, FLOOR_1), ...FLOOR_2, ...ABOVE]] as const,
  ),
  ...FLOOR_2.map((folder) => [folder, ['kubelet', ...without(folder, FLOOR_2), ...ABOVE]] as const),
  ['collector', ['apiserver', 'kubelet', 'simulation', 'insight']],
  ['collector', ['propagator']],
  ['propagator', ['simulation', 'apiserver', 'log']],
  ['simulation', ['insight', 'scenario', 'player']],
  ['log', ['simulation', 'apiserver', 'player']],
  ['insight', ['scenario', 'player', 'insight/verdict']],
  ['insight/references', ['insight/blockers', 'scenario', 'player']],
  ['insight/blockers', ['insight/verdict', 'simulation', 'scenario', 'player']],
  ['insight/verdict', ['insight/audit', 'scenario', 'player']],
  ['insight/audit', ['insight/forecast', 'scenario', 'player']],
  ['insight/fork', ['insight/forecast', 'scenario', 'player']],
  ['insight/forecast', ['insight/verdict', 'scenario', 'player']],
  ['insight/terminating', ['insight/audit', 'scenario', 'player']],
  ['scenario', ['graph', 'queue', 'player']],
  ['player', ['queue', 'apiserver', 'kubelet']],
  ['newroom', ['collector']],
  ['insight/newroom', ['insight/verdict']],
];
const SERVER: typeof CORE = [
  ['base', ['cluster/a.ts', 'main.ts']],
  ['cluster/answers', ['reflect/a.ts', '../live/a.ts']],
  ['cluster/reflect', ['access/a.ts', '../live/a.ts']],
  ['cluster/access', ['monitors/a.ts', '../routes/a.ts', '../embedded/http/a.ts']],
  ['cluster/monitors', ['access/a.ts', '../node-source/a.ts', '../main.ts']],
  ['scenario-files', ['cluster/a.ts', 'embedded/a.ts']],
  ['embedded', ['cluster/a.ts', 'live/a.ts', 'main.ts']],
  ['writes/collect', ['../live/a.ts', '../cli/a.ts', 'scenario-cluster/a.ts', '../main.ts']],
  ['writes/scenario-cluster', ['../live/a.ts', '../telemetry/a.ts', 'collect/a.ts']],
  ['writes/write-record', ['../cluster/a.ts', 'collect/a.ts']],
  ['live', ['routes/a.ts', 'cli/a.ts', 'insight/a.ts', 'writes/collect/a.ts', 'main.ts']],
  ['insight', ['routes/a.ts', 'cli/a.ts', 'node-source/a.ts']],
  ['node-source', ['routes/a.ts', 'insight/a.ts', 'cli/a.ts']],
  ['telemetry', ['insight/a.ts', 'routes/a.ts']],
  ['sharing', ['routes/a.ts', 'writes/collect/a.ts', 'cli/a.ts']],
  ['routes', ['writes/collect/a.ts', 'cluster/a.ts', 'cli/a.ts', 'embedded/a.ts', 'main.ts']],
  ['cli', ['start.ts']],
];
const WEB: typeof CORE = [
  ['worker', ['data/a.ts', 'address/a.ts', 'ui/a.ts', 'router.tsx']],
  ['data', ['address/a.ts', 'ui/Plain.tsx', 'map/a.ts', 'worker/read-node.ts']],
  ['address', ['ui/a.ts', 'map/a.ts', 'pages/Plain.tsx', 'router.tsx']],
  ['ui', ['map/a.ts', 'features/object/a.ts', 'shell/a.ts', 'worker/play-run.ts']],
  ['map', ['features/object/a.ts', 'pages/Plain.tsx', 'shell/a.ts', 'app.tsx']],
  ['map/view', ['world/a.ts', 'a.ts', '../features/object/a.ts']],
  ['map/world', ['elements/a.ts', 'paint/a.ts', 'a.ts']],
  ['map/elements', ['edges/a.ts', 'paint/a.ts', 'a.ts']],
  ['map/edges', ['paint/a.ts', 'a.ts']],
  ['map/paint', ['a.ts', '../shell/a.ts']],
  ['features/filter', ['../features/object/a.ts', '../pages/Plain.tsx', '../shell/a.ts']],
  ['features/stepper', ['../features/node/a.ts', '../worker/changed-world.ts', '../router.tsx']],
  ['pages', ['shell/a.ts', 'router.tsx', 'worker/player-worker.ts']],
  ['shell', ['pages/Plain.tsx', 'app.tsx']],
];

function without(folder: string, folders: readonly string[]): string[] {
  return folders.filter((each) => each !== folder);
}

function core(folder: string, to: string, code?: string): Import {
  return {
    from: `packages/gc-core/src/${folder}/#.ts`,
    to,
    ...(code === undefined ? {} : { code }),
  };
}

/** The rule of `.dependency-cruiser.mjs` for the files of a folder. */
function ruleOf(folder: string): string {
  if (folder.endsWith('newroom')) return 'new-folder';
  return `packages/gc-core/src/${folder === 'insight' ? 'insight/[^/]+\\.ts' : folder}`;
}

/** Up from a folder of gc-core to a file in another one. */
function beside(folder: string, other: string): Import {
  return core(folder, `${'../'.repeat(folder.split('/').length)}${other}/a.ts`);
}

/** Two files that import each other's types; the circle is reported once. */
const [CIRCLE, BACK] = [typeOf('circle-a', 'circle-b'), typeOf('circle-b', 'circle-a')];

function typeOf(file: string, other: string): Import {
  return {
    from: `apps/server/src/live/${file}.ts`,
    to: `./${other}.ts`,
    code: `import type { A } from './${other}.ts';\nexport type B = A;\n`,
  };
}

/** Break no rule by themselves. */
export const ACCEPTED: readonly Import[] = [BACK];

/** Each breaks the rule that it names. */
export const REFUSED: readonly Refused[] = [
  ...CORE.flatMap(([folder, others]) =>
    others.map((other) => ({ ...beside(folder, other), rule: ruleOf(folder) })),
  ),
  ...[
    core('graph', '../queue/a.ts', "import type { A } from '../queue/a.ts';\nexport type B = A;\n"),
    core('graph', '../queue/a.ts', "export const a: unknown = import('../queue/a.ts');\n"),
    core('graph', '@gcscope/picture'),
    core('graph', 'node:fs'),
  ].map((each) => ({ ...each, rule: ruleOf('graph') })),
  ...['meta', 'graph', 'collector', 'simulation', 'player'].map((folder) => ({
    ...core(folder, 'yaml'),
    rule: ruleOf(folder),
  })),
  { ...core('graph', '../wire/index.ts'), rule: 'core-index' },
  { ...core('wire', './index.ts'), rule: 'core-index' },
  { ...core('graph', './store/object-store.ts'), rule: 'graph-store' },
  { ...core('collector', '../graph/store/object-store.ts'), rule: 'graph-store' },
  { ...core('graph/store', '../a.ts'), rule: ruleOf('graph/store') },
  { ...core('graph/store', '../../wire/a.ts'), rule: ruleOf('graph/store') },
  ...(
    [
      ['packages/gc-core/src/graph/graph.ts', './store/object-rows.ts', 'graph-store-interface'],
      ['packages/gc-core/src/#.ts', 'yaml', 'core-alone'],
      ['packages/picture/src/#.ts', 'd3-hierarchy', 'picture'],
      ['packages/picture/src/#.ts', '@gcscope/gc-core', 'picture'],
      ['packages/picture/src/#.ts', 'yaml', 'picture'],
      ['packages/picture/src/#.ts', 'node:fs', 'picture'],
      ['packages/picture/src/#.ts', '../../gc-core/src/graph/a.ts', 'picture'],
      ['packages/picture/src/#.ts', '../../../apps/web/src/a.ts', 'picture'],
      ['packages/picture/src/treemap.ts', 'flatqueue', 'picture-layout'],
      ['packages/picture/src/find-way.ts', 'd3-hierarchy', 'picture-routes'],
      ['apps/server/src/live/#.ts', '../../../web/src/a.ts', 'server'],
      ['apps/server/src/live/#.ts', '../../../../packages/gc-core/src/graph/a.ts', 'server'],
      ['apps/server/src/live/#.ts', '@kubernetes/client-node', 'kubernetes-client'],
      ['apps/server/src/cluster/access/#.ts', '@kubernetes/client-node', 'kubernetes-client'],
      ['apps/server/src/embedded/http/#.ts', '../../live/a.ts', 'apps/server/src/embedded'],
      ['apps/server/src/#.ts', './writes/scenario-cluster/a.ts', 'writes'],
      ['apps/server/src/routes/#.ts', '../writes/write-record/a.ts', 'writes'],
      ['apps/server/src/cli/#.ts', '../writes/scenario-cluster/a.ts', 'writes'],
      ['apps/server/src/cli/#.ts', '../writes/collect/a.ts', 'writes'],
      ['apps/server/src/cli/#.ts', '../writes/write-record/a.ts', 'writes'],
      ['apps/server/src/cli/serve.ts', '../writes/scenario-cluster/a.ts', 'writes'],
      ['apps/server/src/cli/#.ts', './serve.ts', 'writes'],
      ['apps/server/src/live/#.ts', 'undici', 'http-client'],
      ['apps/server/src/writes/scenario-cluster/#.ts', 'undici', 'http-client'],
      ['apps/server/src/writes/scenario-cluster/#.ts', 'node:https', 'http-client'],
      ['apps/server/src/writes/collect/#.ts', 'undici', 'http-client'],
      ['apps/server/src/newroom/#.ts', '../base/a.ts', 'new-server-folder'],
      ['apps/server/src/cluster/newroom/#.ts', 'undici', 'new-server-folder'],
      ['apps/server/src/writes/#.ts', '../base/a.ts', 'new-server-folder'],
      ['apps/web/src/newroom/#.tsx', '../ui/a.ts', 'new-web-folder'],
      ['apps/web/src/features/#.tsx', '../ui/a.ts', 'new-web-folder'],
      ['apps/server/src/cli/#.ts', '../start.ts', 'program'],
      ['apps/server/src/embedded/http/#.ts', '../../a.ts', 'program'],
      ['apps/web/src/features/search/#.ts', '../../program.ts', 'program'],
      ['apps/web/src/map/#.ts', '@gcscope/gc-core', 'web'],
      ['apps/web/src/map/#.tsx', '@gcscope/gc-core', 'web'],
      ['apps/web/src/map/#.ts', '../../../server/src/a.ts', 'web'],
      ['apps/web/src/worker/#.ts', '../../../server/src/a.ts', 'web-worker'],
      ['apps/web/src/worker/#.ts', '../../../../packages/gc-core/src/graph/a.ts', 'web-worker'],
    ] as const
  ).map(([from, to, rule]) => ({ from, to, rule })),
  { ...CIRCLE, rule: 'file-circle' },
  ...SERVER.flatMap(([folder, others]) =>
    others.map((other) => ({
      from: `apps/server/src/${folder}/#.ts`,
      to: `../${other}`,
      rule: `apps/server/src/${folder}`,
    })),
  ),
  ...WEB.flatMap(([folder, others]) =>
    others.map((other) => ({
      from: `apps/web/src/${folder}/#.tsx`,
      to: `../${other}`,
      rule: ruleOfWeb(folder, other),
    })),
  ),
];

function ruleOfWeb(folder: string, other: string): string {
  if (other.includes('worker/')) return 'web-protocol';
  return folder.startsWith('features/') ? 'web-feature' : `apps/web/src/${folder}`;
}
