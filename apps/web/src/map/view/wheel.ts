import { READABLE_ZOOM } from './measures.ts';

/** Notches of the wheel from everything to cards that can be read. */
const NOTCHES_TO_CARDS = 4;
/** Bounds of the factor of a notch: less is slow in a small world, more is a leap. */
const LEAST_FACTOR = 1.5;
const MOST_FACTOR = 3;
/** Turn that browsers report for one notch, in px; more in one event is still one notch. */
const NOTCH_PX = 100;
/** A line in px; browsers also count in lines and in pages. */
const LINE_PX = 100 / 3;
/** Smaller turns come from a trackpad: many in a row, each followed at once. */
const SMALLEST_NOTCH = 50;
/** A trackpad reports the logarithm of the pinch in percent. */
const PINCH_PX = 100;

/** A turn of the wheel, or a pinch on a trackpad. */
export type WheelTurn = Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'ctrlKey'>;

/** Factor of one notch in a world that is in view as a whole at this zoom. */
export function notchFactor(whole: number): number {
  const factor = ((READABLE_ZOOM * 1.05) / whole) ** (1 / NOTCHES_TO_CARDS);
  return Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, factor));
}

/** Factor of a turn, and whether the map travels there or follows the fingers at once. */
export function zoomOfTurn(
  { deltaY, deltaMode, ctrlKey }: WheelTurn,
  notch: number,
): { readonly factor: number; readonly travels: boolean } {
  const px = deltaY * ([1, LINE_PX, NOTCH_PX][deltaMode] ?? 1);
  const travels = Math.abs(px) >= SMALLEST_NOTCH;
  if (ctrlKey && !travels) return { factor: Math.exp(-px / PINCH_PX), travels };
  const notches = Math.min(1, Math.max(-1, px / NOTCH_PX));
  return { factor: notch ** -notches, travels };
}
