/** A file that breaks `rule`; `#` in the path stands for a name of its own. */
export interface Planted {
  readonly what: string;
  readonly path: string;
  readonly code: string;
  readonly rule: string;
}

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

/** Every file here must be reported for its rule: rules of ours, and rules that only some folders have. */
export const PLANTED: readonly Planted[] = [
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

  coded('the console', 'noConsole', "console.log('a');\n", 'apps/server/src/live/#.ts'),
  coded(
    'a request of the server’s own',
    'noRestrictedGlobals',
    "export const a: unknown = fetch('http://a');\n",
    'apps/server/src/live/#.ts',
  ),
];

/** A module that imports something from `specifier`. */
function importing(specifier: string): string {
  return `import { a } from '${specifier}';\nexport const b: unknown = a;\n`;
}

/** A file that breaks `rule` by what it imports. */
function plant(path: string, specifier: string, rule: string): Planted {
  return { what: `${path} imports ${specifier}`, path, code: importing(specifier), rule };
}

/** A file whose code breaks `rule`. */
function coded(what: string, rule: string, code: string, path: string): Planted {
  return { what, path, code, rule };
}
