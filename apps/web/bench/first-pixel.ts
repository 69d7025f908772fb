import type { Page } from '@playwright/test';

/** Globals of the page: the pixels of the map's layers as one number, and the time of the first ones. */
declare global {
  interface Window {
    gcscopePixels: () => number;
    gcscopeFirstMap: number | undefined;
  }
}

/**
 * Prepares a page, before it loads anything, to tell when pixels of its map change. Looks once a frame at a small copy of
 * all layers; times are milliseconds since the epoch, as in this process.
 */
export async function watchPixels(page: Page): Promise<void> {
  // tsx names the functions that are sent to the page by a function that is not there.
  await page.addInitScript('globalThis.__name = (named) => named;');
  await page.addInitScript(() => {
    const small = new OffscreenCanvas(480, 300);
    const context = small.getContext('2d', { willReadFrequently: true });
    const copy = (): Uint32Array => {
      const layers = document.querySelectorAll<HTMLCanvasElement>(
        '.map-behind, .map-cards canvas, .map-above',
      );
      // Looking takes time from the page that is looked at: nothing is read before there is a map.
      if (!context || layers.length === 0) return new Uint32Array();
      context.clearRect(0, 0, small.width, small.height);
      for (const layer of layers) {
        if (layer.width > 0) context.drawImage(layer, 0, 0, small.width, small.height);
      }
      return new Uint32Array(context.getImageData(0, 0, small.width, small.height).data.buffer);
    };
    window.gcscopePixels = () => {
      let hash = 0;
      for (const pixel of copy()) hash = (Math.imul(hash, 31) + pixel) | 0;
      return hash;
    };
    const look = (): void => {
      if (copy().some((pixel) => pixel !== 0))
        window.gcscopeFirstMap = performance.timeOrigin + performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Time at which the map first showed anything. */
export async function firstMap(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => window.gcscopeFirstMap);
  return (await handle.jsonValue()) ?? Number.NaN;
}

/** Resolves when the map has shown the same pixels for 300 ms. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let last = window.gcscopePixels();
        let since = performance.now();
        const look = (): void => {
          const pixels = window.gcscopePixels();
          if (pixels !== last) {
            last = pixels;
            since = performance.now();
          }
          if (performance.now() - since > 300) resolve();
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
}

/** The first change of the map's pixels from now on: when it will have been, in milliseconds since the epoch. */
export async function nextChange(page: Page): Promise<() => Promise<number>> {
  const seen = await page.evaluateHandle(() => {
    const before = window.gcscopePixels();
    const seenAt = { promise: Promise.resolve(0) };
    seenAt.promise = new Promise<number>((resolve) => {
      const look = (): void => {
        if (window.gcscopePixels() !== before) resolve(performance.timeOrigin + performance.now());
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    return seenAt;
  });
  return () => seen.evaluate((each) => each.promise);
}
