/**
 * How often a property is tried: `GCSCOPE_RUNS` times as often as here, but `atLeast` so often, for a test that expects its
 * cases to have met something. A failure prints seed and path; `GCSCOPE_SEED` takes another seed.
 */
export function propertyRuns(
  runs = 100,
  atLeast = 1,
): { readonly seed: number; readonly numRuns: number } {
  return {
    seed: Number(process.env.GCSCOPE_SEED ?? 20_260_101),
    numRuns: Math.max(atLeast, Math.ceil(runs * Number(process.env.GCSCOPE_RUNS ?? 1))),
  };
}
