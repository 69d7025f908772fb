import fc from 'fast-check';

// Every run tries the same cases, so that a failure comes with the change that made it; `GCSCOPE_SEED` tries others.
fc.configureGlobal({ seed: Number(process.env.GCSCOPE_SEED ?? 20_260_101) });
