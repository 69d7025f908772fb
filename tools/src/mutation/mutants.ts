import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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
  /** Of the file. */
  readonly lines: readonly string[];
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

/** A file, and all mutants of it in the order of their places. */
export interface BrokenFile {
  /** Below `src`. */
  readonly file: string;
  readonly source: string;
  readonly mutants: readonly Mutant[];
}

/** The files of a report of Stryker; one in which there was nothing to break has no mutants. `root` is the package. */
export function readBrokenFiles(root: string, path: string): BrokenFile[] {
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report;
  return (report.config?.mutate ?? []).map((name) => {
    const file = name.replace(/^src\//, '');
    const { source = readFileSync(join(root, name), 'utf8'), mutants = [] } =
      report.files[name] ?? {};
    const starts = lineStarts(source);
    const mutantAt = mutantMaker(file, source);
    const offset = ({ line, column }: Place): number => (starts[line - 1] ?? 0) + column - 1;
    const read = mutants.map(({ replacement = '', status, location }) => {
      const [from, to] = [offset(location.start), offset(location.end)];
      return mutantAt({ from, to, replacement, noticed: NOTICED.has(status) });
    });
    return { file, source, mutants: read.toSorted((a, b) => a.from - b.from) };
  });
}

/** Makes mutants of a file with this text from their places in it. */
export function mutantMaker(
  file: string,
  text: string,
): (at: Pick<Mutant, 'from' | 'to' | 'replacement' | 'noticed'>) => Mutant {
  const lines = text.split('\n');
  return (at) => {
    const line = text.slice(0, at.from).split('\n').length;
    return { file, line, ...at, original: text.slice(at.from, at.to), lines };
  };
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
