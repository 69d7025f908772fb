// Who may import whom. `npm run check` holds every file against it.

/** Each folder of gc-core imports its own files and those of the folders named here. */
const CORE = {
  meta: [],
  wire: ['meta'],
  graph: ['meta', 'wire'],
  'graph/store': ['meta'],
  queue: ['meta', 'wire'],
  apiserver: ['meta', 'wire'],
  kubelet: ['meta'],
  collector: ['meta', 'wire', 'graph', 'queue'],
  propagator: ['meta', 'wire', 'graph', 'queue', 'collector'],
  log: ['meta', 'graph', 'collector'],
  simulation: ['meta', 'wire', 'graph', 'queue', 'apiserver', 'kubelet', 'collector', 'propagator'],
};
/** The folders of insight also import its own files, and what simulation may import. */
const INSIGHT = {
  references: [],
  blockers: ['references'],
  verdict: ['references', 'blockers', 'simulation'],
  audit: ['references', 'blockers', 'verdict', 'simulation'],
  fork: ['references', 'blockers', 'verdict', 'simulation'],
  forecast: ['references', 'blockers', 'fork', 'simulation'],
  terminating: ['blockers', 'fork', 'forecast', 'simulation'],
};
const SHOWN = ['insight/[^/]+\\.ts', 'insight/references', 'insight/verdict'];
/** They play scenarios and talk to the API server as a simulation does. */
const PLAYED = {
  scenario: ['meta', 'wire', 'apiserver', 'kubelet', 'collector', 'simulation', ...SHOWN],
  player: [
    'meta',
    'wire',
    'graph',
    'collector',
    'propagator',
    'simulation',
    'log',
    'scenario',
    ...SHOWN,
  ],
};

/** Folders that are not named may import all of the app, but for the program itself, which stands directly in `src`. */
const SERVER = {
  base: [],
  'cluster/answers': ['base'],
  'cluster/reflect': ['base', 'cluster/answers'],
  'cluster/access': ['base', 'cluster/answers', 'cluster/reflect'],
  'cluster/monitors': ['base', 'cluster/answers', 'cluster/reflect'],
  'scenario-files': ['base'],
  embedded: ['base'],
  'writes/write-record': ['base'],
  'writes/scenario-cluster': ['base', 'cluster', 'writes/write-record'],
  'writes/collect': ['base', 'cluster', 'writes/write-record'],
  live: ['base', 'cluster'],
  insight: ['base', 'cluster', 'live'],
  'node-source': ['base', 'cluster', 'live', 'scenario-files'],
  telemetry: ['base', 'cluster', 'live'],
  sharing: ['base', 'cluster', 'insight', 'live', 'node-source'],
  routes: ['base', 'insight', 'live', 'node-source', 'sharing', 'telemetry'],
};
/** From the lowest layer up; features do not import each other, nor do pages and shell. */
const WEB_LAYERS = ['worker', 'data', 'address', 'ui', 'map'];
const WEB = {
  ...Object.fromEntries(WEB_LAYERS.map((folder, layer) => [folder, WEB_LAYERS.slice(0, layer)])),
  pages: [...WEB_LAYERS, 'features'],
  shell: [...WEB_LAYERS, 'features'],
};
/** What the other folders import of `worker`. */
const PLAYER_PROTOCOL =
  '(messages|node-messages|player-client|use-player-client|trusted-script)\\.ts$';

const WIRE = '^packages/gc-core/src/wire/index\\.ts$';
const CORE_INDEX = '^packages/gc-core/src/index\\.ts$';
const LAYOUTS = '^packages/picture/src/(treemap|tree-layout)\\.ts$';
const ROUTES = '^packages/picture/src/find-way\\.ts$';
const PICTURE = '^packages/picture/src/index\\.ts$';
const OURS = '^(apps|packages|tools)/(?!.*node_modules/)';

const pathOf = (src, folder) => {
  return folder.endsWith('.ts') ? `^${src}${folder}$` : `^${src}${folder}/`;
};
const within = (src, folders) => folders.map((each) => pathOf(src, each));

/** One rule per folder: what it imports of `to` beyond the folders named is an error. */
const layers = (src, table, to = `^${src}`) =>
  Object.entries(table).map(([folder, below]) => ({
    name: `${src}${folder}`,
    comment: `${folder} imports ${below.length > 0 ? below.join(', ') : 'no other folder'}.`,
    severity: 'error',
    from: { path: `^${src}${folder}/` },
    to: {
      path: to,
      pathNot: within(src, [folder, ...below]),
    },
  }));

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const core = 'packages/gc-core/src/';
const insightBelow = [...CORE.simulation, 'insight/[^/]+\\.ts'];
const coreTable = {
  ...CORE,
  ...PLAYED,
  ...Object.fromEntries(
    Object.entries(INSIGHT).map(([folder, beside]) => [
      `insight/${folder}`,
      [
        ...insightBelow.filter((each) => each !== 'kubelet'),
        ...beside.map((each) => (each === 'simulation' ? each : `insight/${each}`)),
      ],
    ]),
  ),
};
const coreFolders = Object.keys(coreTable).join('|');

