import type { Mark } from '@gcscope/gc-core/wire';
import { CARD_HEIGHT, CARD_WIDTH, markLook } from '@gcscope/picture';
import type { Arrangement } from '../world/arrangement.ts';
import { isWrongAt, markAt } from '../world/slot-marks.ts';
import type { Brush } from './brush.ts';
import { beforeGlyph } from './card-room.ts';
import { glyphSize, stampGlyph } from './paint-glyph.ts';
import { paintCountOn } from './paint-stacks.ts';

/** The data that small cards show. */
export type SmallCards = Pick<Arrangement, 'layout' | 'marks' | 'kinds'> & {
  readonly faces: Pick<Arrangement['faces'], 'stacks'>;
};

/**
 * Draws objects that have no card of Cytoscape's as such a card looks before it has a name: ground, outline and glyph, on a stack its
 * count.
 */
export function paintSmallCards(brush: Brush, objects: SmallCards, slots: readonly number[]): void {
  const { context, colours, zoom, pan } = brush;
  const { layout, marks, kinds, faces } = objects;
  const [width, height] = [CARD_WIDTH * zoom, CARD_HEIGHT * zoom];
  const leftOf = (slot: number): number => (layout.x[slot] ?? 0) * zoom + pan.x - width / 2;
  const topOf = (slot: number): number => (layout.y[slot] ?? 0) * zoom + pan.y - height / 2;
  const calm: number[] = [];
  const others: { readonly slot: number; readonly mark: Mark }[] = [];
  for (const slot of slots) {
    const mark = markAt(marks, slot);
    if (mark === 'calm' && !isWrongAt(marks, slot)) calm.push(slot);
    else if (mark) others.push({ slot, mark });
  }
  // Calm ones as rectangles, all of one colour at once: a path for each takes several times as long.
  const { fill, stroke } = colours.marks.calm;
  context.fillStyle = stroke;
  for (const slot of calm) context.fillRect(leftOf(slot), topOf(slot), width, height);
  context.fillStyle = fill;
  for (const slot of calm)
    context.fillRect(leftOf(slot) + 1, topOf(slot) + 1, width - 2, height - 2);
  for (const { slot, mark } of others) {
    paintOutlined(brush, mark, isWrongAt(marks, slot), {
      x: leftOf(slot),
      y: topOf(slot),
      width,
      height,
    });
  }
  const size = glyphSize(zoom);
  const paintSigns = (slot: number, mark: Mark): void => {
    const [apiVersion, kind] = kinds.kinds[kinds.kind[slot] ?? -1] ?? ['', ''];
    const [left, top] = [leftOf(slot), topOf(slot)];
    stampGlyph(
      brush,
      { apiVersion, kind },
      mark,
      left + beforeGlyph(zoom),
      top + (height - size) / 2,
      size,
    );
    const stack = faces.stacks.size > 0 ? faces.stacks.get(layout.uids[slot] ?? '') : undefined;
    if (stack) paintCountOn(brush, stack, mark, left, top);
  };
  for (const slot of calm) paintSigns(slot, 'calm');
  for (const { slot, mark } of others) paintSigns(slot, mark);
}

function paintOutlined(
  { context, colours }: Brush,
  mark: Mark,
  isWrong: boolean,
  {
    x,
    y,
    width,
    height,
  }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): void {
  const { fill, stroke } = colours.marks[mark];
  context.fillStyle = fill;
  // An unobserved object has no body.
  if (mark !== 'virtual') context.fillRect(x, y, width, height);
  context.strokeStyle = isWrong ? colours.invalid : stroke;
  context.lineWidth = 1.25;
  context.setLineDash(isWrong || markLook(mark).outline === 'dashed' ? [3, 2] : []);
  context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  context.setLineDash([]);
}
