/** The details get between these percent of the height. */
export const LEAST_SHARE = 20;
export const MOST_SHARE = 75;
const USUAL_SHARE = 44;
const STORAGE_KEY = 'gcscope.simulation.details';

/** The remembered share, or the usual one. */
export function rememberedShare(): number {
  try {
    return withinLimits(Number(localStorage.getItem(STORAGE_KEY) ?? USUAL_SHARE));
  } catch {
    return USUAL_SHARE;
  }
}

/** Remembers the share where the browser allows. */
export function rememberShare(share: number): void {
  try {
    localStorage.setItem(STORAGE_KEY, String(share));
  } catch {
    // Storage may be refused; the share then lasts as long as the page.
  }
}

/** The nearest share that leaves both sides something. */
export function withinLimits(share: number): number {
  if (!Number.isFinite(share)) return USUAL_SHARE;
  return Math.round(Math.min(MOST_SHARE, Math.max(LEAST_SHARE, share)));
}
