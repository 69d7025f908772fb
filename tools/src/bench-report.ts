import type { Figure, Measurement } from './bench-figure.ts';

/** One line of standard output. */
export interface BenchResult {
  readonly figure: string;
  /** Median of the samples. */
  readonly value: number;
  readonly unit: string;
  readonly goal?: string;
  readonly baseline?: Readonly<Record<string, number>>;
  readonly skipped?: readonly string[];
  /** Number of samples. */
  readonly n: number;
  /** Smallest and largest sample. */
  readonly spread: readonly [number, number];
}

/** The middle of the numbers, or the mean of the two in the middle; NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/**
 * The result of a figure. Throws when the measurement proves nothing: fewer samples than `atLeast`,
 * or one that is not a finite number.
 */
export function benchResult(figure: Figure, measured: Measurement, atLeast: number): BenchResult {
  const { samples, baseline, skipped } = measured;
  if (samples.length < atLeast) {
    throw new Error(`${figure.name} has ${samples.length} samples; it needs at least ${atLeast}.`);
  }
  if (!samples.every(Number.isFinite)) {
    throw new Error(`${figure.name} has a sample that is not a number: ${samples.join(', ')}.`);
  }
  return {
    figure: figure.name,
    value: rounded(median(samples)),
    unit: figure.unit,
    ...(figure.goal !== undefined && { goal: figure.goal }),
    ...(baseline !== undefined && {
      baseline: Object.fromEntries(
        Object.entries(baseline).map(([peer, value]) => [peer, rounded(value)]),
      ),
    }),
    ...(skipped !== undefined && skipped.length > 0 && { skipped }),
    n: samples.length,
    spread: [rounded(Math.min(...samples)), rounded(Math.max(...samples))],
  };
}

/** Whether the value reaches a goal like `>= 700000` or `<= 5`; undefined if there is none to check. */
export function reachesGoal({ value, goal }: BenchResult): boolean | undefined {
  const match = /^(>=|<=)\s*([\d.]+)$/.exec(goal ?? '');
  if (!match) return undefined;
  const limit = Number(match[2]);
  return match[1] === '>=' ? value >= limit : value <= limit;
}

/** The results as a table for people; a smoke run does not judge goals, which are for full size. */
export function benchTable(results: readonly BenchResult[], smoke: boolean): string {
  const rows = results.map((result) => [
    result.figure,
    `${result.value} ${result.unit}`.trim(),
    result.goal ?? '',
    smoke ? '' : goalWord(result),
    `${result.spread[0]} to ${result.spread[1]}, n = ${result.n}`,
    Object.entries(result.baseline ?? {})
      .map(([peer, value]) => `${peer}: ${value}${ratioWord(result, value)}`)
      .concat((result.skipped ?? []).map((peer) => `${peer}: not installed`))
      .join('; '),
  ]);
  const table = [['figure', 'value', 'goal', '', 'spread', 'baseline'], ...rows];
  const widths = (table[0] ?? []).map((_, at) =>
    Math.max(...table.map((row) => (row[at] ?? '').length)),
  );
  return table
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** How many times better than the peer; nothing where the goal does not say what is better. */
function ratioWord({ value, goal }: BenchResult, peer: number): string {
  if (goal === undefined) return '';
  const times = goal.startsWith('>=') ? value / peer : peer / value;
  return ` (${Number(times.toPrecision(2))}x)`;
}

function goalWord(result: BenchResult): string {
  const reached = reachesGoal(result);
  if (reached === undefined) return '';
  return reached ? 'reached' : 'missed';
}

/** Four digits say all that a noisy machine can; counts stay whole. */
function rounded(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4));
}
