/** How often a property is tried: `GCSCOPE_RUNS` times as often as here. */
export function propertyRuns(runs: number): number {
  return Math.ceil(runs * Number(process.env.GCSCOPE_RUNS ?? 1));
}
