// Who may import whom. `npm run check` holds every file against it; a broken rule is reported by its name here.

const CORE = 'packages/gc-core/src/';
const PICTURE = 'packages/picture/src/';
const SERVER = 'apps/server/src/';
const WEB = 'apps/web/src/';
const OURS = '^(apps|packages|tools)/(?!.*node_modules/)';

/** What other packages see of gc-core and of picture. */
const CORE_INDEX = `^${CORE}index\\.ts$`;
const WIRE = `^${CORE}wire/index\\.ts$`;
const PICTURE_INDEX = `^${PICTURE}index\\.ts$`;

const INSIGHT_FILES = 'insight/[^/]+\\.ts';
/** What all of insight may import. */
const BELOW_INSIGHT = `meta wire graph queue apiserver collector propagator ${INSIGHT_FILES}`;
const SHOWN = `${INSIGHT_FILES} insight/references insight/verdict`;

/** Each folder of gc-core imports its own files and those of the folders named here, and nothing else. */
const CORE_FOLDERS = {
  meta: '',
  wire: 'meta',
  graph: 'meta wire',
  'graph/store': 'meta',
  queue: 'meta wire',
  apiserver: 'meta wire',
  kubelet: 'meta',
  collector: 'meta wire graph queue',
  propagator: 'meta wire graph queue collector',
  log: 'meta graph collector',
  simulation: 'meta wire graph queue apiserver kubelet collector propagator',
  [INSIGHT_FILES]: `${BELOW_INSIGHT} kubelet simulation`,
  'insight/references': BELOW_INSIGHT,
  'insight/blockers': `${BELOW_INSIGHT} insight/references`,
  'insight/verdict': `${BELOW_INSIGHT} insight/references insight/blockers simulation`,
  'insight/audit': `${BELOW_INSIGHT} insight/references insight/blockers insight/verdict simulation`,
  'insight/fork': `${BELOW_INSIGHT} insight/references insight/blockers insight/verdict simulation`,
  'insight/forecast': `${BELOW_INSIGHT} insight/references insight/blockers insight/fork simulation`,
  'insight/terminating': `${BELOW_INSIGHT} insight/blockers insight/fork insight/forecast simulation`,
  scenario: `meta wire apiserver kubelet collector simulation ${SHOWN}`,
  player: `meta wire graph collector propagator simulation log scenario ${SHOWN}`,
};

/** The same for folders of the server among each other. */
const SERVER_FOLDERS = {
  base: '',
  'cluster/answers': 'base',
  'cluster/reflect': 'base cluster/answers',
  'cluster/access': 'base cluster/answers cluster/reflect',
  'cluster/monitors': 'base cluster/answers cluster/reflect',
  'scenario-files': 'base',
  embedded: 'base',
  'writes/write-record': 'base',
  'writes/scenario-cluster': 'base cluster writes/write-record',
  'writes/collect': 'base cluster writes/write-record',
  live: 'base cluster',
  insight: 'base cluster live',
  'node-source': 'base cluster live scenario-files',
  telemetry: 'base cluster live',
  sharing: 'base cluster insight live node-source',
  routes: 'base insight live node-source sharing telemetry',
  // The commands put everything together.
  cli: 'base cluster embedded insight live node-source routes scenario-files sharing telemetry writes',
};

const BELOW_MAP = 'worker data address ui';

/** The same for folders of web among each other. */
const WEB_FOLDERS = {
  worker: '',
  data: 'worker',
  address: 'worker data',
  ui: 'worker data address',
  map: BELOW_MAP,
  'map/view': BELOW_MAP,
  'map/world': `${BELOW_MAP} map/view`,
  'map/elements': `${BELOW_MAP} map/view map/world`,
  'map/edges': `${BELOW_MAP} map/view map/world map/elements`,
  'map/paint': `${BELOW_MAP} map/view map/world map/elements map/edges`,
  pages: 'worker data address ui map features',
  shell: 'worker data address ui map features',
};

const words = (text) => text.split(' ').filter((word) => word !== '');
const pathOf = (src, folder) => `^${src}${folder}${folder.endsWith('.ts') ? '$' : '/'}`;

/** Files in folders of `src` that are not named. */
const unnamed = (src, ...folders) => `${src}(?!(${folders.join('|')})(/|$)).*/`;

/** One rule per folder: what it imports of `to` beyond the folders named is an error. */
const layers = (src, folders, to) =>
  Object.entries(folders).map(([folder, below]) => [
    src + folder,
    pathOf(src, folder),
    to,
    { pathNot: [folder, ...words(below)].map((each) => pathOf(src, each)) },
  ]);

