import { formatCount } from '@gcscope/gc-core/wire';
import { type Box, type Layout, overlaps, union } from '@gcscope/picture';
import { onScreen } from '../view/on-screen.ts';
import { type Brush, setFont, textWidth } from './brush.ts';
import type { Nameless } from './frame-name.ts';

/** CSS px. */
const SIZE = 13;
const LINE = 18;
const PAD = 10;
const HEIGHT = 2 * LINE + PAD;

/**
 * Draws one name for all namespaces that are too small for their own, in the middle of the space that no other shares. It covers nothing
 * that is taken, as by marks; where something is in the way everywhere, there is no name. Returns its box.
 */
export function paintGroupName(
  brush: Brush,
  layout: Layout,
  group: readonly Nameless[],
  taken: readonly Box[],
): Box | undefined {
  if (group.length < 2) return undefined;
  const withProblems = group.filter(({ summary }) => summary.problems.length > 0);
  const name = `${formatCount(group.length)} smaller namespaces`;
  const more =
    withProblems.length > 0
      ? `${formatCount(withProblems.length)} with problems, outlined`
      : 'Zoom in for their names';
  const lines = [
    { text: name, weight: 620, colour: brush.colours.text },
    { text: more, weight: 450, colour: brush.colours.frame.text },
  ];
  const widths = lines.map(({ text, weight }) => {
    setFont(brush, SIZE, weight);
    return textWidth(brush, text);
  });
  const width = Math.max(...widths) + 2 * PAD;
  const own = new Set(group.map(({ frame }) => frame));
  const others = layout.namespaces.filter((_, frame) => !own.has(frame));
  const inTheWay = [...taken, ...others.map((frame) => onScreen(brush, frame))];
  const plate = roomAmong(group, width, inTheWay);
  if (!plate) return undefined;
  const { context, colours } = brush;
  context.beginPath();
  context.roundRect(plate.x, plate.y, width, HEIGHT, 6);
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
    context.fillText(text, plate.x + width / 2, plate.y + PAD / 2 + LINE * (at + 0.5) + 0.5);
  }
  return plate;
}

/** The box in the middle across these namespaces, in the largest gap between taken boxes. */
function roomAmong(
  part: readonly Nameless[],
  width: number,
  taken: readonly Box[],
): Box | undefined {
  const [first, ...rest] = part.map(({ box }) => box);
  if (!first) return undefined;
  const all = rest.reduce(union, first);
  if (all.width < width) return undefined;
  const strip = { ...all, x: all.x + (all.width - width) / 2, width };
  const end = all.y + all.height;
  let [room, from, top] = [0, all.y, all.y];
  const blocks = taken.filter((each) => overlaps(each, strip)).sort((a, b) => a.y - b.y);
  for (const { y, height } of [...blocks, { y: end, height: 0 }]) {
    if (y - from > room) [room, top] = [y - from, from];
    from = Math.max(from, y + height);
  }
  return room < HEIGHT ? undefined : { ...strip, y: top + (room - HEIGHT) / 2, height: HEIGHT };
}
