import { type CanvasSize, MOST_PIXELS, pngSize } from './png-size.ts';

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
