import { type Box, CARD_HEIGHT, CARD_WIDTH } from '@gcscope/picture';
import { CARD_NAMES_ZOOM } from '../view/measures.ts';
import type { Brush } from './brush.ts';
import { type CardFace, paintCard, wholeNameWidth } from './paint-cards.ts';
import { paintSelection } from './paint-selection.ts';
import type { RoomBeside } from './room-beside.ts';

/** Distance from the edge of the view, CSS px. */
const MARGIN = 4;

/**
 * The card of the selected object again, as wide as its whole name, if there is so much free room beside it: else its name keeps the cut,
 * and the panel says all of it. Returns its box.
 */
export function paintWholeName(brush: Brush, face: CardFace, room: RoomBeside): Box | undefined {
  const { context, colours, zoom, pan } = brush;
  if (zoom < CARD_NAMES_ZOOM) return undefined;
  const middle = face.x * zoom + pan.x;
  const whole = { ...face, owner: undefined };
  const least = CARD_WIDTH * zoom;
  const width = Math.max(wholeNameWidth(brush, whole), least);
  const first = Math.max(room.left, MARGIN);
  const last = Math.min(room.right, brush.width - MARGIN) - width;
  // A card that the edge of the view cuts stays there.
  const isIn = middle - least / 2 >= 0 && middle + least / 2 <= brush.width;
  if (!isIn || last < first) return undefined;
  const left = Math.min(Math.max(middle - width / 2, first), last);
  const height = CARD_HEIGHT * zoom;
  const box = { x: left, y: face.y * zoom + pan.y - height / 2, width, height };
  context.beginPath();
  context.roundRect(box.x, box.y, width, height, 6 * zoom);
  context.fillStyle = colours.frame.fill;
  context.fill();
  context.fillStyle = colours.marks[face.mark].fill;
  context.fill();
  paintSelection(brush, box);
  paintCard(brush, { ...whole, x: (left + width / 2 - pan.x) / zoom, width });
  return box;
}
