import { coded, IMPORTS, importing, type Kept, kept, type Planted, plant } from './plant.ts';
import { KEPT_IN_APPS, PLANTED_IN_APPS } from './planted-in-apps.ts';

function core(room: string, specifier: string, rule = IMPORTS): Planted {
  return {
    what: `gc-core/${room} imports ${specifier}`,
    path: `packages/gc-core/src/${room}/#.ts`,
    code: importing(specifier),
    rule,
  };
}

const FLOOR_1 = ['graph', 'queue', 'apiserver', 'kubelet'];
const ABOVE = ['collector', 'simulation', 'insight', 'scenario', 'player'];

const ASYNCHRONOUS = [
  'export async function b(): Promise<void> {}',
  'a.push(async function b(): Promise<void> {});',
  'a.push(async (): Promise<void> => {});',
  'a.push({ async b(): Promise<void> {} });',
  'export class B {\n  protected static async b(): Promise<void> {}\n}',
  'export class B {\n  async *b(): AsyncGenerator<number> {}\n}',
  'await a[0];',
  'for await (const b of a) a.push(b);',
];

/** Every file here must be reported for its rule. */
export const PLANTED: readonly Planted[] = [
  ...['wire', ...FLOOR_1, ...ABOVE].map((room) => core('meta', `../${room}/a.ts`)),
  ...[...FLOOR_1, ...ABOVE].map((room) => core('wire', `../${room}/a.ts`)),
  ...FLOOR_1.flatMap((room) =>
    [...FLOOR_1, ...ABOVE]
      .filter((other) => other !== room)
      .map((other) => core(room, `../${other}/a.ts`)),
  ),
  ...['apiserver', 'kubelet', 'simulation', 'insight'].map((room) =>
    core('collector', `../${room}/a.ts`),
  ),
  core('simulation', '../insight/a.ts'),
  core('simulation', '../scenario/a.ts'),
  core('log', '../simulation/a.ts'),
  core('log', '../apiserver/a.ts'),
  core('insight', '../scenario/a.ts'),
  ...['verdict', 'audit', 'fork', 'forecast', 'terminating'].flatMap((room) => [
    core(`insight/${room}`, '../../scenario/a.ts'),
    core(`insight/${room}`, '../../player/a.ts'),
  ]),
  core('insight/forecast', '../verdict/a.ts'),
  core('insight/fork', '../forecast/a.ts'),
  core('insight/verdict', '../audit/a.ts'),
  core('insight/audit', '../forecast/a.ts'),
  core('insight/terminating', '../audit/a.ts'),
  core('insight/references', '../blockers/a.ts'),
  core('insight/blockers', '../verdict/a.ts'),
  core('insight', './verdict/a.ts'),
  core('scenario', '../graph/a.ts'),
  core('scenario', '../player/a.ts'),
  core('simulation', '../player/a.ts'),
  core('insight', '../player/a.ts'),
  core('log', '../player/a.ts'),
  core('player', '../queue/a.ts'),
  core('player', '../apiserver/a.ts'),
  core('player', '../kubelet/a.ts'),
  core('player', 'yaml'),
  core('scenario', '../queue/a.ts'),
  ...['meta', 'wire', 'graph', 'collector', 'simulation'].map((room) => core(room, 'yaml')),
  core('graph', '../wire/index.ts'),
  core('kubelet', '../wire/a.ts'),
  ...['meta', 'wire', 'collector', 'simulation'].map((room) => core(room, './index.ts')),
  core('graph', '@gcscope/picture'),
  core('graph', 'node:fs', 'noNodejsModules'),
  plant('packages/gc-core/src/#.ts', 'yaml'),
  plant('packages/picture/src/#.ts', 'd3-hierarchy'),
  core('newroom', '../collector/a.ts'),
  core('insight/newroom', '../verdict/a.ts'),
  {
    ...core('graph', '../queue/a.ts'),
    what: 'gc-core/graph imports a type of queue',
    code: "import type { A } from '../queue/a.ts';\nexport type B = A;\n",
  },
  {
    ...core('graph', '../queue/a.ts'),
    what: 'gc-core/graph imports queue while running',
    code: "export const a: unknown = import('../queue/a.ts');\n",
  },
  ...['packages/gc-core/src/graph/#.ts', 'packages/picture/src/#.ts'].flatMap((path) => [
    coded(`${path} reads the clock`, 'noRestrictedGlobals', 'export const a = Date.now();\n', path),
    coded(
      `${path} throws dice`,
      'noJsRestrictedProperties',
      'export const a = Math.random();\n',
      path,
    ),
    ...[
      'globalThis.Date.now()',
      'new Intl.DateTimeFormat().format()',
      'Promise.resolve().then(() => 1)',
    ].map((expression) =>
      coded(
        `${path}: ${expression}`,
        'noRestrictedGlobals',
        `export const a: unknown = ${expression};\n`,
        path,
      ),
    ),
  ]),
  ...ASYNCHRONOUS.map((code) =>
    coded(
      `gc-core/graph: ${code}`,
      'plugin',
      `export const a: unknown[] = [];\n${code}\n`,
      'packages/gc-core/src/graph/#.ts',
    ),
  ),

  plant('packages/picture/src/#.ts', '@gcscope/gc-core'),
  plant('packages/picture/src/#.ts', 'yaml'),
  plant('packages/picture/src/treemap.ts', '@gcscope/gc-core'),
  plant('packages/picture/src/#.ts', '../../gc-core/src/graph/graph.ts'),
  plant('packages/picture/src/#.ts', '../../../apps/web/src/a.ts'),
  plant('packages/picture/src/#.ts', 'node:fs', 'noNodejsModules'),

  ...PLANTED_IN_APPS,

  coded('a package that is not declared', 'noUndeclaredDependencies', importing('lodash')),
  coded('an import without extension', 'useImportExtensions', importing('./kept')),
  coded('export *', 'noReExportAll', "export * from './a.ts';\n"),
  coded('a barrel', 'noBarrelFile', "export { a } from './a.ts';\n"),
  coded('a default export', 'noDefaultExport', 'export default 1;\n'),
  coded('a non-null !', 'noNonNullAssertion', 'export const a = [1].at(0)!;\n'),
  coded('any', 'noExplicitAny', 'export const a: any = 1;\n'),
  coded('301 lines', 'noExcessiveLinesPerFile', `${'// line\n'.repeat(300)}export const a = 1;\n`),
  coded(
    'a file name',
    'useFilenamingConvention',
    'export const a = 1;\n',
    'tools/src/camelCase.ts',
  ),
  coded('a snake name', 'useNamingConvention', 'export const not_ours = 1;\n'),
  coded('the console', 'noConsole', "console.log('a');\n", 'apps/server/src/live/#.ts'),
  coded(
    'a promise left alone',
    'noFloatingPromises',
    'async function a(): Promise<void> {}\nexport function b(): void {\n  a();\n}\n',
  ),
  coded(
    'a promise as a condition',
    'noMisusedPromises',
    'async function a(): Promise<boolean> {\n  return true;\n}\nexport const b = (): number => {\n  const c = a();\n  return c ? 1 : 2;\n};\n',
  ),
  coded(
    'a switch with a hole',
    'useExhaustiveSwitchCases',
    "export function a(b: 'x' | 'y'): number {\n  switch (b) {\n    case 'x':\n      return 1;\n  }\n  return 2;\n}\n",
  ),
  coded(
    'a value import of a type',
    'useImportType',
    "import { Uid } from './kept.ts';\nexport type A = Uid;\n",
  ),
  coded(
    'a cycle',
    'noImportCycles',
    "import { b } from './cycle-back.ts';\nexport const a: unknown = b;\n",
    'tools/src/cycle.ts',
  ),
  coded(
    'the other half of a cycle',
    'noImportCycles',
    "import { a } from './cycle.ts';\nexport const b: unknown = a;\n",
    'tools/src/cycle-back.ts',
  ),
  coded(
    'a maze',
    'noExcessiveCognitiveComplexity',
    `export function a(b: number): number {\n${'if (b > 1) {\n'.repeat(6)}b += 1;\n${'}\n'.repeat(6)}return b;\n}\n`,
  ),
];

