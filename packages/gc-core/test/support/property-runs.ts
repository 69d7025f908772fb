/** How often a property is tried: `GCSCOPE_RUNS` times as often as here. A failure prints seed and path; `GCSCOPE_SEED` takes another seed. */
export function propertyRuns(runs = 100): { readonly seed: number; readonly numRuns: number } {
  return {
    seed: Number(process.env.GCSCOPE_SEED ?? 20_260_101),
    numRuns: Math.ceil(runs * Number(process.env.GCSCOPE_RUNS ?? 1)),
  };
}
