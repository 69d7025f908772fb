import type { Mark, Uid } from '@gcscope/gc-core/wire';
import { formatCount } from '@gcscope/gc-core/wire';
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type Layout,
  markLook,
  type Palette,
  type Stack,
  stackSize,
} from '@gcscope/picture';
import { drawnMark, type SlotMarks } from '../world/slot-marks.ts';
import { type Brush, SANS } from './brush.ts';

/** A sign on a card, and what stands beside it where there is room. */
export interface Sign {
  readonly path: string;
  readonly word: string;
  readonly colour: string;
}

/** A minus: closes what is open. */
const CLOSE = 'M3 8h10';
/** How far each further sheet of paper looks out below the card, world px. */
const SHEETS: readonly number[] = [8, 4];

/** Height in CSS px from which a rectangle has room for a count. */
const SMALLEST_COUNTED = 8;

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

/** How many of a stack are blocked, terminating or not verified, the worst alone; on an open one the sign that closes it. */
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

/** How many objects stand in the stacks among these rectangles. */
export function paintCounts(
  brush: Brush,
  layout: Layout,
  marks: SlotMarks,
  stacks: ReadonlyMap<Uid, Stack>,
  slots: readonly number[],
): void {
  if (stacks.size === 0) return;
  for (const slot of slots) {
    const stack = stacks.get(layout.uids[slot] ?? '');
    if (!stack) continue;
    paintCount(brush, stack, drawnMark(marks, slot), layout.x[slot] ?? 0, layout.y[slot] ?? 0);
  }
}

/** On the rectangle of a stack: the sheet below it, and its count where there is room, on the ground of a card. */
function paintCount(brush: Brush, stack: Stack, mark: Mark, x: number, y: number): void {
  const { context, colours, zoom, pan } = brush;
  const width = CARD_WIDTH * zoom;
  const height = CARD_HEIGHT * zoom;
  const left = x * zoom + pan.x - width / 2;
  const top = y * zoom + pan.y - height / 2;
  context.fillStyle = colours.marks.calm.stroke;
  context.fillRect(left + width * 0.05, top + height * 1.12, width * 0.9, height * 0.1);
  if (height < SMALLEST_COUNTED) return;
  context.fillStyle = colours.marks[mark].fill;
  context.fillRect(left + 1, top + 1, width - 2, height - 2);
  context.font = `600 ${height}px ${SANS}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = colours.marks[mark].text;
  context.fillText(String(stackSize(stack)), left + width / 2, top + height / 2 + 0.5);
}
