/** An import to plant; `#` in the path of the file stands for a name of its own. */
export interface Import {
  readonly from: string;
  /** As the file writes it. */
  readonly to: string;
  /** Of the file, where it is more than a plain import. */
  readonly code?: string;
}

const FLOOR_1 = ['graph', 'queue', 'apiserver', 'kubelet'];
const ABOVE = ['collector', 'simulation', 'insight', 'scenario', 'player'];

/** What folders of gc-core must not import. */
const CORE: readonly (readonly [folder: string, others: readonly string[]])[] = [
  ['meta', ['wire', ...FLOOR_1, ...ABOVE]],
  ['wire', [...FLOOR_1, ...ABOVE]],
  ...FLOOR_1.map(
    (folder) => [folder, [...FLOOR_1, ...ABOVE].filter((each) => each !== folder)] as const,
  ),
  ['kubelet', ['wire']],
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
  ['cluster/answers', ['reflect/a.ts', '../live/a.ts']],
  ['cluster/reflect', ['access/a.ts', '../live/a.ts']],
  ['cluster/access', ['monitors/a.ts', '../routes/a.ts', '../embedded/http/a.ts']],
  ['cluster/monitors', ['access/a.ts', '../node-source/a.ts', '../app.ts']],
  ['scenario-files', ['cluster/a.ts', 'embedded/a.ts']],
  ['embedded', ['cluster/a.ts', 'live/a.ts', 'app.ts']],
  ['collect', ['live/a.ts', 'cli/a.ts', 'scenario-cluster/a.ts', 'telemetry/a.ts', 'app.ts']],
  ['live', ['routes/a.ts', 'cli/a.ts', 'insight/a.ts', 'collect/a.ts', 'app.ts']],
  ['insight', ['routes/a.ts', 'cli/a.ts', 'node-source/a.ts']],
  ['node-source', ['routes/a.ts', 'insight/a.ts', 'cli/a.ts']],
  ['routes', ['collect/a.ts', 'cluster/a.ts', 'cli/a.ts', 'embedded/a.ts', 'app.ts']],
];
const WEB: typeof CORE = [
  ['worker', ['data/a.ts', 'address/a.ts', 'ui/a.ts', 'router.tsx']],
  ['data', ['address/a.ts', 'ui/Plain.tsx', 'map/a.ts', 'worker/read-node.ts']],
  ['address', ['ui/a.ts', 'map/a.ts', 'pages/Plain.tsx', 'router.tsx']],
  ['ui', ['map/a.ts', 'features/object/a.ts', 'shell/a.ts', 'worker/play-run.ts']],
  ['map', ['features/object/a.ts', 'pages/Plain.tsx', 'shell/a.ts', 'app.tsx']],
  ['features/filter', ['../features/object/a.ts', '../pages/Plain.tsx', '../shell/a.ts']],
  ['features/stepper', ['../features/node/a.ts', '../worker/changed-world.ts', '../router.tsx']],
  ['pages', ['shell/a.ts', 'router.tsx', 'worker/player-worker.ts']],
  ['shell', ['pages/Plain.tsx', 'app.tsx']],
];

function core(folder: string, to: string, code?: string): Import {
  return {
    from: `packages/gc-core/src/${folder}/#.ts`,
    to,
    ...(code === undefined ? {} : { code }),
  };
}

/** Up from a folder of gc-core to a file in another one. */
function beside(folder: string, other: string): Import {
  return core(folder, `${'../'.repeat(folder.split('/').length)}${other}/a.ts`);
}

