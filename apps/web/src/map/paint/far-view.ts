import { type Box, CARD_HEIGHT, CARD_WIDTH, type Layout, type Palette } from '@gcscope/picture';
import type { SlotMarks } from '../world/slot-marks.ts';
import type { Brush } from './brush.ts';
import { paintRectangles } from './paint-rectangles.ts';

/** Px of the longer side: more than a screen has, and less memory than the objects. */
const LONGEST = 2560;
/** Least objects for a picture: with fewer, drawing the objects is faster. */
const FEWEST = 3000;
/** Drawn larger than this, a picture is blurred. */
const MOST_ENLARGED = 1.6;
/** Drawn smaller than this, px are left out unless the browser makes smaller pictures of it first, which takes twice the time. */
const LEAST_SHARP = 0.4;
/** Px of a side of the squares that are drawn anew where something has changed. */
const TILE = 64;
/** All is drawn anew with more changed tiles than this share. */
const MOST_CHANGED = 0.5;
/** Larger than any coordinate, so that two coordinates fit into one number. */
const SPAN = 2 ** 24;

/** Slots by place: no two cards stand in one. */
type Drawn = Map<number, number>;

interface Picture {
  readonly context: CanvasRenderingContext2D;
  readonly scale: number;
  readonly colours: Palette;
  readonly layout: Layout;
  readonly marks: SlotMarks;
  /** Slots that the picture shows; made when it is first changed. */
  readonly drawn: Drawn | undefined;
}

/** A picture of all objects, for views from so far away that drawing each of them would take too long. */
export class FarView {
  #picture: Picture | undefined;

  /** Draws the whole world; `false` where the objects themselves are to be drawn. */
  paint(brush: Brush, layout: Layout, marks: SlotMarks): boolean {
    const { bounds, uids } = layout;
    const scale = LONGEST / Math.max(bounds.width, bounds.height);
    if (uids.length < FEWEST || brush.zoom > scale * MOST_ENLARGED) return false;
    if (layout !== this.#picture?.layout || brush.colours !== this.#picture.colours) {
      this.#picture =
        changed(this.#picture, layout, marks, brush.colours) ??
        picture(layout, marks, brush.colours, scale);
    }
    const { context, zoom, pan } = brush;
    const { x, y, width, height } = bounds;
    context.imageSmoothingQuality = brush.zoom < scale * LEAST_SHARP ? 'high' : 'low';
    context.drawImage(
      this.#picture.context.canvas,
      x * zoom + pan.x,
      y * zoom + pan.y,
      width * zoom,
      height * zoom,
    );
    return true;
  }
}

function picture(layout: Layout, marks: SlotMarks, colours: Palette, scale: number): Picture {
  const { width, height } = layout.bounds;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  const made = { context, scale, colours, layout, marks, drawn: undefined };
  paintRectangles(brushOf(made), layout, marks, layout.uids.keys());
  return made;
}

/** The picture with the changed parts drawn anew; it equals a picture drawn whole, px by px. `undefined` if the world is another one. */
function changed(
  before: Picture | undefined,
  layout: Layout,
  marks: SlotMarks,
  colours: Palette,
): Picture | undefined {
  if (!before || before.colours !== colours) return undefined;
  if (!isSameBox(before.layout.bounds, layout.bounds)) return undefined;
  const { drawn, tiles } = changes(before, layout, marks);
  const { context } = before;
  const { width, height } = context.canvas;
  const columns = Math.ceil(width / TILE);
  if (tiles.size > columns * Math.ceil(height / TILE) * MOST_CHANGED) return undefined;
  const now = { ...before, layout, marks, drawn };
  if (tiles.size === 0) return now;
  const slots: number[] = [];
  for (let slot = 0; slot < layout.uids.length; slot++) {
    const touched = tilesAt(layout.x[slot] ?? 0, layout.y[slot] ?? 0, now);
    if (touched.some((tile) => tiles.has(tile))) slots.push(slot);
  }
  context.save();
  context.beginPath();
  for (const tile of tiles) {
    context.rect((tile % columns) * TILE, Math.floor(tile / columns) * TILE, TILE, TILE);
  }
  context.clip();
  context.clearRect(0, 0, width, height);
  paintRectangles(brushOf(now), layout, marks, slots);
  context.restore();
  return now;
}

/** The target of the picture, and the tiles in which it differs from the last one. */
function changes(
  before: Picture,
  layout: Layout,
  marks: SlotMarks,
): { readonly drawn: Drawn; readonly tiles: ReadonlySet<number> } {
  const old = before.drawn ?? drawnOf(before.layout);
  const drawn = drawnOf(layout);
  const tiles = new Set<number>();
  const add = ({ x, y }: Layout, slot: number): void => {
    for (const tile of tilesAt(x[slot] ?? 0, y[slot] ?? 0, before)) tiles.add(tile);
  };
  for (const [place, slot] of drawn) {
    const former = old.get(place);
    if (former === undefined || before.marks[former] !== marks[slot]) add(layout, slot);
  }
  for (const [place, slot] of old) if (!drawn.has(place)) add(before.layout, slot);
  return { drawn, tiles };
}

function drawnOf({ x, y, uids }: Layout): Drawn {
  const drawn: Drawn = new Map();
  for (let slot = 0; slot < uids.length; slot++) {
    drawn.set((x[slot] ?? 0) * SPAN + (y[slot] ?? 0), slot);
  }
  return drawn;
}

/** The tiles that a card in this place may touch: it is smaller than a tile. */
function tilesAt(x: number, y: number, { context, scale, layout }: Picture): number[] {
  const { bounds } = layout;
  const columns = Math.ceil(context.canvas.width / TILE);
  // A rectangle is at least 1 px large, and blurred at its sides.
  const [aside, down] = [(CARD_WIDTH / 2) * scale + 1, (CARD_HEIGHT / 2) * scale + 1];
  const left = Math.floor(((x - bounds.x) * scale - aside) / TILE);
  const right = Math.floor(((x - bounds.x) * scale + aside) / TILE);
  const top = Math.floor(((y - bounds.y) * scale - down) / TILE);
  const bottom = Math.floor(((y - bounds.y) * scale + down) / TILE);
  if (left === right && top === bottom) return [top * columns + left];
  return [
    top * columns + left,
    top * columns + right,
    bottom * columns + left,
    bottom * columns + right,
  ];
}

function brushOf({ context, colours, scale, layout }: Omit<Picture, 'marks' | 'drawn'>): Brush {
  const { width, height } = context.canvas;
  const pan = { x: -layout.bounds.x * scale, y: -layout.bounds.y * scale };
  return { context, colours, zoom: scale, pan, width, height };
}

function isSameBox(one: Box, other: Box): boolean {
  return (
    one.x === other.x &&
    one.y === other.y &&
    one.width === other.width &&
    one.height === other.height
  );
}