/** Each rule: its name, the files that may not import, and what. `pathNot`: but for that. */
const RULES = [
  ...layers(CORE, CORE_FOLDERS, '.'),
  ...layers(SERVER, SERVER_FOLDERS, `^${SERVER}`),
  ...layers(WEB, WEB_FOLDERS, `^${WEB}`),

  // A folder that is not named above: name it, with what it may import. Each feature has the rule web-feature.
  ['new-folder', `^${unnamed(CORE, ...Object.keys(CORE_FOLDERS))}`, '.'],
  ['new-server-folder', `^${unnamed(SERVER, ...Object.keys(SERVER_FOLDERS))}`, '.'],
  ['new-web-folder', `^${unnamed(WEB, ...Object.keys(WEB_FOLDERS), 'features/[^/.]+')}`, '.'],
  // Only graph.ts and graph-node.ts import the store; of it they import object-store.ts and stored-object.ts.
  ['graph-store', `^${CORE}(?!graph/((graph|graph-node)\\.ts$|store/))`, `^${CORE}graph/store/`],
  [
    'graph-store-interface',
    `^${CORE}graph/[^/]+$`,
    `^${CORE}graph/store/(?!(object-store|stored-object)\\.ts$)`,
  ],
  // gc-core has no dependencies, and imports its own files each by its name.
  ['core-alone', `^${CORE}[^/]+$`, '.', { pathNot: `^${CORE}` }],
  ['core-index', `^${CORE}`, `^${CORE}(wire/)?index\\.ts$`],

  // picture imports @gcscope/gc-core/wire, its layouts d3-hierarchy, its routes flatqueue.
  ...[
    ['picture', '(?!(treemap|tree-layout|find-way)\\.ts$)'],
    ['picture-layout', '(treemap|tree-layout)\\.ts$', 'd3-hierarchy/'],
    ['picture-routes', 'find-way\\.ts$', 'flatqueue/'],
  ].map(([name, files, ...packages]) => [
    name,
    `^${PICTURE}${files}`,
    '.',
    { pathNot: [`^${PICTURE}`, WIRE, ...packages] },
  ]),

  // The server imports @gcscope/gc-core, its wire types and @gcscope/picture.
  ['server', `^${SERVER}`, OURS, { pathNot: ['^apps/server/', CORE_INDEX, WIRE, PICTURE_INDEX] }],
  // Only kube-config.ts imports @kubernetes/client-node.
  [
    'kubernetes-client',
    `^${SERVER}(?!cluster/access/kube-config\\.ts$)`,
    '@kubernetes/client-node',
  ],
  // Only the commands that write to a cluster, or check the record of it, lead to what writes.
  [
    'writes',
    `^${SERVER}(?!writes/|(start|main)\\.ts$|cli/(program|(collect|scenario|writes)-commands|collect|scenario-replay|write-record|writes)\\.ts$)`,
    `^${SERVER}writes/`,
    { reachable: true },
  ],
  // cluster reads, object-requests.ts and call-sender.ts write; no other file sends requests.
  [
    'http-client',
    `^${SERVER}(?!cluster/|writes/(scenario-cluster/object-requests|collect/(call-sender|http-server))\\.ts$|embedded/)`,
    'undici|^(node:)?https?$',
    { dependencyTypesNot: ['type-only'] },
  ],

  // web imports @gcscope/gc-core/wire and @gcscope/picture; its worker also @gcscope/gc-core.
  ['web', `^${WEB}(?!worker/)`, OURS, { pathNot: ['^apps/web/', WIRE, PICTURE_INDEX] }],
  [
    'web-worker',
    `^${WEB}worker/`,
    OURS,
    { pathNot: ['^apps/web/', CORE_INDEX, WIRE, PICTURE_INDEX] },
  ],
  // A feature imports its own files and those of the layers below.
  [
    'web-feature',
    `^${WEB}features/([^/]+)/`,
    `^${WEB}(?!(worker|data|address|ui|map)/)`,
    { pathNot: `^${WEB}features/$1/` },
  ],
  // Other folders talk to the worker through its protocol and its client.
  [
    'web-protocol',
    `^${WEB}(?!worker/)`,
    `^${WEB}worker/(?!(messages|node-messages|player-client|use-player-client|trusted-script)\\.ts$)`,
  ],

  // What stands directly in src is the program: no folder imports it. The circles of folders do not show that.
  ['program', '^apps/[^/]+/src/.+/', '^apps/[^/]+/src/[^/]+$'],
  // Files and folders import one way, their types too.
  ['file-circle', OURS, undefined, { circular: true }],
  ['folder-circle', '^(packages|apps|tools)/.*/src/', undefined, { circular: true }, 'folder'],
];

export default {
  forbidden: RULES.map(([name, from, path, more, scope = 'module']) => ({
    name,
    severity: 'error',
    scope,
    from: { path: from },
    to: { ...(path && { path }), ...more },
  })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|test-results)/' },
    parser: 'tsc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ['import', 'node'], exportsFields: ['exports'] },
  },
};
