import { type NodeRecord, visibleText } from '@gcscope/gc-core/wire';
import {
  type Box,
  blockerWord,
  CARD_HEIGHT,
  CARD_WIDTH,
  faultWord,
  inflate,
  type Layout,
  overlaps,
} from '@gcscope/picture';
import type { Records } from './faces.ts';
import type { MapRoute } from './map-routes.ts';
import { type Brush, setFont, textWidth } from './paint.ts';
import { type MapProblems, type ProblemMark, problemLook } from './problems.ts';
import { CARD_NAMES_ZOOM, READABLE_ZOOM } from './start-camera.ts';
import type { ViewIndex } from './view-index.ts';

/** CSS px. */
const SIZE = 9.5;
const HEIGHT = 11;
/** Between a card and its reason. */
const GAP = 2;
/** Around a reason, so that it is read neither with another one nor as that of a card below. */
const CLEAR = 4;
/** How far below a card the lines to the dependents of its siblings may run, world px. */
const TO_BUS = 18;

/** What blocks an object, in few words: the fullest first, then shorter ones for less room. Empty if there is nothing to say. */
export function blockerReasons({ summary }: NodeRecord): readonly string[] {
  if (summary?.blockedBy === undefined) return [];
  const whole = visibleText(blockerWord(summary.blockedBy));
  // Of `Pod shop/web, finalizer example.com/hold` the end is the cause.
  const cause = blockerWord(whole.slice(whole.lastIndexOf(', ') + 1).trimStart());
  const ending = cause.slice(cause.lastIndexOf('/') + 1);
  const words = [whole, cause, ending === '' || ending === cause ? cause : `…/${ending}`];
  return [...new Set(words)].filter((word) => word.trim() !== '');
}

/** What is wrong with a reference of an object, in few words. */
export function faultReasons({ summary }: NodeRecord): readonly string[] {
  const [wrong] = summary?.wrong ?? [];
  return wrong ? [faultWord(wrong.fault)] : [];
}

/** Of what there may be reasons, and what they must not cover. */
export interface ReasonsScene {
  readonly layout: Layout;
  readonly index: ViewIndex;
  readonly records: Pick<Records, 'get'>;
  readonly problems: MapProblems;
  readonly routes: readonly MapRoute[];
  /** CSS px. */
  readonly names: readonly Box[];
  readonly hasCard: (slot: number) => boolean;
}

/**
 * While cards have a name but no second line: the reason of each blocked object and of each wrong reference, below its card or
 * beside it. Where a card, a name or a line is in the way, there is none. Returns the boxes of the reasons.
 */
export function paintReasons(brush: Brush, scene: ReasonsScene): readonly Box[] {
  const { context, colours, zoom } = brush;
  if (zoom < CARD_NAMES_ZOOM || zoom >= READABLE_ZOOM) return [];
  const { layout, records, problems } = scene;
  const taken: Box[] = [...scene.names];
  const written: Box[] = [];
  setFont(brush, SIZE, 600);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const { marks } = problems;
  // The worst last, as they are drawn: they come first to a place.
  for (let at = marks.length - 1; at >= 0; at--) {
    const mark = marks[at] as ProblemMark;
    if (!isInView(brush, layout, mark.slot) || !isSaid(mark) || !scene.hasCard(mark.slot)) continue;
    const record = records.get(layout.uids[mark.slot] ?? '');
    const reasons = record && (mark.state === 'blocked' ? blockerReasons : faultReasons)(record);
    const said = reasons && placedReason(brush, scene, mark.slot, reasons, taken);
    if (!said) continue;
    taken.push(said.place);
    written.push(said.place);
    context.fillStyle = problemLook(mark.state, colours).colour;
    context.fillText(said.reason, said.place.x, said.place.y + HEIGHT / 2 + 0.5);
  }
  return written;
}

function isSaid({ state }: ProblemMark): boolean {
  return state === 'blocked' || state === 'wrong';
}

