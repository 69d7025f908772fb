import type { Mark, Uid } from '@gcscope/gc-core/wire';
import { formatCount } from '@gcscope/gc-core/wire';
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type Layout,
  markLook,
  type Palette,
  type Stack,
} from '@gcscope/picture';
import { type Brush, setFont } from './brush.ts';
import { besideGlyph, roomBesideGlyph } from './card-room.ts';
import { fittingStackName } from './fitting-names.ts';

/** A sign on a card, and what stands beside it where there is room. */
export interface Sign {
  readonly path: string;
  readonly word: string;
  readonly colour: string;
}

/** A minus: closes an open stack. */
const CLOSE = 'M3 8h10';
/** Distances by which further sheets of paper look out below the card, world px. */
const SHEETS: readonly number[] = [8, 4];

/** CSS px, before cards have names. */
const LARGEST_COUNT = 9.5;

/** The sheets under the card of a stack whose middle is at x, y; an open one has none. */
export function paintSheets(brush: Brush, { isOpen }: Stack, x: number, y: number): void {
  if (isOpen) return;
  const { context, colours, zoom, pan } = brush;
  for (const below of SHEETS) {
    const width = (CARD_WIDTH - 2 * below) * zoom;
    const height = CARD_HEIGHT * zoom;
    context.beginPath();
    context.roundRect(
      x * zoom + pan.x - width / 2,
      (y + below) * zoom + pan.y - height / 2,
      width,
      height,
      6 * zoom,
    );
    context.fillStyle = colours.marks.calm.fill;
    context.fill();
    context.strokeStyle = colours.marks.calm.stroke;
    context.lineWidth = 1;
    context.stroke();
  }
}

/** The number of blocked, terminating or unverified members, the worst alone; on an open stack the sign that closes it. */
export function stackSigns(
  { isOpen, isBlocked, members, terminating, notVerified }: Stack,
  colours: Palette,
): readonly Sign[] {
  const { calm, blocked, terminating: amber, 'not-verified': hatched } = colours.marks;
  if (isOpen) return [{ path: CLOSE, word: 'close', colour: calm.text }];
  if (isBlocked) {
    const word = formatCount(members.length);
    return [{ path: markLook('blocked').sign, word, colour: blocked.sign }];
  }
  if (terminating > 0) {
    const word = formatCount(terminating);
    return [{ path: markLook('terminating').sign, word, colour: amber.sign }];
  }
  if (notVerified === 0) return [];
  const word = formatCount(notVerified);
  return [{ path: markLook('not-verified').sign, word, colour: hatched.sign }];
}

/** The sheets under these rectangles that are stacks. */
export function paintEdges(
  brush: Brush,
  layout: Layout,
  stacks: ReadonlyMap<Uid, Stack>,
  slots: readonly number[],
): void {
  if (stacks.size === 0) return;
  const { context, colours, zoom, pan } = brush;
  const [width, height] = [CARD_WIDTH * zoom, CARD_HEIGHT * zoom];
  context.fillStyle = colours.marks.calm.stroke;
  for (const slot of slots) {
    if (!stacks.has(layout.uids[slot] ?? '')) continue;
    const left = (layout.x[slot] ?? 0) * zoom + pan.x - width / 2;
    const top = (layout.y[slot] ?? 0) * zoom + pan.y - height / 2;
    context.fillRect(left + width * 0.05, top + height * 1.12, width * 0.9, height * 0.1);
  }
}

/** Draws the number of objects in a stack, beside the glyph of its card, whose upper left corner this is. */
export function paintCountOn(
  brush: Brush,
  stack: Stack,
  mark: Mark,
  left: number,
  top: number,
): void {
  const { context, colours, zoom } = brush;
  setFont(brush, Math.min(CARD_HEIGHT * zoom, LARGEST_COUNT), 600);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = colours.marks[mark].text;
  const count = fittingStackName(brush, stack, roomBesideGlyph(zoom));
  context.fillText(count, left + besideGlyph(zoom), top + (CARD_HEIGHT / 2) * zoom + 0.5);
}
