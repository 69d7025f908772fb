import { describe } from 'vitest';
import { whyNoRealCluster } from './build-real-cluster.ts';

const why = await whyNoRealCluster();

/** A suite that needs a real cluster. Where none can be built, it is skipped, and its name says why. */
export function describeReal(name: string, tests: () => void): void {
  describe.skipIf(why !== undefined)(why === undefined ? name : `${name} (${why})`, tests);
}
