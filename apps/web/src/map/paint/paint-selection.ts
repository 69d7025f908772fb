import type { Box } from '@gcscope/picture';
import type { Brush } from './brush.ts';

/** Draws the border of the selected object and the soft ring around it, where its box is not that of its card: as the style sheet has them. */
export function paintSelection(brush: Brush, { x, y, width, height }: Box): void {
  const { context, colours, zoom } = brush;
  const line = 2.5 * zoom;
  context.setLineDash([]);
  context.strokeStyle = colours.accent;
  context.globalAlpha = 0.25;
  context.lineWidth = 4 * zoom;
  context.beginPath();
  context.roundRect(x - 2 * zoom, y - 2 * zoom, width + 4 * zoom, height + 4 * zoom, 8 * zoom);
  context.stroke();
  context.globalAlpha = 1;
  context.lineWidth = line;
  context.beginPath();
  context.roundRect(x + line / 2, y + line / 2, width - line, height - line, 6 * zoom);
  context.stroke();
}
