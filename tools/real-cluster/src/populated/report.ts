/** One thing that was said, and what came of it. */
export interface Case {
  /** `Pod shop/web (wrong uid)`. */
  readonly what: string;
  /** What it is counted under. */
  readonly group: string;
  readonly predicted: string;
  readonly real: string;
  readonly agrees: 'yes' | 'in turn' | 'not verified' | 'no';
}

/** A mismatch that is known, and why it is there. */
export interface KnownMismatch {
  /** Of the line that `mismatchText` writes. */
  readonly pattern: RegExp;
  readonly cause: string;
}

/** `Pod a/b: predicted "…", real: gone`. */
function mismatchText({ what, group, predicted, real }: Case): string {
  return `${group} · ${what}\n    predicted: ${predicted}\n    real: ${real}`;
}

/** The cases that went otherwise than said. */
function mismatches(cases: readonly Case[]): Case[] {
  return cases.filter(({ agrees }) => agrees === 'no');
}

/** What went otherwise, and is not known to. */
export function unknownMismatches(
  cases: readonly Case[],
  known: readonly KnownMismatch[],
): string[] {
  return mismatches(cases)
    .map(mismatchText)
    .filter((text) => causeOf(text, known) === undefined);
}

function causeOf(text: string, known: readonly KnownMismatch[]): string | undefined {
  return known.find(({ pattern }) => pattern.test(text))?.cause;
}

const COLUMNS = [
  ['cases', undefined],
  ['as predicted', 'yes'],
  ['in turn', 'in turn'],
  ['not verified', 'not verified'],
  ['otherwise', 'no'],
] as const;

/** A table with a line for each group, then what is not verified, and each mismatch with its cause. */
export function reportText(
  title: string,
  cases: readonly Case[],
  known: readonly KnownMismatch[],
): string {
  const line = (name: string, cells: readonly (string | number)[]): string =>
    `${name.padEnd(34)}${cells.map((cell) => String(cell).padStart(13)).join('')}`;
  const row = (name: string, of: readonly Case[]): string =>
    line(
      name,
      COLUMNS.map(([, agrees]) => {
        return of.filter((each) => agrees === undefined || each.agrees === agrees).length;
      }),
    );
  const groups = [...new Set(cases.map(({ group }) => group))].toSorted();
  const unverified = cases.filter(({ agrees }) => agrees === 'not verified');
  return [
    line(
      title,
      COLUMNS.map(([head]) => head),
    ),
    ...groups.map((name) =>
      row(
        name,
        cases.filter(({ group }) => group === name),
      ),
    ),
    row('all', cases),
    ...unverified.map(mismatchText),
    ...mismatches(cases).map((each) => {
      const text = mismatchText(each);
      return `${text}\n    cause: ${causeOf(text, known) ?? 'not known'}`;
    }),
    ...known
      .filter(({ pattern }) => !mismatches(cases).some((each) => pattern.test(mismatchText(each))))
      .map(({ cause }) => `no longer seen: ${cause}`),
  ].join('\n');
}
