/** Farthest that a line may be above the hovered element: a name in a link in a line. */
const MOST_STEPS = 4;

/**
 * A text that ends in an ellipsis is shown whole on hover, wherever it is. Texts that say something else on hover keep that.
 * Returns the function that ends this.
 */
export function showCutText(): () => void {
  const show = ({ target }: Event): void => {
    const line = target instanceof Element ? lineAround(target) : undefined;
    if (!line || (line.title !== '' && line.title !== line.dataset.whole)) return;
    const whole = isCut(line) ? line.textContent : '';
    line.title = whole;
    line.dataset.whole = whole;
  };
  document.addEventListener('pointerover', show);
  return () => document.removeEventListener('pointerover', show);
}

/** The element that cuts its text where it has no room. */
function lineAround(element: Element): HTMLElement | undefined {
  let line: Element | null = element;
  for (let steps = 0; line && steps < MOST_STEPS; steps++, line = line.parentElement) {
    const { textOverflow, webkitLineClamp } = getComputedStyle(line);
    const mayCut = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
    if (mayCut && line instanceof HTMLElement) return line;
  }
  return undefined;
}

/** Whether a line is cut in its width, or in its height if it may have several lines. */
function isCut(line: HTMLElement): boolean {
  const hasLines = getComputedStyle(line).webkitLineClamp !== 'none';
  return line.scrollWidth > line.clientWidth || (hasLines && line.scrollHeight > line.clientHeight);
}
