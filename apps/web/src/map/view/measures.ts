/** Below this zoom names get too short to tell objects apart; from here on cards have two lines. */
export const READABLE_ZOOM = 0.62;
/** Below this zoom cards are specks, and namespaces tell what is in them. */
export const AFAR_ZOOM = 0.2;
/** Least zoom at which each card has its glyph and its name, cut in the middle where it is long: six letters have room. */
export const CARD_NAMES_ZOOM = 0.3;
/** Least zoom at which blockers have room beside their cards: names of objects with problems are larger than their cards. */
export const REASONS_ZOOM = 0.25;
/** Below this zoom a line between two namespaces would be read as a border of one of them. */
export const LINES_ZOOM = 0.12;
/** The farthest and the closest zoom: half a million objects are a world of 150,000 px. */
export const MIN_ZOOM = 0.003;
export const MAX_ZOOM = 2.5;

/** CSS px: the strip with the name of a namespace whose upper end is out of view. */
export const FRAME_HEADER = 22;

/** The zoom, or the nearest that there is. */
export function possibleZoom(zoom: number): number {
  return clamped(zoom, MIN_ZOOM, MAX_ZOOM);
}

/** `4.2 %`: whole percents of a large world would not change. Rounded down: below a limit that the page names it shows less than that. */
export function formatZoom(zoom: number): string {
  const digits = zoom < 0.1 ? 1 : 0;
  // Less than a digit that could be seen, as products of fractions are not whole.
  const shown = Math.floor(zoom * 100 * 10 ** digits + 1e-6) / 10 ** digits;
  return `${shown.toFixed(digits)} %`;
}

/** The nearest number in a range. */
export function clamped(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