export default {
  forbidden: [
    ...layers(core, coreTable, '.'),
    forbid(
      'insight',
      'What all of insight shares imports the folders below.',
      { path: `^${core}insight/[^/]+\\.ts$` },
      { path: '.', pathNot: within(core, [...insightBelow, 'simulation']) },
    ),
    forbid(
      'new-folder',
      'Name the folder in .dependency-cruiser.mjs, with what it may import.',
      { path: `^${core}.*/`, pathNot: `^${core}((${coreFolders})/|insight/[^/]+\\.ts$)` },
      { path: '.' },
    ),
    forbid(
      'graph-store',
      'Only graph.ts and graph-node.ts import the store.',
      { path: `^${core}`, pathNot: `^${core}graph/((graph|graph-node)\\.ts$|store/)` },
      { path: `^${core}graph/store/` },
    ),
    forbid(
      'graph-store-interface',
      'Of the store they import object-store.ts and stored-object.ts.',
      { path: `^${core}graph/[^/]+$` },
      { path: `^${core}graph/store/(?!(object-store|stored-object)\\.ts$)` },
    ),
    forbid(
      'core-alone',
      'gc-core has no dependencies.',
      { path: `^${core}[^/]+$` },
      { path: '.', pathNot: `^${core}` },
    ),
    forbid(
      'core-index',
      'gc-core imports its own files, each by its name.',
      { path: `^${core}` },
      { path: `^${core}(wire/)?index\\.ts$` },
    ),
    forbid(
      'picture',
      'picture imports @gcscope/gc-core/wire, its layouts d3-hierarchy, its routes flatqueue.',
      { path: '^packages/picture/src/', pathNot: [LAYOUTS, ROUTES] },
      { path: '.', pathNot: ['^packages/picture/src/', WIRE] },
    ),
    forbid(
      'picture-routes',
      'picture imports @gcscope/gc-core/wire, its layouts d3-hierarchy, its routes flatqueue.',
      { path: ROUTES },
      { path: '.', pathNot: ['^packages/picture/src/', WIRE, 'flatqueue/'] },
    ),
    forbid(
      'picture-layout',
      'picture imports @gcscope/gc-core/wire, its layouts d3-hierarchy, its routes flatqueue.',
      { path: LAYOUTS },
      { path: '.', pathNot: ['^packages/picture/src/', WIRE, 'd3-hierarchy/'] },
    ),
    forbid(
      'server',
      'server imports @gcscope/gc-core, its wire types and @gcscope/picture.',
      { path: '^apps/server/src/' },
      { path: OURS, pathNot: ['^apps/server/', CORE_INDEX, WIRE, PICTURE] },
    ),
    forbid(
      'web',
      'web imports @gcscope/gc-core/wire and @gcscope/picture; its worker also @gcscope/gc-core.',
      { path: '^apps/web/src/', pathNot: '^apps/web/src/worker/' },
      { path: OURS, pathNot: ['^apps/web/', WIRE, PICTURE] },
    ),
    forbid(
      'web-worker',
      'web imports @gcscope/gc-core/wire and @gcscope/picture; its worker also @gcscope/gc-core.',
      { path: '^apps/web/src/worker/' },
      { path: OURS, pathNot: ['^apps/web/', CORE_INDEX, WIRE, PICTURE] },
    ),
    forbid(
      'web-feature',
      'A feature imports its own files and those of worker, data, address, ui and map.',
      { path: '^apps/web/src/features/([^/]+)/' },
      {
        path: '^apps/web/src/',
        pathNot: ['^apps/web/src/features/$1/', ...within('apps/web/src/', WEB_LAYERS)],
      },
    ),
    forbid(
      'web-protocol',
      'Other folders talk to the worker through its protocol and its client.',
      { path: '^apps/web/src/', pathNot: '^apps/web/src/worker/' },
      { path: '^apps/web/src/worker/', pathNot: PLAYER_PROTOCOL },
    ),
    forbid(
      'kubernetes-client',
      'Only cluster/access/kube-config.ts imports @kubernetes/client-node.',
      { path: '^apps/server/src/', pathNot: '^apps/server/src/cluster/access/kube-config\\.ts$' },
      { path: '@kubernetes/client-node' },
    ),
    forbid(
      'writes',
      'Only the commands that write to a cluster, or check the record of it, lead to what writes.',
      {
        path: '^apps/server/src/(?!writes/|(start|main)\\.ts$|cli/(program|(collect|scenario|writes)-commands|collect|scenario-replay|write-record|writes)\\.ts$)',
      },
      { path: '^apps/server/src/writes/', reachable: true },
    ),
    forbid(
      'http-client',
      'cluster reads, object-requests.ts and call-sender.ts write; no other file sends requests.',
      {
        path: '^apps/server/src/(?!cluster/|writes/(scenario-cluster/object-requests|collect/(call-sender|http-server))\\.ts$|embedded/)',
      },
      { path: 'undici|^(node:)?https?$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'program',
      'What stands directly in src is the program: no folder imports it.',
      { path: '^apps/[^/]+/src/.+/' },
      { path: '^apps/[^/]+/src/[^/]+$' },
    ),
    forbid(
      'file-circle',
      'Files import one way, their types too.',
      { path: OURS },
      { circular: true },
    ),
    {
      ...forbid(
        'folder-circle',
        'Folders import one way.',
        { path: '^(packages|apps|tools)/.*/src/' },
        { circular: true },
      ),
      scope: 'folder',
    },
    ...layers('apps/server/src/', SERVER),
    ...layers('apps/web/src/', WEB),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|test-results)/' },
    parser: 'tsc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ['import', 'node'], exportsFields: ['exports'] },
  },
};