/** Nothing here may be reported: the rules let through what they must. */
export const KEPT: readonly Kept[] = [
  kept('a plain file', 'tools/src/kept.ts', 'export const a = 1;\n'),
  core('wire', '../meta/a.ts'),
  core('graph', '../meta/a.ts'),
  core('graph', '../wire/a.ts'),
  core('graph', './a.ts'),
  core('collector', '../graph/a.ts'),
  core('collector', '../queue/a.ts'),
  core('simulation', '../apiserver/a.ts'),
  core('scenario', '../simulation/a.ts'),
  core('log', '../collector/a.ts'),
  core('scenario', '../insight/a.ts'),
  core('player', '../scenario/a.ts'),
  core('player', '../log/a.ts'),
  core('simulation', '../collector/a.ts'),
  core('insight', '../collector/a.ts'),
  core('insight/audit', '../verdict/a.ts'),
  core('insight/verdict', '../blockers/a.ts'),
  core('insight/terminating', '../forecast/a.ts'),
  core('insight/forecast', '../cluster-view.ts'),
  core('insight/verdict', '../../graph/a.ts'),
  plant('packages/gc-core/src/#.ts', './graph/a.ts'),
  plant('packages/gc-core/test/#.ts', '../src/graph/a.ts'),
  plant('packages/picture/src/#.ts', '@gcscope/gc-core/wire'),
  plant('packages/picture/src/treemap.ts', 'd3-hierarchy'),
  kept(
    'generators and names like async in gc-core',
    'packages/gc-core/src/graph/#.ts',
    'export function* a(): Generator<number> {\n  yield 1;\n}\nexport class B {\n  async(): number {\n    return 1;\n  }\n}\n',
  ),
  ...KEPT_IN_APPS,
  kept('a configuration by default', 'tools/src/#.config.ts', 'export default 1;\n'),
  kept('the console in tools', 'tools/src/#.ts', "console.log('a');\n"),
  kept('the name of a component', 'apps/web/src/ui/PlainButton.tsx', 'export const a = 1;\n'),
  kept('the list of a package', 'packages/picture/src/index.ts', "export { a } from './a.ts';\n"),
];
