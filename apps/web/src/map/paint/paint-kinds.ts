import type { Uid } from '@gcscope/gc-core/wire';
import {
  type Box,
  BUS,
  CARD_HEIGHT,
  CARD_WIDTH,
  GAP_X,
  GAP_Y,
  type Layout,
  overlaps,
  slotOf,
} from '@gcscope/picture';
import type { MapRoute } from '../edges/map-routes.ts';
import { CARD_NAMES_ZOOM, READABLE_ZOOM } from '../view/measures.ts';
import { inWorld, onScreen } from '../view/on-screen.ts';
import type { Faces } from '../world/faces.ts';
import { ownersOf } from '../world/owners-of.ts';
import { drawnMark, hasReasonAt, type SlotMarks } from '../world/slot-marks.ts';
import { type Brush, setFont, textWidth } from './brush.ts';
import { fittingKind } from './fitting-names.ts';
import { crosses } from './line-parts.ts';
import type { TreeName } from './paint-tree-names.ts';

/** CSS px. */
const SIZE = 9;
/** Distance from the plate of a name. */
const APART = 3;
/** Distance beside the line to its dependents, world px. */
const ASIDE = 10;

/** The objects of the map, and their places. */
export interface KnownObjects extends Pick<Faces, 'stacks'> {
  readonly layout: Layout;
  readonly records: Pick<Faces['records'], 'get'>;
  readonly marks: SlotMarks;
}

/** The cards and names that kinds are written beside. */
export interface KindsScene {
  /** Objects with a card. */
  readonly cards: Iterable<Uid>;
  /** By slot. */
  readonly named: ReadonlyMap<number, Omit<TreeName, 'isWhole'>>;
  /** A kind crosses none of them. */
  readonly routes: readonly Pick<MapRoute, 'points'>[];
  /** CSS px. */
  readonly taken: readonly Box[];
}

/**
 * While cards have one line: the kind of each object below its card, unless it stands beside its name, its reason is there, or the
 * card is a stack, whose name says the kind.
 */
export function paintKinds(brush: Brush, objects: KnownObjects, scene: KindsScene): void {
  const { zoom, context, colours } = brush;
  if (zoom < CARD_NAMES_ZOOM || zoom >= READABLE_ZOOM) return;
  const { layout, records, marks, stacks } = objects;
  setFont(brush, SIZE, 450);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const owners = ownersOf(layout);
  const wide = [...scene.named].filter(([, { width }]) => width > CARD_WIDTH * zoom);
  for (const uid of scene.cards) {
    const slot = slotOf(layout, uid) ?? -1;
    const record = records.get(uid);
    const isSaid = stacks.has(uid) || scene.named.get(slot)?.hasKind === true;
    if (!record || isSaid || hasReasonAt(marks, slot)) continue;
    const isOwner = owners.has(slot);
    const below = roomBelow(layout, slot, isOwner);
    const room = beside(wide, onScreen(brush, below), slot, middleOf(brush, layout, slot));
    const kind = fittingKind(brush, record, room.width) ?? '';
    const width = textWidth(brush, kind);
    const place = { ...room, x: isOwner ? room.x : room.x + (room.width - width) / 2, width };
    if (scene.taken.some((other) => overlaps(other, place))) continue;
    // A line may run in the gap between columns, beside the kind.
    const covered = inWorld(brush, place);
    if (scene.routes.some(({ points }) => crosses(points, covered))) continue;
    context.fillStyle = colours.marks[drawnMark(marks, slot)].muted;
    context.fillText(kind, place.x, place.y + place.height / 2);
  }
}

function middleOf({ zoom, pan }: Brush, { x }: Layout, slot: number): number {
  return (x[slot] ?? 0) * zoom + pan.x;
}

/** The room of a card that the plates of wide names leave, on the side of the card's middle. */
function beside(
  plates: readonly (readonly [slot: number, plate: Box])[],
  room: Box,
  slot: number,
  middle: number,
): Box {
  let [left, right] = [room.x, room.x + room.width];
  for (const [of, plate] of plates) {
    if (of === slot || !overlaps(plate, room)) continue;
    if (plate.x + plate.width / 2 > middle) right = Math.min(right, plate.x - APART);
    else left = Math.max(left, plate.x + plate.width + APART);
  }
  return { ...room, x: left, width: Math.max(0, right - left) };
}

/** The room for a kind below its card, world px: down to the next row, or down to the lines of its dependents and beside them. */
function roomBelow({ x, y }: Layout, slot: number, isOwner: boolean): Box {
  const middle = x[slot] ?? 0;
  const half = (CARD_WIDTH + GAP_X) / 2;
  const left = isOwner ? middle + ASIDE : middle - half;
  const top = (y[slot] ?? 0) + CARD_HEIGHT / 2;
  return { x: left, y: top, width: middle + half - left, height: isOwner ? BUS : GAP_Y };
}