/** Each breaks a rule. */
export const REFUSED: readonly Import[] = [
  ...CORE.flatMap(([folder, others]) => others.map((other) => beside(folder, other))),
  core('graph', '../queue/a.ts', "import type { A } from '../queue/a.ts';\nexport type B = A;\n"),
  core('graph', '../queue/a.ts', "export const a: unknown = import('../queue/a.ts');\n"),
  ...['meta', 'graph', 'collector', 'simulation', 'player'].map((folder) => core(folder, 'yaml')),
  core('graph', '../wire/index.ts'),
  core('wire', './index.ts'),
  core('graph', '@gcscope/picture'),
  core('graph', 'node:fs'),
  core('graph', './store/object-store.ts'),
  core('collector', '../graph/store/object-store.ts'),
  core('graph/store', '../a.ts'),
  core('graph/store', '../../wire/a.ts'),
  { from: 'packages/gc-core/src/graph/graph.ts', to: './store/object-rows.ts' },
  { from: 'packages/gc-core/src/#.ts', to: 'yaml' },
  { from: 'packages/picture/src/#.ts', to: 'd3-hierarchy' },
  { from: 'packages/picture/src/#.ts', to: '@gcscope/gc-core' },
  { from: 'packages/picture/src/#.ts', to: 'yaml' },
  { from: 'packages/picture/src/#.ts', to: '../../gc-core/src/graph/a.ts' },
  { from: 'packages/picture/src/#.ts', to: '../../../apps/web/src/a.ts' },
  { from: 'apps/server/src/live/#.ts', to: '../../../web/src/a.ts' },
  { from: 'apps/server/src/live/#.ts', to: '../../../../packages/gc-core/src/graph/a.ts' },
  { from: 'apps/server/src/live/#.ts', to: '@kubernetes/client-node' },
  { from: 'apps/server/src/cluster/access/#.ts', to: '@kubernetes/client-node' },
  { from: 'apps/server/src/embedded/http/#.ts', to: '../../live/a.ts' },
  { from: 'apps/server/src/#.ts', to: './scenario-cluster/a.ts' },
  { from: 'apps/server/src/cli/#.ts', to: '../scenario-cluster/a.ts' },
  { from: 'apps/server/src/cli/#.ts', to: './scenario-replay.ts' },
  { from: 'apps/server/src/live/#.ts', to: 'undici' },
  { from: 'apps/server/src/scenario-cluster/#.ts', to: 'undici' },
  { from: 'apps/server/src/scenario-cluster/#.ts', to: 'node:https' },
  { from: 'apps/server/src/#.ts', to: './collect/a.ts' },
  { from: 'apps/server/src/cli/#.ts', to: '../collect/a.ts' },
  { from: 'apps/server/src/cli/#.ts', to: './collect.ts' },
  { from: 'apps/server/src/collect/#.ts', to: 'undici' },
  { from: 'apps/server/src/routes/#.ts', to: '../write-record/a.ts' },
  { from: 'apps/server/src/cli/#.ts', to: '../write-record/a.ts' },
  { from: 'apps/server/src/write-record/#.ts', to: '../cluster/a.ts' },
  ...SERVER.flatMap(([folder, others]) =>
    others.map((other) => ({ from: `apps/server/src/${folder}/#.ts`, to: `../${other}` })),
  ),
  ...WEB.flatMap(([folder, others]) =>
    others.map((other) => ({
      from: `apps/web/src/${folder}/#.tsx`,
      to: `../${other}`,
    })),
  ),
  { from: 'apps/web/src/map/#.ts', to: '@gcscope/gc-core' },
  { from: 'apps/web/src/map/#.tsx', to: '@gcscope/gc-core' },
  { from: 'apps/web/src/map/#.ts', to: '../../../server/src/a.ts' },
  { from: 'apps/web/src/worker/#.ts', to: '../../../server/src/a.ts' },
  { from: 'apps/web/src/worker/#.ts', to: '../../../../packages/gc-core/src/graph/a.ts' },
];

