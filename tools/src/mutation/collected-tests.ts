import { format } from 'node:util';
import { Script } from 'node:vm';
import { expect } from 'vitest';

/** A test of the package, as its file declared it. */
export interface CollectedTest {
  /** `<file>#<describe> <name>`; no two tests have the same. */
  readonly id: string;
  readonly file: string;
  readonly name: string;
  readonly body: () => unknown;
}

type Body = (...args: readonly unknown[]) => unknown;
type Declare = (name: string, body: Body) => void;
type Declaration = Declare & {
  readonly each: (cases: readonly unknown[]) => (name: string, body: Body) => void;
};

/** The exports of `vitest` that test files use, beside `expect`. */
interface TestApi {
  readonly describe: Declaration;
  readonly it: Declaration;
  readonly startFile: (path: string) => void;
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((each, key) => (each as Record<string, unknown> | undefined)?.[key], value);
}

/** The name of one case: `$key` of an object, or `%s`, `%i` and `%j` of its members in order. */
function nameOfCase(name: string, members: readonly unknown[]): string {
  const [first] = members;
  const named =
    typeof first === 'object' && first !== null
      ? name.replaceAll(/\$([A-Za-z_][\w.]*)/g, (_, path: string) => String(valueAt(first, path)))
      : name;
  const places = named.match(/%[sij]/g)?.length ?? 0;
  return format(named, ...members.slice(0, places));
}

function declaration(declare: Declare): Declaration {
  return Object.assign(declare, {
    each: (cases: readonly unknown[]) => (name: string, body: Body) => {
      for (const each of cases) {
        const members: readonly unknown[] = Array.isArray(each) ? each : [each];
        declare(nameOfCase(name, members), () => body(...members));
      }
    },
  });
}

/** Declarations of tests as Vitest has them, and the list to which they add. */
function testCollection(): { readonly api: TestApi; readonly tests: CollectedTest[] } {
  const tests: CollectedTest[] = [];
  const seen = new Map<string, number>();
  const suites: string[] = [];
  let file = '';
  const api: TestApi = {
    describe: declaration((name, body) => {
      suites.push(name);
      body();
      suites.pop();
    }),
    it: declaration((name, body) => {
      const fullName = [...suites, name].join(' ');
      const count = (seen.get(`${file}#${fullName}`) ?? 0) + 1;
      seen.set(`${file}#${fullName}`, count);
      const unique = count === 1 ? fullName : `${fullName} (${count})`;
      tests.push({ id: `${file}#${unique}`, file, name: unique, body: () => body() });
    }),
    startFile: (path) => {
      file = path;
    },
  };
  return { api, tests };
}

/** Test files and what they import as one module, which declares the tests when it is called. */
export type Bundle = (
  exports: object,
  require: (id: string) => unknown,
  module: { exports: object },
) => void;

/** The bundle of this CommonJS text. */
export function bundleOf(code: string): Bundle {
  const script = new Script(`(function (exports, require, module) {${code}\n})`);
  return script.runInThisContext() as Bundle;
}

/** The tests of a bundle, which gets everything but `vitest` from `require`. */
export function collectTests(bundle: Bundle, require: (id: string) => unknown): CollectedTest[] {
  const { api, tests } = testCollection();
  const module = { exports: {} };
  bundle(module.exports, (id) => (id === 'vitest' ? { ...api, expect } : require(id)), module);
  return tests;
}
