import type { Counter, Gauge, Registry } from 'prom-client';

/** The series of one metric: each value with its labels. */
export type Series = Iterable<
  readonly [value: number, labels?: Readonly<Record<string, string>> | undefined]
>;

/** A metric whose values are kept elsewhere, and read at each request for metrics. */
export interface SeriesMetric {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  readonly read: () => Series;
}

/** Adds a metric of values that are kept elsewhere. */
export function addSeries(
  registry: Registry,
  Metric: typeof Counter | typeof Gauge,
  { name, help, labelNames = [], read }: SeriesMetric,
): void {
  new Metric<string>({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, labels = {}] of read()) this.inc(labels, value);
    },
  });
}
