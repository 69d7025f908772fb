import fc from 'fast-check';

// Every run tries the same cases, so that a failure comes with the change that made it. `GCSCOPE_SEED` tries others,
// `GCSCOPE_RUNS=10` ten times as many.
fc.configureGlobal({
  seed: Number(process.env.GCSCOPE_SEED ?? 20_260_101),
  numRuns: Math.ceil(100 * Number(process.env.GCSCOPE_RUNS ?? 1)),
});
