/** Longer than it takes to draw half a million objects. */
const PATIENCE_MILLIS = 1000;

/** Resolves when the next frame is drawn; soon, if the page is in the background and draws none. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden) requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, document.hidden ? 0 : PATIENCE_MILLIS);
  });
}
