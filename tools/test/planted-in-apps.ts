import { coded, IMPORTS, type Kept, kept, type Planted, plant } from './plant.ts';

/** What the rooms of the apps must not import. */
const SERVER_ROOMS: readonly (readonly [room: string, others: readonly string[]])[] = [
  ['cluster', ['live/a.ts', 'routes/a.ts', 'node-source/a.ts', 'embedded/http/a.ts', 'app.ts']],
  ['scenario-files', ['cluster/a.ts', 'embedded/a.ts']],
  ['embedded', ['cluster/a.ts', 'live/a.ts', 'app.ts']],
  ['live', ['routes/a.ts', 'cli/a.ts', 'insight/a.ts', 'simulations/a.ts', 'app.ts']],
  ['simulations', ['cluster/a.ts', 'routes/a.ts', 'insight/a.ts']],
  ['insight', ['routes/a.ts', 'cli/a.ts', 'node-source/a.ts']],
  ['node-source', ['routes/a.ts', 'insight/a.ts', 'cli/a.ts']],
  ['routes', ['cluster/a.ts', 'cli/a.ts', 'embedded/a.ts', 'app.ts']],
];

/** Every file here must be reported for its rule. */
export const PLANTED_IN_APPS: readonly Planted[] = [
  plant('apps/server/src/live/#.ts', '@gcscope/web'),
  plant('apps/server/src/live/#.ts', '@gcscope/gc-core/src/graph/graph.ts'),
  plant('apps/server/src/live/#.ts', '../../../web/src/a.ts'),
  plant('apps/server/src/live/#.ts', '../../../../packages/gc-core/src/graph/graph.ts'),
  plant('apps/server/src/live/#.ts', '@kubernetes/client-node'),
  plant('apps/server/src/cluster/#.ts', '@kubernetes/client-node'),
  ...SERVER_ROOMS.flatMap(([room, others]) =>
    others.map((other) => plant(`apps/server/src/${room}/#.ts`, `../${other}`)),
  ),
  plant('apps/server/src/embedded/http/#.ts', '../../live/a.ts'),
  plant('apps/server/src/cluster/kube-config.ts', '../live/a.ts'),
  plant('apps/server/src/cluster/kube-config.ts', '@gcscope/web'),
  plant('apps/server/src/cluster/kube-config.ts', '../../../web/src/a.ts'),

  plant('apps/web/src/map/#.ts', '@gcscope/server'),
  plant('apps/web/src/map/#.ts', '@gcscope/gc-core'),
  plant('apps/web/src/map/#.tsx', '@gcscope/gc-core'),
  plant('apps/web/src/map/#.ts', '@gcscope/gc-core/src/graph/graph.ts'),
  plant('apps/web/src/map/#.ts', '../../../server/src/a.ts'),
  plant('apps/web/src/map/create-map.ts', '@gcscope/gc-core'),
  plant('apps/web/src/map/create-map.ts', '../../../server/src/a.ts'),
  plant('apps/web/src/worker/#.ts', '@gcscope/server'),
  plant('apps/web/src/worker/#.ts', '../../../server/src/a.ts'),
  plant('apps/web/src/map/#.ts', 'node:fs', 'noNodejsModules'),
  ...['map/#.ts', 'worker/#.ts'].map((name) =>
    coded(
      `web ${name} calls the constructor of cytoscape`,
      IMPORTS,
      "import cytoscape from 'cytoscape';\nexport const a: unknown = cytoscape();\n",
      `apps/web/src/${name}`,
    ),
  ),
];

/** Nothing here may be reported. */
export const KEPT_IN_APPS: readonly Kept[] = [
  plant('apps/server/src/live/#.ts', '@gcscope/gc-core'),
  plant('apps/server/src/live/#.ts', '@gcscope/gc-core/wire'),
  plant('apps/server/src/live/#.ts', '@gcscope/picture'),
  plant('apps/server/src/live/#.ts', 'node:fs'),
  plant('apps/server/src/cluster/kube-config.ts', '@kubernetes/client-node'),
  plant('apps/web/src/map/#.ts', '@gcscope/gc-core/wire'),
  plant('apps/web/src/map/#.ts', '@gcscope/picture'),
  plant('apps/web/src/worker/#.ts', '@gcscope/gc-core'),
  plant('apps/server/src/cluster/#.ts', '../file-fault.ts'),
  plant('apps/server/src/live/#.ts', '../cluster/a.ts'),
  plant('apps/server/src/routes/#.ts', '../live/a.ts'),
  plant('apps/server/src/embedded/http/#.ts', '../world/a.ts'),
  plant('apps/server/src/cli/#.ts', '../embedded/world/a.ts'),
  plant('apps/web/src/ui/#.tsx', '../data/a.ts'),
  plant('apps/web/src/shell/#.tsx', '../ui/base.css'),
  plant('apps/web/src/map/#.tsx', '../ui/a.ts'),
  kept(
    'types of cytoscape anywhere in web',
    'apps/web/src/map/#.ts',
    "import type { Core } from 'cytoscape';\nexport type A = Core;\n",
  ),
  kept(
    'the constructor of cytoscape in its one file',
    'apps/web/src/map/create-map.ts',
    "import cytoscape from 'cytoscape';\nexport const a: unknown = cytoscape();\n",
  ),
];
