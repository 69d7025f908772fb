import { hasWrongReference, markOf, type NodeRecord, visibleText } from '@gcscope/gc-core/wire';
import { CARD_WIDTH, type Layout, markLook, WRONG_REFERENCE } from '@gcscope/picture';
import type { Records } from './faces.ts';
import { type Brush, cutText, paintSign, setFont, textWidth } from './paint.ts';
import { AFAR_ZOOM } from './start-camera.ts';

/** Cards have names of their own from here on. */
const CARD_NAMES_FROM = 0.42;
/** CSS px. */
const NARROWEST = 48;
const HEIGHT = 15;
const PAD = 5;
const SIGN = 10;

/**
 * From afar, when cards are too small for names: the name of each tree over its root, as wide as the tree.
 * Nothing stands beside a root in its tree, so that the name hides no other card.
 */
export function paintTreeNames(brush: Brush, layout: Layout, records: Records): void {
  const { context, zoom, pan } = brush;
  if (zoom >= CARD_NAMES_FROM || zoom < AFAR_ZOOM) return;
  setFont(brush, 10, 600);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const root of rootsOf(layout)) {
    const room = (layout.reserved[layout.trees[root] ?? -1]?.width ?? 0) * zoom;
    // A tree no wider than a card has no room for more than a card.
    if (room < NARROWEST) continue;
    const left = (layout.x[root] ?? 0) * zoom + pan.x;
    const middle = (layout.y[root] ?? 0) * zoom + pan.y;
    if (!isInView(brush, left, middle, room)) continue;
    const record = records.get(layout.uids[root] ?? '');
    if (record) paintName(brush, record, left, middle, room);
  }
}

const roots = new WeakMap<Layout, readonly number[]>();

/** The roots of trees: a grid has columns, a tree has none. Found once a layout, for a frame has no time to look at all objects. */
function rootsOf(layout: Layout): readonly number[] {
  const known = roots.get(layout);
  if (known) return known;
  const found: number[] = [];
  for (let slot = 0; slot < layout.uids.length; slot++) {
    const isRoot = layout.parents[slot] === -1;
    if (isRoot && layout.reserved[layout.trees[slot] ?? -1]?.columns === 0) found.push(slot);
  }
  roots.set(layout, found);
  return found;
}

function isInView({ width, height }: Brush, left: number, middle: number, room: number): boolean {
  const isBeside = left < -room || left > width + room;
  return !isBeside && middle >= -HEIGHT && middle <= height + HEIGHT;
}

function paintName(
  brush: Brush,
  record: NodeRecord,
  left: number,
  middle: number,
  room: number,
): void {
  const { context, zoom, colours } = brush;
  const mark = markOf(record);
  const ink = colours.marks[mark];
  const wrong = hasWrongReference(record);
  const sign = wrong ? WRONG_REFERENCE.sign : markLook(mark).sign;
  const signRoom = sign === '' ? 0 : SIGN + 3;
  const text = cutText(brush, visibleText(record.name), room - 2 * PAD - signRoom);
  const written = textWidth(brush, text) + signRoom;
  const width = Math.max(written + 2 * PAD, CARD_WIDTH * zoom);
  context.beginPath();
  context.roundRect(left - width / 2, middle - HEIGHT / 2, width, HEIGHT, 4);
  context.fillStyle = ink.fill;
  context.fill();
  context.setLineDash(wrong || markLook(mark).outline === 'dashed' ? [3, 2] : []);
  context.strokeStyle = wrong ? colours.invalid : ink.stroke;
  context.lineWidth = 1;
  context.stroke();
  context.setLineDash([]);
  if (sign !== '') {
    const colour = wrong ? colours.invalid : ink.sign;
    paintSign(brush, sign, left - written / 2, middle - SIGN / 2, SIGN, colour, 1.9);
  }
  context.fillStyle = ink.text;
  context.fillText(text, left + signRoom / 2, middle + 0.5);
}
