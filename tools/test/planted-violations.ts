import { coded, importing, type Kept, kept, type Planted, plant } from './plant.ts';

const CYTOSCAPE = "import cytoscape from 'cytoscape';\nexport const a: unknown = cytoscape();\n";

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

const MARKUP = [
  'element.innerHTML = text;',
  'element.outerHTML = text;',
  "element.insertAdjacentHTML('beforeend', text);",
  'element.setHTMLUnsafe(text);',
  'document.createRange().createContextualFragment(text);',
  'document.write(text);',
  'document.writeln(text);',
];

/** Every file here must be reported for its rule. */
export const PLANTED: readonly Planted[] = [
  plant('packages/gc-core/src/graph/#.ts', 'node:fs', 'noNodejsModules'),
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

  plant('packages/picture/src/#.ts', 'node:fs', 'noNodejsModules'),

  plant('apps/web/src/map/#.ts', 'node:fs', 'noNodejsModules'),
  plant('apps/web/src/map/#.ts', '@gcscope/server', 'noUndeclaredDependencies'),
  plant('apps/server/src/live/#.ts', '@gcscope/web', 'noUndeclaredDependencies'),
  ...['#.ts', '#-worker.ts'].map((name) =>
    coded(
      `web ${name} calls the constructor of cytoscape`,
      'noRestrictedImports',
      CYTOSCAPE,
      `apps/web/src/map/${name}`,
    ),
  ),

  ...MARKUP.map((code) =>
    coded(
      `web: ${code}`,
      'plugin',
      `export function a(element: HTMLElement, text: string): void {\n  element.textContent = text;\n  ${code}\n}\n`,
      'apps/web/src/ui/#.ts',
    ),
  ),
  coded(
    'web: markup in React',
    'noDangerouslySetInnerHtml',
    'export function A({ text }: { readonly text: string }): unknown {\n  return <p dangerouslySetInnerHTML={{ __html: text }} />;\n}\n',
    'apps/web/src/ui/Planted.tsx',
  ),

  coded('a package that is not declared', 'noUndeclaredDependencies', importing('lodash')),
  coded('an import without extension', 'useImportExtensions', importing('./kept')),
  coded('export *', 'noReExportAll', "export * from './a.ts';\n"),
  coded('a barrel', 'noBarrelFile', "export { a } from './a.ts';\n"),
  coded('a default export', 'noDefaultExport', 'export default 1;\n'),
  coded('a non-null !', 'noNonNullAssertion', 'export const a = [1].at(0)!;\n'),
  coded('any', 'noExplicitAny', 'export const a: any = 1;\n'),
  coded('401 lines', 'noExcessiveLinesPerFile', `${'// line\n'.repeat(400)}export const a = 1;\n`),
  coded(
    'a file name',
    'useFilenamingConvention',
    'export const a = 1;\n',
    'tools/src/camelCase.ts',
  ),
  coded('a snake name', 'useNamingConvention', 'export const not_ours = 1;\n'),
  coded('the console', 'noConsole', "console.log('a');\n", 'apps/server/src/live/#.ts'),
  coded(
    'a request of the server’s own',
    'noRestrictedGlobals',
    "export const a: unknown = fetch('http://a');\n",
    'apps/server/src/live/#.ts',
  ),
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
  kept(
    'generators and names like async in gc-core',
    'packages/gc-core/src/graph/#.ts',
    'export function* a(): Generator<number> {\n  yield 1;\n}\nexport class B {\n  async(): number {\n    return 1;\n  }\n}\n',
  ),
  kept(
    'types of cytoscape anywhere in web',
    'apps/web/src/map/#.ts',
    "import type { Core } from 'cytoscape';\nexport type A = Core;\n",
  ),
  kept('the constructor of cytoscape in its one file', 'apps/web/src/map/create-map.ts', CYTOSCAPE),
  kept(
    'text nodes in web',
    'apps/web/src/ui/#.ts',
    'export function a(element: HTMLElement, text: string): string {\n  element.append(text);\n  return element.innerHTML;\n}\n',
  ),
  kept('a configuration by default', 'tools/src/#.config.ts', 'export default 1;\n'),
  kept('the console in tools', 'tools/src/#.ts', "console.log('a');\n"),
  kept('the name of a component', 'apps/web/src/ui/PlainButton.tsx', 'export const a = 1;\n'),
  kept('the list of a package', 'packages/picture/src/index.ts', "export { a } from './a.ts';\n"),
];
