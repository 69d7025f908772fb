import type { Millis } from '@gcscope/gc-core/wire';

/** Time to wait for a frame: longer than it takes to draw half a million objects. */
const PATIENCE_MILLIS = 1000;

/**
 * Resolves when the next frame is drawn, with the milliseconds until then; soon, if the page is in the background and draws none.
 */
export function nextFrame(): Promise<Millis> {
  const began = performance.now();
  return new Promise((done) => {
    const resolve = (): void => done(performance.now() - began);
    if (!document.hidden) requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, document.hidden ? 0 : PATIENCE_MILLIS);
  });
}