function isInView({ zoom, pan, width, height }: Brush, { x, y }: Layout, slot: number): boolean {
  const atX = (x[slot] ?? 0) * zoom + pan.x;
  const atY = (y[slot] ?? 0) * zoom + pan.y;
  return atX >= 0 && atX <= width && atY >= 0 && atY <= height;
}

/** The fullest of the reasons that has room, and where it stands. */
function placedReason(
  brush: Brush,
  scene: ReasonsScene,
  slot: number,
  reasons: readonly string[],
  taken: readonly Box[],
): { readonly reason: string; readonly place: Box } | undefined {
  const find = (reason: string): Box | undefined =>
    placeOf(brush, scene, slot, textWidth(brush, reason), taken);
  const shortest = reasons.at(-1);
  // Where it has no room, none has: among many problems that is most often so.
  if (shortest === undefined || !find(shortest)) return undefined;
  for (const reason of reasons) {
    const place = find(reason);
    if (place) return { reason, place };
  }
  return undefined;
}

/** Where a text of this width stands: below the card, else beside it. */
function placeOf(
  { zoom, pan }: Brush,
  { layout, index, routes }: ReasonsScene,
  slot: number,
  width: number,
  taken: readonly Box[],
): Box | undefined {
  const [x, y] = [layout.x[slot] ?? 0, layout.y[slot] ?? 0];
  const size = { width: width / zoom, height: HEIGHT / zoom };
  const [left, right] = [x - CARD_WIDTH / 2, x + CARD_WIDTH / 2];
  const below = y + CARD_HEIGHT / 2 + GAP / zoom;
  const corners = [
    [x - size.width / 2, below],
    [left, below],
    [right - size.width, below],
    [right + (2 * GAP) / zoom, y - size.height / 2],
  ] as const;
  const frame = layout.namespaces[layout.frames[slot] ?? -1];
  for (const [boxLeft, boxTop] of corners) {
    const box = { x: boxLeft, y: boxTop, ...size };
    const isInFrame =
      frame &&
      box.x >= frame.x + CLEAR / zoom &&
      box.x + box.width <= frame.x + frame.width - CLEAR / zoom &&
      box.y + box.height <= frame.y + frame.height;
    if (!isInFrame) continue;
    // Lines to dependents run halfway above them.
    const down = { ...box, height: box.height + TO_BUS };
    const near = index.inBox(inflate(down, CLEAR / zoom)).filter((each) => each !== slot);
    const isFree = near.every((each) => {
      const card = cardBox(layout, each, CLEAR / zoom);
      return !overlaps(card, layout.parents[each] === -1 ? box : down);
    });
    if (!isFree || routes.some(({ points }) => crosses(points, inflate(box, 2)))) continue;
    const place = {
      x: box.x * zoom + pan.x,
      y: box.y * zoom + pan.y,
      width,
      height: HEIGHT,
    };
    const clear = { ...place, x: place.x - CLEAR, width: place.width + 2 * CLEAR };
    if (!taken.some((other) => overlaps(other, clear))) return place;
  }
  return undefined;
}

/** A card with the sheets of paper that a stack has below, and some room `above`, world px. */
function cardBox({ x, y }: Layout, slot: number, above: number): Box {
  return {
    x: (x[slot] ?? 0) - CARD_WIDTH / 2,
    y: (y[slot] ?? 0) - CARD_HEIGHT / 2 - above,
    width: CARD_WIDTH,
    height: CARD_HEIGHT + 8 + above,
  };
}

/** Whether a line along the axes touches the box. */
export function crosses(points: readonly number[], box: Box): boolean {
  for (let at = 2; at < points.length; at += 2) {
    const [x1, y1] = [points[at - 2] ?? 0, points[at - 1] ?? 0];
    const [x2, y2] = [points[at] ?? 0, points[at + 1] ?? 0];
    const part = {
      x: Math.min(x1, x2),
      y: Math.min(y1, y2),
      width: Math.abs(x1 - x2),
      height: Math.abs(y1 - y2),
    };
    // A line has no area.
    if (overlaps(inflate(part, 0.5), box)) return true;
  }
  return false;
}
