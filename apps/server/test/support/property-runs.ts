/** How often a property is tried; `GCSCOPE_RUNS` gives a longer run. */
export function propertyRuns(runs: number): number {
  return Number(process.env.GCSCOPE_RUNS ?? runs);
}