/** None of these breaks a rule. */
export const ALLOWED: readonly Import[] = [
  ...(
    [
      ['wire', 'meta'],
      ['graph', 'meta'],
      ['graph', 'wire'],
      ['graph/store', 'meta'],
      ['collector', 'graph'],
      ['collector', 'queue'],
      ['simulation', 'apiserver'],
      ['simulation', 'collector'],
      ['log', 'collector'],
      ['insight', 'collector'],
      ['insight/audit', 'insight/verdict'],
      ['insight/verdict', 'insight/blockers'],
      ['insight/verdict', 'graph'],
      ['insight/terminating', 'insight/forecast'],
      ['scenario', 'simulation'],
      ['player', 'scenario'],
      ['player', 'log'],
    ] as const
  ).map(([folder, other]) => beside(folder, other)),
  core('graph', './a.ts'),
  core('insight/forecast', '../cluster-view.ts'),
  core('scenario', '../insight/a.ts'),
  { from: 'packages/gc-core/src/#.ts', to: './graph/a.ts' },
  { from: 'packages/picture/src/#.ts', to: '@gcscope/gc-core/wire' },
  { from: 'packages/picture/src/treemap.ts', to: 'd3-hierarchy' },
  { from: 'packages/picture/src/tree-layout.ts', to: 'd3-hierarchy' },
  { from: 'apps/server/src/live/#.ts', to: '@gcscope/gc-core' },
  { from: 'apps/server/src/live/#.ts', to: '@gcscope/gc-core/wire' },
  { from: 'packages/gc-core/src/graph/graph-node.ts', to: './store/stored-object.ts' },
  { from: 'apps/server/src/live/#.ts', to: '@gcscope/picture' },
  { from: 'apps/server/src/live/#.ts', to: 'node:fs' },
  { from: 'apps/server/src/live/#.ts', to: '../cluster/a.ts' },
  { from: 'apps/server/src/cluster/access/kube-config.ts', to: '@kubernetes/client-node' },
  { from: 'apps/server/src/cluster/access/#.ts', to: '../../read-file.ts' },
  { from: 'apps/server/src/cluster/reflect/#.ts', to: '../answers/a.ts' },
  { from: 'apps/server/src/routes/#.ts', to: '../live/a.ts' },
  { from: 'apps/server/src/embedded/http/#.ts', to: '../world/a.ts' },
  { from: 'apps/server/src/cli/#.ts', to: '../embedded/world/a.ts' },
  { from: 'apps/server/src/cli/scenario-commands.ts', to: './scenario-replay.ts' },
  { from: 'apps/server/src/cli/scenario-replay.ts', to: '../scenario-cluster/a.ts' },
  { from: 'apps/server/src/scenario-cluster/object-requests.ts', to: 'undici' },
  { from: 'apps/server/src/cli/collect-commands.ts', to: './collect.ts' },
  { from: 'apps/server/src/cli/collect.ts', to: '../collect/a.ts' },
  { from: 'apps/server/src/collect/call-sender.ts', to: 'undici' },
  { from: 'apps/server/src/collect/#.ts', to: '../write-record/a.ts' },
  { from: 'apps/server/src/scenario-cluster/#.ts', to: '../write-record/a.ts' },
  { from: 'apps/server/src/cli/writes.ts', to: '../write-record/a.ts' },
  { from: 'apps/server/src/cluster/access/#.ts', to: 'undici' },
  {
    from: 'apps/server/src/routes/#.ts',
    to: 'node:http',
    code: "import type { ServerResponse } from 'node:http';\nexport type A = ServerResponse;\n",
  },
  { from: 'apps/web/src/map/#.ts', to: '@gcscope/gc-core/wire' },
  { from: 'apps/web/src/map/#.ts', to: '@gcscope/picture' },
  { from: 'apps/web/src/worker/#.ts', to: '@gcscope/gc-core' },
  { from: 'apps/web/src/data/#.ts', to: '../worker/node-messages.ts' },
  { from: 'apps/web/src/ui/#.tsx', to: '../address/a.ts' },
  { from: 'apps/web/src/features/object/#.tsx', to: '../../map/a.ts' },
  { from: 'apps/web/src/features/object/#.tsx', to: './a.ts' },
  { from: 'apps/web/src/pages/#.tsx', to: '../features/object/a.ts' },
  { from: 'apps/web/src/shell/#.tsx', to: '../features/search/a.ts' },
];
