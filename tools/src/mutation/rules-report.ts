import {
  citationsOfScenarios,
  citationsOfTests,
  specIds,
} from '../../../packages/gc-core/test/support/cited-rules.ts';
import type { RuleFault } from './rule-faults.ts';

const HEAD = `# Rules, their tests, and what breaks them

For each rule of the SPECs: the tests that name it (\`[GB-25]\` in the name, or a scenario that says so), a fault that breaks just this
rule, and the test that then fails. The faults stand in \`tools/src/mutation/faults\`; \`npm run rules\` plants each of them, checks that its
test passes without it and fails with it, and writes this page.
`;

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** Files of tests that name each rule, and how many scenarios do. */
function whoNames(): (id: string) => string {
  const files = new Map<string, Set<string>>();
  const scenarios = new Map<string, Set<string>>();
  for (const { file, id } of citationsOfTests()) {
    files.set(id, (files.get(id) ?? new Set()).add(file.replace('.test.ts', '')));
  }
  for (const { file, id } of citationsOfScenarios()) {
    scenarios.set(id, (scenarios.get(id) ?? new Set()).add(file));
  }
  return (id) => {
    const count = scenarios.get(id)?.size ?? 0;
    const played = count === 0 ? [] : [count === 1 ? '1 scenario' : `${count} scenarios`];
    return [...(files.get(id) ?? []), ...played].join(', ');
  };
}

function row(id: string, named: string, fault: RuleFault | undefined): string {
  if (!fault) return `| ${id} | ${named} | open | |`;
  const { edits, says, fails } = fault;
  const files = [...new Set(edits.map(({ file }) => file))].join(', ');
  return `| ${id} | ${named} | ${cell(`${files}: ${says}`)} | ${cell(fails)} |`;
}

/** The page about all rules, each with its fault, and about those that the core does not show. */
export function rulesReport(faults: readonly RuleFault[]): string {
  const named = whoNames();
  const { rules, notShown } = specIds();
  const byRule = new Map(faults.map((fault) => [fault.rule, fault]));
  const shown = [...rules].filter((id) => byRule.has(id)).length;
  return [
    HEAD,
    `Shown so: ${shown} of ${rules.size} rules.`,
    '',
    '| Rule | Named by | Broken | Fails |',
    '|---|---|---|---|',
    ...[...rules].map((id) => row(id, named(id), byRule.get(id))),
    '',
    '## Not shown by this core',
    '',
    '| Rule | Reason |',
    '|---|---|',
    ...[...notShown].map(([id, reason]) => `| ${id} | ${reason} |`),
    '',
  ].join('\n');
}
