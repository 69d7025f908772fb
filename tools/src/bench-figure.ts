/** How a figure is to be taken. */
export interface BenchOptions {
  /** At small size, only to see that it runs. */
  readonly smoke: boolean;
  /** The folder for records of figures that keep one. */
  readonly record?: string | undefined;
  /** Says what goes on; never standard output, which belongs to the results. */
  progress(text: string): void;
}

/** A measurement. */
export interface Measurement {
  /** In the figure's unit; the median counts. At least three, save in a smoke run or of a figure that is taken once. */
  readonly samples: readonly number[];
  /** The same measured for peers in the same run, by what they are. */
  readonly baseline?: Readonly<Record<string, number>>;
  /** Peers that are not installed. */
  readonly skipped?: readonly string[];
}

/**
 * A figure of the project. A bench module `bench/<name>.bench.ts` exports `figures: readonly Figure[]`.
 */
export interface Figure {
  /** `core.changes`; what stands before the dot is the group. */
  readonly name: string;
  /** `1/s`, `ms`, `MB`, `%`, …; empty for a ratio. */
  readonly unit: string;
  /** `>= 700000`. */
  readonly goal?: string;
  /** False if it cannot be taken at small size; `--smoke` then leaves it out. */
  readonly smokeable?: boolean;
  /** True if one run takes so long that it has to do: a single sample is enough then. */
  readonly isTakenOnce?: boolean;
  run(options: BenchOptions): Measurement | Promise<Measurement>;
}
