/**
 * A line that ends in an ellipsis shows the whole text on hover, wherever it is. Lines that say something else on hover keep that.
 * Returns what ends this.
 */
export function showCutWords(): () => void {
  const show = ({ target }: Event): void => {
    const line = target instanceof Element ? target.closest<HTMLElement>('.cut') : null;
    if (!line || (line.title !== '' && line.title !== line.dataset.whole)) return;
    const whole = line.scrollWidth > line.clientWidth ? line.textContent : '';
    line.title = whole;
    line.dataset.whole = whole;
  };
  document.addEventListener('pointerover', show);
  return () => document.removeEventListener('pointerover', show);
}
