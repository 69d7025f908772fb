import { formatCount } from '@gcscope/gc-core/wire';
import type { Box } from '@gcscope/picture';
import { type Brush, setFont, textWidth } from './brush.ts';
import type { Nameless } from './frame-name.ts';

/** CSS px. */
const SIZE = 13;
const LINE = 18;
const PAD = 10;
const HEIGHT = 2 * LINE + PAD;

/**
 * One name for all namespaces that are too small for their own, in the middle of where those with problems stand by themselves, else of
 * where all do. Where other names stand between them everywhere, there is none.
 */
export function paintGroupName(
  brush: Brush,
  group: readonly Nameless[],
  names: readonly Box[],
): void {
  if (group.length < 2) return;
  const ill = group.filter(({ summary }) => summary.problems.length > 0);
  const gap = [ill, group]
    .map((part) => widestGap(brush, part, names))
    .find((part) => part && part.height >= HEIGHT);
  if (!gap) return;
  const name = `${formatCount(group.length)} smaller namespaces`;
  const more =
    ill.length > 0 ? `${formatCount(ill.length)} with problems` : 'Zoom in for their names';
  const lines = [
    { text: name, weight: 620, colour: brush.colours.text },
    { text: more, weight: 450, colour: brush.colours.frame.text },
  ];
  const widths = lines.map(({ text, weight }) => {
    setFont(brush, SIZE, weight);
    return textWidth(brush, text);
  });
  const width = Math.max(...widths) + 2 * PAD;
  if (width > gap.width) return;
  const middle = gap.x + gap.width / 2;
  const top = gap.y + (gap.height - HEIGHT) / 2;
  const { context, colours } = brush;
  context.beginPath();
  context.roundRect(middle - width / 2, top, width, HEIGHT, 6);
  context.fillStyle = colours.frame.fill;
  context.fill();
  context.strokeStyle = colours.frame.stroke;
  context.lineWidth = 1;
  context.stroke();
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const [at, { text, weight, colour }] of lines.entries()) {
    setFont(brush, SIZE, weight);
    context.fillStyle = colour;
    context.fillText(text, middle, top + PAD / 2 + LINE * (at + 0.5) + 0.5);
  }
}

/** The highest band across the group in which no name stands, as far as it is in view. */
function widestGap(
  { width, height }: Brush,
  group: readonly Nameless[],
  names: readonly Box[],
): Box | undefined {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (const { box } of group) {
    left = Math.min(left, Math.max(0, box.x));
    right = Math.max(right, Math.min(width, box.x + box.width));
    top = Math.min(top, Math.max(0, box.y));
    bottom = Math.max(bottom, Math.min(height, box.y + box.height));
  }
  const edges = names.filter(({ y }) => y < bottom).sort((a, b) => a.y - b.y);
  let widest: Box | undefined;
  const take = (from: number, to: number): void => {
    if (to - from <= (widest?.height ?? 0)) return;
    widest = { x: left, y: from, width: right - left, height: to - from };
  };
  let from = top;
  for (const name of edges) {
    take(from, name.y);
    from = Math.max(from, name.y + name.height);
  }
  take(from, bottom);
  return widest;
}
