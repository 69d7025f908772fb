import {
  citationsOfScenarios,
  citationsOfTests,
  filesBelow,
  idsIn,
  specIds,
} from '../../../packages/gc-core/test/support/cited-rules.ts';
import { HAND_PROOFS } from './hand-proofs.ts';
import { mutationText } from './mutants.ts';
import type { RuleProof } from './rule-proofs.ts';

const HEAD = `# Rules, their tests, and what breaks them

For each rule of the SPECs: the tests that name it (\`[GB-25]\` in the name, or a scenario that says so), and one way to break the program
so that one of just these tests fails. \`npm run mutation -- --rules\` finds the ways among the mutants of [MUTATION.md](MUTATION.md) and of
other folders of \`src\`, nearest to where the source names the rule, and writes this page; \`npm run mutation -- --report\` writes it anew.
Where none of them breaks just that rule a fault was planted by hand.
`;

function code(text: string): string {
  const escaped = text.replaceAll('|', '\\|');
  return escaped.includes('`') ? `\`\` ${escaped} \`\`` : `\`${escaped}\``;
}

/** The failing test, in the words of its author. */
function testText(test: string): string {
  const [file = '', name = ''] = test.split(/#(.*)/s);
  const [, ofNode = '', scenario] = /^(kubelet |)scenarios (.*)\.yaml$/.exec(name) ?? [];
  if (scenario !== undefined) return `scenario ${ofNode.replace(' ', '/')}${scenario}`;
  const text = name.length > 110 ? `${name.slice(0, 109)}…` : name;
  return `${file.replace(/^test\/|\.test\.ts$/g, '')}: ${text.replaceAll('|', '\\|')}`;
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

/** Why a rule has no mutant, by the rooms whose source names it. */
function whyOpen(broken: ReadonlySet<string>): (id: string) => string {
  const rooms = new Map<string, Set<string>>();
  for (const { file, text } of filesBelow('src', '.ts')) {
    const room = file.replace(/\/.*/, '');
    for (const id of idsIn(text)) rooms.set(id, (rooms.get(id) ?? new Set()).add(room));
  }
  return (id) => {
    const named = [...(rooms.get(id) ?? [])];
    if (named.length === 0) return 'open: no file of the source names it';
    if (named.some((room) => broken.has(room)))
      return 'open: no mutant near it fails its own tests';
    return `open: only ${named.map((room) => `src/${room}`).join(', ')} names it, which is not broken yet`;
  };
}

function row({ id, mutant, failing }: RuleProof, named: string, why: string): string {
  const byHand = HAND_PROOFS.get(id);
  const broken = byHand
    ? `by hand, ${byHand.broken} | ${byHand.failing}`
    : mutant && failing !== undefined
      ? `${mutant.file}: ${code(mutationText(mutant))} | ${testText(failing)}`
      : `${why} | `;
  return `| ${id} | ${named} | ${broken} |`;
}

/** The page about these rules and those that the core does not show. */
export function rulesReport(
  proofs: readonly RuleProof[],
  brokenRooms: ReadonlySet<string>,
): string {
  const named = whoNames();
  const why = whyOpen(brokenRooms);
  const shown = proofs.filter(
    ({ id, mutant }) => mutant !== undefined || HAND_PROOFS.has(id),
  ).length;
  const notShown = [...specIds().notShown].map(([id, reason]) => `| ${id} | ${reason} |`);
  return [
    HEAD,
    `Shown so: ${shown} of ${proofs.length} rules.`,
    '',
    '| Rule | Named by | Broken | Fails |',
    '|---|---|---|---|',
    ...proofs.map((each) => row(each, named(each.id), why(each.id))),
    '',
    '## Not shown by this core',
    '',
    '| Rule | Reason |',
    '|---|---|',
    ...notShown,
    '',
  ].join('\n');
}
