import type { Core } from 'cytoscape';

/** Rounding of numbers, no part of a px that could be seen. */
const NEAR = 0.001;

/**
 * Rounds the position of a dragged map to whole px, because the browser then copies pictures instead of blending them. The remainder is added
 * to the next step: a slow finger moves by less than a px at a time.
 */
export function dragByWholePx(cy: Core): void {
  let leftOut = { x: 0, y: 0 };
  cy.on('dragpan', () => {
    const pan = cy.pan();
    const { x, y } = { x: pan.x + leftOut.x, y: pan.y + leftOut.y };
    const whole = { x: Math.round(x), y: Math.round(y) };
    leftOut = { x: x - whole.x, y: y - whole.y };
    if (Math.max(Math.abs(pan.x - whole.x), Math.abs(pan.y - whole.y)) > NEAR) cy.pan(whole);
  });
}
