import { hasWrongReference, markOf, type Uid } from '@gcscope/gc-core/wire';
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type Frame,
  type Layout,
  markLook,
  type Stack,
  WRONG_REFERENCE,
} from '@gcscope/picture';
import type { Records } from './faces.ts';
import { type Brush, cutText, paintSign, setFont } from './paint.ts';
import { paintCount } from './paint-stacks.ts';

/** The world behind the cards. */
export interface World {
  readonly layout: Layout;
  readonly records: Records;
  readonly stacks: ReadonlyMap<Uid, Stack>;
  /** Slots in view that have no card. */
  readonly rectangles: readonly number[];
}

/** Objects with trouble stay visible at any zoom. */
const SMALLEST_TROUBLE = 6;
/** Height in CSS px from which a rectangle has room for a sign. */
const SMALLEST_SIGNED = 8;
/** Strokes are slow: beyond this many troubled rectangles in view, the colour stands alone. */
const MOST_SIGNED = 400;

/** Draws the frames of the namespaces, and a rectangle for each object that has no card now. */
export function paintWorld(brush: Brush, world: World): void {
  const { context, colours } = brush;
  for (const frame of world.layout.namespaces) {
    const box = onScreen(brush, frame);
    if (!inView(brush, box)) continue;
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, Math.min(14, 14 * brush.zoom + 3));
    context.fillStyle = colours.frame.fill;
    context.fill();
    context.strokeStyle = colours.frame.stroke;
    context.lineWidth = 1;
    context.stroke();
  }
  if (world.rectangles.length === 0) return;
  paintRectangles(brush, world);
  paintCounts(brush, world);
}

/** Draws the names of the namespaces above everything; a name stays in view while its frame is. */
export function paintFrameNames(brush: Brush, layout: Layout): void {
  const { context, colours } = brush;
  for (const frame of layout.namespaces) {
    const box = onScreen(brush, frame);
    if (!inView(brush, box) || box.width < 44) continue;
    const small = box.width < 160;
    setFont(brush, small ? 11 : 12.5, 620);
    const text = cutText(
      brush,
      small ? frame.label : `${frame.label}  ${frame.count}`,
      box.width - 20,
    );
    // Of a name cut to a few letters nothing is learnt.
    if (small && text !== frame.label) continue;
    const width = context.measureText(text).width;
    const height = 20;
    const band = Math.min(36 * brush.zoom, 36);
    const x = Math.min(Math.max(box.x + 10, 8), box.x + box.width - width - 10);
    // In a band too low for it the name stands out above the frame, not over what is in it.
    const inBand = band >= height ? (band - height) / 2 : band - height;
    const y = Math.min(Math.max(box.y + inBand, 6), box.y + box.height - height - 2);
    context.beginPath();
    context.roundRect(x - 6, y, width + 12, height, 5);
    context.fillStyle = colours.frame.fill;
    context.globalAlpha = 0.88;
    context.fill();
    context.globalAlpha = 1;
    context.fillStyle = colours.frame.text;
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.fillText(text, x, y + height / 2 + 0.5);
  }
}

function paintRectangles(brush: Brush, { layout, records, rectangles }: World): void {
  const { context, colours, zoom, pan } = brush;
  const trouble: { slot: number; colour: string; sign: string }[] = [];
  const width = Math.max(1, CARD_WIDTH * zoom);
  const height = Math.max(1, CARD_HEIGHT * zoom);
  const fill = (slot: number, w: number, h: number): void => {
    const x = (layout.x[slot] ?? 0) * zoom + pan.x;
    const y = (layout.y[slot] ?? 0) * zoom + pan.y;
    context.fillRect(x - w / 2, y - h / 2, w, h);
  };
  // Calm ones in one colour first: each change of the colour costs more than the rectangle.
  context.fillStyle = colours.marks.calm.stroke;
  for (const slot of rectangles) {
    const record = records.get(layout.uids[slot] ?? '');
    if (!record) continue;
    const mark = markOf(record);
    if (hasWrongReference(record))
      trouble.push({ slot, colour: colours.invalid, sign: WRONG_REFERENCE.sign });
    else if (mark !== 'calm')
      trouble.push({ slot, colour: colours.marks[mark].stroke, sign: markLook(mark).sign });
    else fill(slot, width, height);
  }
  const signs = height >= SMALLEST_SIGNED && trouble.length <= MOST_SIGNED;
  const size = height - 2;
  for (const { slot, colour, sign } of trouble) {
    context.fillStyle = colour;
    fill(slot, Math.max(width, SMALLEST_TROUBLE), Math.max(height, SMALLEST_TROUBLE));
    if (!signs) continue;
    const x = (layout.x[slot] ?? 0) * zoom + pan.x - size / 2;
    const y = (layout.y[slot] ?? 0) * zoom + pan.y - size / 2;
    paintSign(brush, sign, x, y, size, colours.background, 2.2);
  }
}

/** How many objects stand in the stacks among the rectangles. */
function paintCounts(brush: Brush, { layout, stacks, rectangles }: World): void {
  if (stacks.size === 0) return;
  for (const slot of rectangles) {
    const stack = stacks.get(layout.uids[slot] ?? '');
    if (stack) paintCount(brush, stack, layout.x[slot] ?? 0, layout.y[slot] ?? 0);
  }
}

interface ScreenBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function onScreen({ zoom, pan }: Brush, frame: Frame): ScreenBox {
  return {
    x: frame.x * zoom + pan.x,
    y: frame.y * zoom + pan.y,
    width: frame.width * zoom,
    height: frame.height * zoom,
  };
}

function inView(brush: Brush, box: ScreenBox): boolean {
  return (
    box.x < brush.width && box.y < brush.height && box.x + box.width > 0 && box.y + box.height > 0
  );
}
