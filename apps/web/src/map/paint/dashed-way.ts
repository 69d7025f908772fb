import type { Box, Size } from '@gcscope/picture';
import { clamped } from '../view/measures.ts';
import type { Brush } from './brush.ts';

/** Margin beside the view, CSS px: no line is thicker. */
const MARGIN = 8;

/** The box that a view of this size shows, and a margin, in px of the world. */
export function viewedBox({ zoom, pan, width, height }: Omit<Brush, 'context' | 'colours'>): Box {
  const size: Size = { width: (width + 2 * MARGIN) / zoom, height: (height + 2 * MARGIN) / zoom };
  return { x: (-pan.x - MARGIN) / zoom, y: (-pan.y - MARGIN) / zoom, ...size };
}

/**
 * Strokes the parts along x, or along y, of a way in dashes, as far as they are in the box: dashes out of view take the browser as long
 * as those in view, and across a large world there are thousands. Each part begins and ends in the middle of the first dash: a gap of
 * the dashes where a line turns would be read as one of a line that crosses it.
 */
export function strokeDashed(
  context: CanvasRenderingContext2D,
  points: readonly number[],
  dash: readonly number[],
  isAlongX: boolean,
  box: Box,
): void {
  const [left, top, right, bottom] = [box.x, box.y, box.x + box.width, box.y + box.height];
  const period = dash.reduce((sum, each) => sum + each, 0);
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(at, at + 4);
    const [from, to] = [
      { x: clamped(x0, left, right), y: clamped(y0, top, bottom) },
      { x: clamped(x1, left, right), y: clamped(y1, top, bottom) },
    ];
    const isInBox = isAlongX ? from.y === y0 && from.x !== to.x : from.x === x0 && from.y !== to.y;
    if ((y0 === y1) !== isAlongX || !isInBox) continue;
    const length = Math.abs(x1 - x0) + Math.abs(y1 - y0);
    const stretched = length / Math.max(1, Math.round(length / period)) / period;
    context.setLineDash(dash.map((each) => each * stretched));
    const first = ((dash[0] ?? 0) / 2) * stretched;
    context.lineDashOffset = first + Math.abs(from.x - x0) + Math.abs(from.y - y0);
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
  context.setLineDash([]);
  context.lineDashOffset = 0;
}
