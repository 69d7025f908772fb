import type fc from 'fast-check';

/** The same runs every time, so that a failure can be repeated; `GCSCOPE_SEED` and `GCSCOPE_RUNS` give others. */
export function propertyRuns<T>(runs = 200): fc.Parameters<T> {
  return {
    seed: Number(process.env.GCSCOPE_SEED ?? 20_260_101),
    numRuns: Number(process.env.GCSCOPE_RUNS ?? runs),
  };
}
