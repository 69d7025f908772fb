import { specIds } from '../../../packages/gc-core/test/support/cited-rules.ts';
import { mutationText } from './mutants.ts';
import { RULE_NOTES } from './rule-notes.ts';
import type { RuleProof } from './rule-proofs.ts';

const HEAD = `# Rules, their tests, and what breaks them

For each rule of the SPECs: how many tests name it (\`[GB-25]\` in the name, or a scenario that says so), and one way to break the program
so that one of just these tests fails. \`npm run mutation -- --rules\` finds the ways among the mutants of [MUTATION.md](MUTATION.md) and of
other folders of \`src\`, nearest to where the source names the rule, and writes this page; \`npm run mutation -- --report\` writes it anew.
`;

function code(text: string): string {
  const escaped = text.replaceAll('|', '\\|');
  return escaped.includes('`') ? `\`\` ${escaped} \`\`` : `\`${escaped}\``;
}

/** The failing test, in the words of its author. */
function testText(test: string): string {
  const [file = '', name = ''] = test.split(/#(.*)/s);
  const scenario = /^scenarios (.*\.yaml)$/.exec(name)?.[1];
  if (scenario !== undefined) return `scenario ${scenario.replace('.yaml', '')}`;
  const text = name.length > 110 ? `${name.slice(0, 109)}…` : name;
  return `${file.replace(/^test\/|\.test\.ts$/g, '')}: ${text.replaceAll('|', '\\|')}`;
}

function row({ id, tests, mutant, failing }: RuleProof): string {
  const broken =
    mutant && failing !== undefined
      ? `${mutant.file}: ${code(mutationText(mutant))} | ${testText(failing)}`
      : `${RULE_NOTES.get(id) ?? 'not shown yet'} | `;
  return `| ${id} | ${tests.size} | ${broken} |`;
}

/** The page about these rules and those that the core does not show. */
export function rulesReport(proofs: readonly RuleProof[]): string {
  const shown = proofs.filter(({ mutant }) => mutant !== undefined).length;
  const notShown = [...specIds().notShown].map(([id, reason]) => `| ${id} | ${reason} |`);
  return [
    HEAD,
    `Shown so: ${shown} of ${proofs.length} rules.`,
    '',
    '| Rule | Tests | Broken | Fails |',
    '|---|---|---|---|',
    ...proofs.map(row),
    '',
    '## Not shown by this core',
    '',
    '| Rule | Reason |',
    '|---|---|',
    ...notShown,
    '',
  ].join('\n');
}
