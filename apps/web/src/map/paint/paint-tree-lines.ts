import {
  BLOCKING,
  BUS,
  CARD_HEIGHT,
  CARD_WIDTH,
  INVALID,
  type Layout,
  WAITED,
} from '@gcscope/picture';
import { RAIL, treeWay } from '../elements/edge-route.ts';
import { WAITING_DASH } from '../elements/waiting-edges.ts';
import type { Arrangement } from '../world/arrangement.ts';
import type { Brush } from './brush.ts';

/** A line of a px is wide among cards so small: full colours would be all that is seen. */
const PALE = 0.6;

/** The objects whose lines to their owners are drawn. */
export type OwnedObjects = Pick<Arrangement, 'layout' | 'edges'>;

/** Looks of lines in the order of drawing: where they meet, the last is on top. */
const LOOKS = ['edge', 'edgeBlocking', 'invalid', 'amber'] as const;
type Look = (typeof LOOKS)[number];

/**
 * Draws the lines from these objects up to the owners that they hang under, for objects without a card: one px wide, in the ways and
 * colours of the lines between cards.
 */
export function paintTreeLines(
  brush: Brush,
  { layout, edges }: OwnedObjects,
  slots: readonly number[],
): void {
  const byLook = new Map<Look, number[]>(LOOKS.map((look) => [look, []]));
  for (const slot of slots) {
    const look = lookOf(edges, slot, layout.parents[slot] ?? -1);
    if (look) byLook.get(look)?.push(slot);
  }
  for (const [look, group] of byLook) {
    if (look === 'amber') paintWaiting(brush, layout, group);
    else paintStraight(brush, layout, group, look);
  }
}

/** `undefined` if it has no line, as when the object is gone. */
function lookOf(
  { firsts, owners, traits }: OwnedObjects['edges'],
  slot: number,
  owner: number,
): Look | undefined {
  if (owner < 0) return undefined;
  for (let at = firsts[slot] ?? 0; at < (firsts[slot + 1] ?? 0); at++) {
    if (owners[at] !== owner) continue;
    const trait = traits[at] ?? 0;
    if ((trait & WAITED) !== 0) return 'amber';
    if ((trait & INVALID) !== 0) return 'invalid';
    return (trait & BLOCKING) !== 0 ? 'edgeBlocking' : 'edge';
  }
  return undefined;
}

/**
 * Draws solid lines as rectangles on whole px, because thousands of strokes take several times as long. Lines to one owner share a part,
 * which is drawn once: pale colours would add up.
 */
function paintStraight(
  { context, zoom, pan, colours }: Brush,
  layout: Layout,
  slots: readonly number[],
  look: Exclude<Look, 'amber'>,
): void {
  const x = (at: number): number => Math.round(at * zoom + pan.x);
  const y = (at: number): number => Math.round(at * zoom + pan.y);
  context.fillStyle = colours[look];
  context.globalAlpha = look === 'invalid' ? 1 : PALE;
  const down = (at: number, top: number, bottom: number): void =>
    context.fillRect(x(at), y(top), 1, y(bottom) - y(top) + 1);
  const across = (left: number, right: number, at: number): void =>
    context.fillRect(x(left), y(at), x(right) - x(left) + 1, 1);
  for (const [owner, bus] of busesOf(layout, slots, down, across)) {
    const branch = branchOf(layout, owner);
    for (const [at, bottom] of bus.rails) down(at, branch, bottom);
    across(bus.left, bus.right, branch);
    down(layout.x[owner] ?? 0, (layout.y[owner] ?? 0) + CARD_HEIGHT / 2, branch);
  }
  context.globalAlpha = 1;
}

/** The part that lines to one owner share, world px. */
interface Bus {
  left: number;
  right: number;
  /** Lower end of the rail beside each column of a grid. */
  readonly rails: Map<number, number>;
}

/** Draws the own part of each line, and returns the shared parts, by owner. */
function busesOf(
  layout: Layout,
  slots: readonly number[],
  down: (at: number, top: number, bottom: number) => void,
  across: (left: number, right: number, at: number) => void,
): ReadonlyMap<number, Bus> {
  const buses = new Map<number, Bus>();
  for (const slot of slots) {
    const owner = layout.parents[slot] ?? -1;
    const middle = layout.x[owner] ?? 0;
    const bus = buses.get(owner) ?? { left: middle, right: middle, rails: new Map() };
    buses.set(owner, bus);
    const [x, y] = [layout.x[slot] ?? 0, layout.y[slot] ?? 0];
    const inCell = (layout.cells[slot] ?? -1) >= 0;
    const from = inCell ? x - CARD_WIDTH / 2 - RAIL : x;
    bus.left = Math.min(bus.left, from);
    bus.right = Math.max(bus.right, from);
    if (inCell) {
      across(from, x - CARD_WIDTH / 2, y);
      bus.rails.set(from, Math.max(bus.rails.get(from) ?? y, y));
    } else down(x, branchOf(layout, owner), y - CARD_HEIGHT / 2);
  }
  return buses;
}

/** Height at which the lines from the dependents of an owner meet. */
function branchOf(layout: Layout, owner: number): number {
  return (layout.y[owner] ?? 0) + CARD_HEIGHT / 2 + BUS;
}

/** Dashed lines to the objects that a deletion waits for. */
function paintWaiting(
  { context, colours, zoom, pan }: Brush,
  layout: Layout,
  slots: readonly number[],
): void {
  if (slots.length === 0) return;
  context.beginPath();
  for (const slot of slots) {
    const way = treeWay(layout, slot, layout.parents[slot] ?? -1) ?? [];
    way.forEach(({ x, y }, at) => {
      const to = [x * zoom + pan.x, y * zoom + pan.y] as const;
      if (at === 0) context.moveTo(...to);
      else context.lineTo(...to);
    });
  }
  context.setLineDash([...WAITING_DASH]);
  context.strokeStyle = colours.amber;
  context.lineWidth = 1.25;
  context.stroke();
  context.setLineDash([]);
}
