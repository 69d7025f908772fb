import { createRequire } from 'node:module';
import { join } from 'node:path';
import type fc from 'fast-check';
import {
  citationsOfScenarios,
  idsIn,
  RULE_ID,
  specIds,
} from '../../../packages/gc-core/test/support/cited-rules.ts';
import { bundleOf, type CollectedTest, collectTests } from './collected-tests.ts';
import { misfit, type RuleFault, withEdit } from './rule-faults.ts';
import { bundleFiles } from './test-bundle.ts';

/** A test by its file below the package and its full name. */
interface TestName {
  readonly file: string;
  readonly name: string;
}

/** The test that RULES.md calls so; a scenario is the test that plays it. */
export function testCalled(text: string): TestName {
  const [, ofNode, scenario] = /^scenario (kubelet\/)?(.*)$/.exec(text) ?? [];
  if (scenario === undefined) {
    const [file = '', name = ''] = text.split(/: (.*)/s);
    return { file: `test/${file}.test.ts`, name };
  }
  return ofNode === undefined
    ? { file: 'test/scenario/scenarios.test.ts', name: `scenarios ${scenario}.yaml` }
    : { file: 'test/kubelet/scenarios.test.ts', name: `kubelet scenarios ${scenario}.yaml` };
}

/**
 * The missing proofs of the faults' rules, one sentence each. A proof is a test that names the rule, passes without the
 * fault, and fails with it. No source file changes: the fault is planted while the source is loaded. `root` is the
 * package, and the working directory.
 */
export async function missingProofs(root: string, faults: readonly RuleFault[]): Promise<string[]> {
  const require = createRequire(join(root, 'package.json'));
  // The smallest counterexample is not read.
  (require('fast-check') as typeof fc).configureGlobal({ endOnFailure: true });
  const sound = new Map<string, readonly CollectedTest[]>();
  const missing: string[] = [];
  for (const fault of faults) {
    const { file, name } = testCalled(fault.fails);
    const tests = sound.get(file) ?? (await testsOf(root, file, require));
    sound.set(file, tests);
    const test = tests.find((each) => each.name === name);
    if (!test) missing.push(`${fault.rule}: there is no test "${fault.fails}".`);
    else if (!namesRule(fault)) missing.push(`${fault.rule}: "${fault.fails}" does not name it.`);
    else if (misfit(root, fault)) missing.push(`${misfit(root, fault)}`);
    else if (await fails(test)) missing.push(`${fault.rule}: "${fault.fails}" fails anyhow.`);
    else if (!(await findsFault(root, fault, file, name, require))) {
      missing.push(`${fault.rule}: "${fault.fails}" does not find that ${fault.says}.`);
    }
  }
  return missing;
}

/** Rules without a fault or with several, and faults of what is no rule. */
export function unproven(faults: readonly RuleFault[]): string[] {
  const { rules } = specIds();
  const count = new Map([...rules].map((rule) => [rule, 0]));
  for (const { rule } of faults) count.set(rule, (count.get(rule) ?? 1) + 1);
  return [...count].flatMap(([rule, times]) =>
    times === 1 ? [] : [`${rule}: ${times === 0 ? 'no fault' : 'no rule, or several faults'}.`],
  );
}

function namesRule({ rule, fails: text }: RuleFault): boolean {
  const scenario = /^scenario (.*)$/.exec(text)?.[1];
  if (scenario !== undefined) {
    const file = `${scenario}.yaml`;
    return citationsOfScenarios().some((each) => each.id === rule && each.file === file);
  }
  const inBrackets = text.match(new RegExp(`\\[${RULE_ID}[^\\]]*\\]`, 'g')) ?? [];
  return inBrackets.some((cited) => idsIn(cited).includes(rule));
}

async function findsFault(
  root: string,
  fault: RuleFault,
  file: string,
  name: string,
  require: NodeJS.Require,
): Promise<boolean> {
  const tests = await testsOf(root, file, require, fault);
  const test = tests.find((each) => each.name === name);
  return test !== undefined && (await fails(test));
}

async function fails(test: CollectedTest): Promise<boolean> {
  try {
    await test.body();
    return false;
  } catch {
    return true;
  }
}

/** The tests of a file, collected anew, with a fault in what they import. Throws when they do not reach the fault. */
async function testsOf(
  root: string,
  file: string,
  require: NodeJS.Require,
  fault?: RuleFault,
): Promise<CollectedTest[]> {
  const edits = new Set(fault?.edits);
  const code = await bundleFiles(root, [file], (source, path) => {
    let text = source;
    for (const edit of fault?.edits ?? []) {
      if (path !== join(root, 'src', edit.file)) continue;
      text = withEdit(text, edit) ?? text;
      edits.delete(edit);
    }
    return text;
  });
  for (const edit of edits) throw new Error(`${fault?.rule}: ${file} does not load ${edit.file}.`);
  return collectTests(bundleOf(code), require);
}
