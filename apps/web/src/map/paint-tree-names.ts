import { hasWrongReference, markOf, type NodeRecord, visibleText } from '@gcscope/gc-core/wire';
import { CARD_WIDTH, type Layout, markLook, WRONG_REFERENCE } from '@gcscope/picture';
import type { Records } from './faces.ts';
import { type Brush, cutText, paintSign, setFont, textWidth } from './paint.ts';
import type { MapProblems } from './problems.ts';
import { AFAR_ZOOM } from './start-camera.ts';

/** From here on a card has room for its name beside its glyph. */
const UP_TO = 0.42;
/** CSS px. */
const NARROWEST = 48;
const HEIGHT = 15;
const PAD = 5;
const SIGN = 10;

/**
 * From afar, when cards have little room for names: the name of each tree over its root, as wide as the tree, and of each object in
 * problems over its card. Nothing stands beside a root in its tree, so that the name hides no other card. Returns the slots that
 * have a name now: it comes with their signs.
 */
export function paintTreeNames(
  brush: Brush,
  layout: Layout,
  records: Records,
  problems: MapProblems,
  hasCard: (slot: number) => boolean,
): ReadonlySet<number> {
  const { context, zoom, pan } = brush;
  const named = new Set<number>();
  if (zoom >= UP_TO || zoom < AFAR_ZOOM) return named;
  setFont(brush, 10, 600);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const paint = (slot: number, room: number): void => {
    // A tree no wider than a card has no room for more than a card.
    if (room < NARROWEST) return;
    const left = (layout.x[slot] ?? 0) * zoom + pan.x;
    const middle = (layout.y[slot] ?? 0) * zoom + pan.y;
    if (!isInView(brush, left, middle, room)) return;
    const record = records.get(layout.uids[slot] ?? '');
    if (!record) return;
    paintName(brush, record, left, middle, room);
    named.add(slot);
  };
  const roots = rootsOf(layout);
  const isRoot = new Set(roots);
  for (const { slot } of problems.marks) {
    if (hasCard(slot) && !isRoot.has(slot)) paint(slot, CARD_WIDTH * zoom);
  }
  for (const root of roots) {
    paint(root, (layout.reserved[layout.trees[root] ?? -1]?.width ?? 0) * zoom);
  }
  return named;
}

const knownRoots = new WeakMap<Layout, readonly number[]>();

/** The roots of trees: a grid has columns, a tree has none. Found once a layout, for a frame has no time to look at all objects. */
function rootsOf(layout: Layout): readonly number[] {
  const known = knownRoots.get(layout);
  if (known) return known;
  const found: number[] = [];
  for (let slot = 0; slot < layout.uids.length; slot++) {
    const isRoot = layout.parents[slot] === -1;
    if (isRoot && layout.reserved[layout.trees[slot] ?? -1]?.columns === 0) found.push(slot);
  }
  knownRoots.set(layout, found);
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
  const signs = [
    ...(wrong ? [{ path: WRONG_REFERENCE.sign, colour: colours.invalid }] : []),
    ...(markLook(mark).sign === '' ? [] : [{ path: markLook(mark).sign, colour: ink.sign }]),
  ];
  const signRoom = signs.length * (SIGN + 3);
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
  signs.forEach(({ path, colour }, at) => {
    const x = left - written / 2 + at * (SIGN + 3);
    paintSign(brush, path, x, middle - SIGN / 2, SIGN, colour, 1.9);
  });
  context.fillStyle = ink.text;
  context.fillText(text, left + signRoom / 2, middle + 0.5);
}
