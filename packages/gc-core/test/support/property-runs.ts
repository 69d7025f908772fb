import type fc from 'fast-check';

/**
 * How often a property is tried. The seed is fixed, so that a run can be repeated; a failure prints seed and path.
 * `GCSCOPE_SEED` and `GCSCOPE_RUNS` give a larger run or another seed.
 */
export function propertyRuns<T>(runs = 200): fc.Parameters<T> {
  return {
    seed: Number(process.env.GCSCOPE_SEED ?? 20_260_101),
    numRuns: Number(process.env.GCSCOPE_RUNS ?? runs),
  };
}
