/** The size of a canvas in px. */
export interface CanvasSize {
  readonly width: number;
  readonly height: number;
  /** Of the picture; 1 is its own size. */
  readonly scale: number;
}

/** Longer sides are refused by some browsers. */
export const LONGEST_SIDE = 8192;
/** Most px of a canvas: what a desk's browsers draw, and what telephones draw. */
export const MOST_PIXELS: readonly number[] = [LONGEST_SIDE ** 2, 4096 ** 2];
/** Sharp on any screen, where there is room. */
const SHARP = 2;

/** The largest canvas of at most so many px that has the form of the picture. Sizes are whole numbers from 1 on. */
export function pngSize(width: number, height: number, mostPixels: number): CanvasSize {
  const scale = Math.min(
    SHARP,
    LONGEST_SIDE / Math.max(width, height),
    Math.sqrt(mostPixels / (width * height)),
  );
  const scaled = (side: number): number => Math.max(1, Math.floor(side * scale));
  return { width: scaled(width), height: scaled(height), scale };
}
