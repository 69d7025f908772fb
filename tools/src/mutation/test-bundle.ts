import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'vite';

const ENTRY = 'all-tests';

/** Tests that read the source as text, or play whole recordings while they are loaded: too slow to be loaded per mutant. */
const NEVER = /^test\/(spec\.test\.ts|conformance\/(?!answers\/))/;
/** Random worlds, which need more runs than there is time for, and scenarios in every release but their own. */
const SLOW = /propert(?!ies\/ordinary)|^test\/releases\/scenarios/;
/** Tests of code that only looks on. */
const LOOKS_ON = /^test\/(insight|player)\//;

/** A file that wants more of Vitest, a spy for example, is left to Vitest. */
const KNOWN_IMPORT = /^import \{ describe, expect, it \} from 'vitest';$/m;

function testFiles(root: string, folders: readonly string[]): string[] {
  const isOwn = (file: string): boolean =>
    folders.some((folder) => file.startsWith(`test/${folder}/`));
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/${file}`)
    .filter(
      (file) => !NEVER.test(file) && !SLOW.test(file) && (isOwn(file) || !LOOKS_ON.test(file)),
    )
    .filter((file) => KNOWN_IMPORT.test(readFileSync(join(root, file), 'utf8')))
    .toSorted();
}

/** Changes the text of a source file, given with its path, before it is compiled. */
type Transform = (source: string, path: string) => string;

/** Makes one module of all tests; each says its file, and knows its folder, before it declares them. */
function allTests(files: readonly string[], root: string, change: Transform): Plugin {
  return {
    name: 'all-tests',
    enforce: 'pre',
    resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : undefined),
    load: (id) =>
      id === `\0${ENTRY}`
        ? files.map((file) => `import ${JSON.stringify(join(root, file))};`).join('\n')
        : undefined,
    transform(code, id) {
      const changed = change(code, id);
      const inPlace = changed.replaceAll('import.meta.dirname', JSON.stringify(dirname(id)));
      if (!id.endsWith('.test.ts')) return inPlace;
      const file = JSON.stringify(relative(root, id));
      return `import { startFile } from 'vitest'; startFile(${file});\n${inPlace}`;
    },
  };
}

/**
 * All tests of the package in `root`, those that look on only of these folders, and all that they import, as one CommonJS
 * text. What it requires is built into Node, a dependency, or `vitest`, which also has to have `startFile(path)`.
 */
export function bundleTests(root: string, folders: readonly string[]): Promise<string> {
  return bundleFiles(root, testFiles(root, folders));
}

/** The same of these test files of the package, with their source and all that they import as `change` makes it. */
export async function bundleFiles(
  root: string,
  files: readonly string[],
  change: Transform = (source) => source,
): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [allTests(files, root, change)],
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: 'node20',
      rollupOptions: {
        input: ENTRY,
        external: ['vitest', 'fast-check', 'yaml', /^node:/],
        output: { format: 'cjs', codeSplitting: false },
      },
    },
  });
  const [bundle] = Array.isArray(result) ? result : [result];
  const chunk = bundle && 'output' in bundle ? bundle.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('The tests could not be bundled.');
  return chunk.code;
}
