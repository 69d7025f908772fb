/** The size of a canvas in px. */
interface CanvasSize {
  readonly width: number;
  readonly height: number;
  /** Scale of the picture; 1 is its own size. */
  readonly scale: number;
}

/** Longer sides are refused by some browsers. */
export const LONGEST_SIDE = 8192;
/** Most px of a canvas: what a desk's browsers draw, and what telephones draw. */
export const MOST_PIXELS: readonly number[] = [LONGEST_SIDE ** 2, 4096 ** 2];
/** Sharp on any screen, where there is room. */
const SHARP = 2;

/** A picture as PNG, and how large it is. */
export interface Png extends CanvasSize {
  readonly blob: Blob;
}

/** The SVG document as PNG, no larger than this browser can draw it; `undefined` when it cannot at all. */
export async function drawPng(svg: string): Promise<Png | undefined> {
  const image = new Image();
  // The page's security policy allows pictures from data, not from blobs.
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  for (const most of MOST_PIXELS) {
    const size = pngSize(image.naturalWidth, image.naturalHeight, most);
    const blob = await drawn(image, size);
    if (blob) return { ...size, blob };
  }
  return undefined;
}

/** Browsers answer with nothing where a canvas is too large for them. */
async function drawn(image: HTMLImageElement, { width, height }: CanvasSize): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

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
