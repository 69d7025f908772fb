import { INSIGHT_REASONS } from './insight-reasons.ts';
import { type Mutant, mutationText } from './mutants.ts';
import { READ_AHEAD_REASONS } from './read-ahead-reasons.ts';
import { REASONS } from './survivor-reasons.ts';

const ALL_REASONS = [...REASONS, ...READ_AHEAD_REASONS, ...INSIGHT_REASONS];

const NO_REASON = 'No reason found yet';
const REFUSED = 'The compiler refuses it, so no build and no test run can have it';

const HEAD = `# Mutation testing

Stryker breaks what the table names in every way it knows, one at a time; a mutant is found when a test
fails or no longer ends. \`npm run mutation\` does it and writes this page; \`npm run mutation -- graph\` breaks one folder. The tests run within
Stryker's own process: its Vitest runner takes five seconds per mutant here and finds the same. Not among the tests are recordings
(\`test/conformance\`), random worlds, scenarios in releases other than their own, and the rooms that only look on. The score counts every
survivor against the tests, also those that cannot matter.
`;

/** One line per file, one per folder before its files. */
function scoreTable(mutants: readonly Mutant[]): string[] {
  const groups = new Map<string, Mutant[]>();
  for (const each of mutants) {
    const folder = each.file.replace(/\/.*/, '');
    for (const name of [`**${folder}**`, `${each.file}`]) {
      groups.set(name, [...(groups.get(name) ?? []), each]);
    }
  }
  const rows = [...groups].map(([name, all]) => {
    const found = all.filter(({ noticed }) => noticed).length;
    return `| ${name} | ${all.length} | ${all.length - found} | ${((100 * found) / all.length).toFixed(1)} |`;
  });
  return ['| File | Mutants | Survivors | Score, % |', '|---|---|---|---|', ...rows];
}

/** `<file>: <original> → <replacement>`, by which a reason names a survivor. */
function nameOf(mutant: Mutant): string {
  return `${mutant.file}: ${mutationText(mutant)}`;
}

function reasonOf(mutant: Mutant): string {
  const name = nameOf(mutant);
  return ALL_REASONS.find(({ survivors }) => survivors.includes(name))?.reason ?? NO_REASON;
}

function survivorList(survivors: readonly Mutant[], refused: ReadonlySet<Mutant>): string[] {
  const byReason = new Map<string, string[]>(ALL_REASONS.map(({ reason }) => [reason, []]));
  for (const each of survivors) {
    if (refused.has(each)) continue;
    const reason = reasonOf(each);
    const line = `- ${each.file}: ${code(mutationText(each))}`;
    byReason.set(reason, [...(byReason.get(reason) ?? []), line]);
  }
  const counts = new Map<string, number>();
  for (const { file } of refused) counts.set(file, (counts.get(file) ?? 0) + 1);
  const lines = [...byReason].flatMap(([reason, each]) =>
    each.length === 0 ? [] : [`### ${reason} (${each.length})`, '', ...new Set(each), ''],
  );
  const tally = [...counts].map(([file, count]) => `${file} ${count}`).join(', ');
  return [...lines, `### ${REFUSED} (${refused.size})`, '', `${tally}.`];
}

function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** The page about these mutants of these files, of which the compiler refuses some. */
export function mutationReport(
  mutants: readonly Mutant[],
  refused: ReadonlySet<Mutant>,
  files: readonly string[],
): string {
  const broken = new Set(mutants.map(({ file }) => file));
  const others = files.filter((each) => !broken.has(each));
  const survivors = mutants.filter(({ noticed }) => !noticed);
  return [
    HEAD,
    ...scoreTable(mutants),
    '',
    `Without a score, as nobody broke them yet or they hold types alone: ${others.join(', ')}.`,
    '',
    '## Survivors',
    '',
    ...survivorList(survivors, refused),
    '',
  ].join('\n');
}

/** Reasons for survivors that are not (any more) among these mutants. */
export function unusedReasons(mutants: readonly Mutant[]): string[] {
  const names = new Set(mutants.filter(({ noticed }) => !noticed).map(nameOf));
  return ALL_REASONS.flatMap(({ survivors }) => survivors).filter((each) => !names.has(each));
}
