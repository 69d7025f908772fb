/** As many of these cases as `GCSCOPE_RUNS` says: the first ones in `npm test`, all of them in `npm run test:long`. */
export function shareOf<Case>(cases: readonly Case[]): readonly Case[] {
  return cases.slice(0, Math.ceil(cases.length * Number(process.env.GCSCOPE_RUNS ?? 1)));
}
