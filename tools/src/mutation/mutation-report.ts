import { COLLECTOR_REASONS } from './collector-reasons.ts';
import { GRAPH_REASONS } from './graph-reasons.ts';
import { INSIGHT_REASONS } from './insight-reasons.ts';
import { KUBELET_REASONS } from './kubelet-reasons.ts';
import { type MutantName, mutantNames, nameText } from './mutant-names.ts';
import type { Mutant } from './mutants.ts';
import { READ_AHEAD_REASONS } from './read-ahead-reasons.ts';
import { REQUEST_REASONS } from './request-reasons.ts';
import { ROW_REASONS } from './row-reasons.ts';

const ALL_REASONS = [
  ...COLLECTOR_REASONS,
  ...REQUEST_REASONS,
  ...GRAPH_REASONS,
  ...ROW_REASONS,
  ...READ_AHEAD_REASONS,
  ...KUBELET_REASONS,
  ...INSIGHT_REASONS,
];
const REASON_OF = new Map(
  ALL_REASONS.flatMap(({ reason, survivors }) => survivors.map((each) => [each, reason])),
);

/** Folders of which every survivor is to have a reason. */
const WHOLE = ['collector', 'apiserver', 'graph'];

const NO_REASON = 'No reason found yet';
const REFUSED = 'The compiler refuses it: `npm run check` fails, and `npm test` with it';

const HEAD = `# Mutation testing

Stryker breaks what the table names in every way it knows, one at a time; a mutant is found when a test
fails or no longer ends. \`npm run mutation\` does it and writes this page; \`npm run mutation -- graph\` breaks one folder.
`;

const METHOD = `
The tests run within Stryker's own process: its Vitest runner takes five seconds per mutant here and finds the same. Not among the tests
are recordings (\`test/conformance\`) but the answers of an API server, random worlds, scenarios in releases other than their own, and the
rooms that only look on. The score counts every survivor against the tests, also those that cannot matter. A reason stands for one
survivor in one place: the function or the member, and which one it is where several read alike.
`;

/** What was broken, and what came of it. */
export interface MutationResults {
  /** Of whole files, as they are now. */
  readonly mutants: readonly Mutant[];
  /** Survivors that the compiler finds. */
  readonly refused: ReadonlySet<Mutant>;
  /** Files without a score that have something to break, or may have. */
  readonly open: readonly string[];
  /** Files in which there is nothing to break. */
  readonly empty: readonly string[];
}

function roomOf(file: string): string {
  return file.replace(/\/.*/, '');
}

/** Which folders are measured whole, and which in part. */
function extent({ mutants, open }: MutationResults, unexplained: ReadonlySet<Mutant>): string[] {
  const rooms = [...new Set([...mutants.map(({ file }) => file), ...open].map(roomOf))];
  const partly = new Set([...open, ...[...unexplained].map(({ file }) => file)].map(roomOf));
  const list = (names: readonly string[]): string => names.map((each) => `\`${each}\``).join(', ');
  const whole = rooms.filter((each) => !partly.has(each));
  return [
    `Measured whole: ${list(whole) || 'no folder'}. Each file has the score of its present text, and each survivor a reason.`,
    `Measured in part: ${list([...partly])}. A file that was not measured yet, or has changed since, has no score:`,
    'such files are named below the table. Some survivors have no reason yet.',
  ];
}

/** One line per file, one per folder before its files. */
function scoreTable(mutants: readonly Mutant[], unexplained: ReadonlySet<Mutant>): string[] {
  const groups = new Map<string, Mutant[]>();
  for (const each of mutants) {
    for (const name of [`**${roomOf(each.file)}**`, `${each.file}`]) {
      groups.set(name, [...(groups.get(name) ?? []), each]);
    }
  }
  const rows = [...groups].map(([name, all]) => {
    const left = all.filter(({ noticed }) => !noticed);
    const open = left.filter((each) => unexplained.has(each)).length;
    const score = ((100 * (all.length - left.length)) / all.length).toFixed(1);
    return `| ${name} | ${all.length} | ${left.length} | ${open} | ${score} |`;
  });
  const head = '| File | Mutants | Survivors | Of these without a reason | Score, % |';
  return [head, '|---|---|---|---|---|', ...rows];
}

function lineOf({ where, text, which }: MutantName): string {
  const code = text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
  return `- ${where}: ${code}${which}`;
}

/** The page about these results. */
export function mutationReport(results: MutationResults): string {
  const { mutants, refused, open, empty } = results;
  const byReason = new Map<string, string[]>(
    [...REASON_OF.values(), NO_REASON, REFUSED].map((reason) => [reason, []]),
  );
  const unexplained = new Set<Mutant>();
  for (const [mutant, name] of mutantNames(mutants)) {
    if (mutant.noticed) continue;
    const reason = refused.has(mutant) ? REFUSED : (REASON_OF.get(nameText(name)) ?? NO_REASON);
    if (reason === NO_REASON) unexplained.add(mutant);
    byReason.get(reason)?.push(lineOf(name));
  }
  return [
    HEAD,
    ...extent(results, unexplained),
    METHOD,
    ...scoreTable(mutants, unexplained),
    '',
    `Without a score, as nobody broke them yet or they have changed since: ${open.join(', ')}.`,
    '',
    `With nothing to break: ${empty.join(', ')}.`,
    '',
    '## Survivors',
    '',
    ...[...byReason].flatMap(([reason, lines]) =>
      lines.length === 0 ? [] : [`### ${reason} (${lines.length})`, '', ...lines, ''],
    ),
  ].join('\n');
}

/**
 * What is wrong with the reasons, a sentence each: in a file that has a score no survivor is named so, or a survivor of a
 * whole room has none.
 */
export function reasonFaults({ mutants, refused }: MutationResults): string[] {
  const left = new Map<string, Mutant>();
  for (const [mutant, name] of mutantNames(mutants)) {
    if (!mutant.noticed && !refused.has(mutant)) left.set(nameText(name), mutant);
  }
  const scored = new Set(mutants.map(({ file }) => file));
  const unused = [...REASON_OF.keys()].filter(
    (each) => !left.has(each) && scored.has(each.slice(0, each.indexOf(' '))),
  );
  const unexplained = [...left]
    .filter(([name, { file }]) => !REASON_OF.has(name) && WHOLE.includes(roomOf(file)))
    .map(([name]) => name);
  return [
    ...unused.map((each) => `This mutant does not survive: ${each}`),
    ...unexplained.map((each) => `This survivor has no reason: ${each}`),
  ];
}
