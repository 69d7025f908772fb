/** How often a property is tried: `GCSCOPE_RUNS` times as often as here. */
export function propertyRuns(runs: number): number {
  return Math.ceil(runs * Number(process.env.GCSCOPE_RUNS ?? 1));
}

/** As many of these cases as `GCSCOPE_RUNS` says: the first ones in `npm test`, all of them in `npm run test:long`. */
export function shareOf<Case>(cases: readonly Case[]): readonly Case[] {
  return cases.slice(0, propertyRuns(cases.length));
}
