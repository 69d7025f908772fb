import { readFileSync } from 'node:fs';

/** A way in which a file was broken, and what became of it. */
export interface Mutant {
  /** Below `src`. */
  readonly file: string;
  readonly line: number;
  /** Its place as Stryker wants it named. */
  readonly at: string;
  /** Where the original text begins and ends in the file's text. */
  readonly from: number;
  readonly to: number;
  readonly original: string;
  readonly replacement: string;
  readonly noticed: boolean;
  /** The tests that failed, as `<file>#<name>`: the first one, unless the run asked for all. */
  readonly killers: readonly string[];
  /** The tests that come across it. */
  readonly reachedBy: readonly string[];
  /** The lines of the file. */
  readonly source: readonly string[];
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** What is read of a report in the mutation testing schema. */
interface Report {
  readonly config?: { readonly mutate?: readonly string[] };
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string;
        readonly mutants: readonly {
          readonly replacement?: string;
          readonly status: string;
          readonly killedBy?: readonly string[];
          readonly coveredBy?: readonly string[];
          readonly location: { readonly start: Place; readonly end: Place };
        }[];
      }
    >
  >;
  readonly testFiles?: Readonly<
    Record<string, { readonly tests: readonly { readonly id: string; readonly name: string }[] }>
  >;
}

const NOTICED = new Set(['Killed', 'Timeout']);

/** The files that a report is about, also those in which there was nothing to break. */
export function brokenIn(path: string): string[] {
  const { config } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  return (config?.mutate ?? []).map((file) => file.replace(/^src\//, ''));
}

/** All mutants of a report of Stryker. */
export function readMutants(path: string): Mutant[] {
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report;
  const tests = new Map(
    Object.entries(report.testFiles ?? {}).flatMap(([file, each]) =>
      each.tests.map(({ id, name }) => [id, `${file}#${name}`] as const),
    ),
  );
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const starts = lineStarts(source);
    const lines = source.split('\n');
    const offset = ({ line, column }: Place): number => (starts[line - 1] ?? 0) + column - 1;
    return mutants.map(({ replacement = '', status, killedBy = [], coveredBy = [], location }) => {
      const [from, to] = [offset(location.start), offset(location.end)];
      return {
        file: file.replace(/^src\//, ''),
        line: location.start.line,
        at: `${file}:${placeText(location.start)}-${placeText(location.end)}`,
        from,
        to,
        original: source.slice(from, to),
        replacement,
        noticed: NOTICED.has(status),
        killers: killedBy.flatMap((id) => tests.get(id) ?? []),
        reachedBy: coveredBy.flatMap((id) => tests.get(id) ?? []),
        source: lines,
      };
    });
  });
}

/** Lines count from 1, columns from 0. */
function placeText({ line, column }: Place): string {
  return `${line}:${column - 1}`;
}

function lineStarts(source: string): number[] {
  return [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

/** `<original> → <replacement>` on one line, each shortened, as documents show it. */
export function mutationText({ original, replacement }: Mutant): string {
  return `${onOneLine(original)} → ${onOneLine(replacement)}`;
}

function onOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}
