import { readFileSync } from 'node:fs';

/** A way in which a file was broken, and what became of it. */
export interface Mutant {
  /** Below `src`. */
  readonly file: string;
  readonly line: number;
  /** Where the original text begins and ends in the file's text. */
  readonly from: number;
  readonly to: number;
  readonly original: string;
  readonly replacement: string;
  readonly noticed: boolean;
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
          readonly location: { readonly start: Place; readonly end: Place };
        }[];
      }
    >
  >;
}

const NOTICED = new Set(['Killed', 'Timeout']);

/** The files that a report is about, also those in which there was nothing to break. */
export function brokenIn(path: string): string[] {
  const { config } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  return (config?.mutate ?? []).map((file) => file.replace(/^src\//, ''));
}

/** All mutants of a report of Stryker, those of a file in the order of their places: what is broken anew comes last there. */
export function readMutants(path: string): Mutant[] {
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report;
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const starts = lineStarts(source);
    const lines = source.split('\n');
    const offset = ({ line, column }: Place): number => (starts[line - 1] ?? 0) + column - 1;
    const read = mutants.map(({ replacement = '', status, location }) => {
      const [from, to] = [offset(location.start), offset(location.end)];
      return {
        file: file.replace(/^src\//, ''),
        line: location.start.line,
        from,
        to,
        original: source.slice(from, to),
        replacement,
        noticed: NOTICED.has(status),
        source: lines,
      };
    });
    return read.toSorted((a, b) => a.from - b.from);
  });
}

/** Offsets of the lines, which count from 1; columns do so, too. */
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
