import { CARD_HEIGHT, CARD_WIDTH, type Layout } from '@gcscope/picture';
import { markAt, type SlotMarks } from '../world/slot-marks.ts';
import type { Brush } from './brush.ts';

/** Draws a rectangle for each of these slots in the colour of its mark. */
export function paintRectangles(
  { context, colours, zoom, pan }: Brush,
  layout: Layout,
  marks: SlotMarks,
  slots: Iterable<number>,
): void {
  const width = Math.max(1, CARD_WIDTH * zoom);
  const height = Math.max(1, CARD_HEIGHT * zoom);
  const fill = (slot: number): void => {
    const x = (layout.x[slot] ?? 0) * zoom + pan.x;
    const y = (layout.y[slot] ?? 0) * zoom + pan.y;
    context.fillRect(x - width / 2, y - height / 2, width, height);
  };
  const coloured: { slot: number; colour: string }[] = [];
  // Calm ones in one colour first: each change of the colour costs more than the rectangle.
  context.fillStyle = colours.marks.calm.stroke;
  for (const slot of slots) {
    const mark = markAt(marks, slot);
    if (mark === 'calm') fill(slot);
    else if (mark) coloured.push({ slot, colour: colours.marks[mark].stroke });
  }
  for (const { slot, colour } of coloured) {
    context.fillStyle = colour;
    fill(slot);
  }
}
