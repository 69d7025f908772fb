import { findOnPath } from './executable.ts';

const NAMES = ['firefox-esr', 'firefox'];

/** Where a Firefox is: `GCSCOPE_FIREFOX`, else one on PATH; or why there is none, as one sentence. Never throws. */
export async function findFirefox(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<{ readonly path: string } | { readonly reason: string }> {
  const path = env.GCSCOPE_FIREFOX || (await findOnPath(NAMES, env.PATH));
  if (path) return { path };
  return {
    reason: `The journeys in Firefox need one of ${NAMES.join(', ')} on PATH, or GCSCOPE_FIREFOX.`,
  };
}
