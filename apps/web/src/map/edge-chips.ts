import type { Uid } from '@gcscope/gc-core/wire';
import { CARD_HEIGHT, CARD_WIDTH, type Layout } from '@gcscope/picture';
import type { Position } from 'cytoscape';
import type { MapRoute } from './map-routes.ts';
import type { Size } from './start-camera.ts';

/** A sign at the edge of the view, where an edge leaves it. */
export interface EdgeChip {
  /** The object at the far end; of several the first. */
  readonly far: Uid;
  readonly farIs: 'owner' | 'dependent';
  /** How many objects there are at the far end. */
  readonly count: number;
  readonly invalid: boolean;
  readonly side: 'left' | 'right' | 'top' | 'bottom';
  /** Along that side, CSS px. */
  readonly at: number;
  /** Chips that would cover others stand farther in. */
  readonly row: number;
}

/** The chips that are shown, and how many there is no room for. */
export interface EdgeChips {
  readonly shown: readonly EdgeChip[];
  readonly more: number;
}

/** Where the map looks. */
export interface Camera {
  readonly zoom: number;
  readonly pan: { readonly x: number; readonly y: number };
  readonly size: Size;
}

/** More chips than this would hide the map. */
const MOST_CHIPS = 10;
const CHIP_HEIGHT = 30;
const CHIP_WIDTH = 290;
/** Kept free for what floats over the lower edge of the map. */
const LOWER_MARGIN = 56;

/** The chips of the edges with one end in view and the other one out of it; wrong references come first. */
export function edgeChips(routes: readonly MapRoute[], layout: Layout, camera: Camera): EdgeChips {
  const chips = new Map<string, EdgeChip>();
  const wrongFirst = [...routes].sort((a, b) => Number(b.look.invalid) - Number(a.look.invalid));
  for (const route of wrongFirst) {
    const chip = chipOf(route, layout, camera);
    if (!chip) continue;
    // Many dependents that lie in one direction from their owner are one chip.
    const group = chip.farIs === 'owner' ? chip.far : layout.uids[route.owner];
    const key = `${chip.farIs} ${chip.side} ${group}`;
    const known = chips.get(key);
    const more = chip.farIs === 'dependent' ? 1 : 0;
    if (known) chips.set(key, { ...known, count: known.count + more });
    else chips.set(key, chip);
  }
  const all = [...chips.values()];
  const shown = apart(all.slice(0, MOST_CHIPS));
  return { shown, more: all.length - shown.length };
}

function chipOf(route: MapRoute, layout: Layout, camera: Camera): EdgeChip | undefined {
  const dependent = isInView(route.dependent, layout, camera);
  const owner = isInView(route.owner, layout, camera);
  if (dependent === owner) return undefined;
  const farIs = dependent ? 'owner' : 'dependent';
  const exit = exitOf(route.points, farIs, camera);
  if (!exit) return undefined;
  const far = layout.uids[route[farIs]];
  if (far === undefined) return undefined;
  return { far, farIs, count: 1, invalid: route.look.invalid, ...exit, row: 0 };
}

function isInView(slot: number, { x, y }: Layout, { zoom, pan, size }: Camera): boolean {
  const atX = (x[slot] ?? 0) * zoom + pan.x;
  const atY = (y[slot] ?? 0) * zoom + pan.y;
  const [halfX, halfY] = [(CARD_WIDTH / 2) * zoom, (CARD_HEIGHT / 2) * zoom];
  return (
    atX + halfX > 0 && atX - halfX < size.width && atY + halfY > 0 && atY - halfY < size.height
  );
}

/** Where the line leaves the view for the last time on its way to the far end. */
function exitOf(
  points: readonly number[],
  farIs: EdgeChip['farIs'],
  { zoom, pan, size }: Camera,
): Pick<EdgeChip, 'side' | 'at'> | undefined {
  const corners: Position[] = [];
  for (let at = 0; at < points.length; at += 2) {
    corners.push({ x: (points[at] ?? 0) * zoom + pan.x, y: (points[at + 1] ?? 0) * zoom + pan.y });
  }
  if (farIs === 'owner') corners.reverse();
  for (let at = 1; at < corners.length; at++) {
    const [far, near] = corners.slice(at - 1);
    const exit = far && near && exitBetween(far, near, size);
    if (exit) return exit;
  }
  return undefined;
}

/** Where a line along an axis comes from a point outside of the view into it. */
function exitBetween(
  far: Position,
  near: Position,
  { width, height }: Size,
): Pick<EdgeChip, 'side' | 'at'> | undefined {
  const x = Math.min(width, Math.max(0, far.x));
  const y = Math.min(height, Math.max(0, far.y));
  if (!isBetween(x, far.x, near.x) || !isBetween(y, far.y, near.y)) return undefined;
  if (far.x < 0) return { side: 'left', at: y };
  if (far.x > width) return { side: 'right', at: y };
  return { side: far.y < 0 ? 'top' : 'bottom', at: x };
}

function isBetween(value: number, one: number, other: number): boolean {
  return value >= Math.min(one, other) && value <= Math.max(one, other);
}

/** The chips so that none covers another: beside each other along a side, else in a further row. */
function apart(chips: readonly EdgeChip[]): EdgeChip[] {
  const placed: EdgeChip[] = [];
  for (const chip of [...chips].sort((a, b) => a.at - b.at)) {
    const least = chip.side === 'left' || chip.side === 'right' ? CHIP_HEIGHT : CHIP_WIDTH;
    const beside = placed.filter(({ side }) => side === chip.side);
    if (least === CHIP_HEIGHT) {
      const last = beside.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
      placed.push({ ...chip, at: Math.max(chip.at, last + least) });
    } else {
      const near = beside.filter(({ at }) => chip.at - at < least);
      const taken = new Set(near.map(({ row }) => row));
      let row = 0;
      while (taken.has(row)) row++;
      placed.push({ ...chip, row });
    }
  }
  return placed;
}

/** The middle of a chip, CSS px: within the view, and clear of what floats over the map. */
export function chipPlace(chip: EdgeChip, { width, height }: Size): { x: number; y: number } {
  const within = (value: number, least: number, most: number): number =>
    Math.max(least, Math.min(most, value));
  const aside = Math.min(CHIP_WIDTH, width) / 2 + 4;
  const lowest = height - LOWER_MARGIN - CHIP_HEIGHT / 2;
  switch (chip.side) {
    case 'left':
      return { x: 6, y: within(chip.at, CHIP_HEIGHT / 2 + 4, lowest) };
    case 'right':
      return { x: width - 6, y: within(chip.at, CHIP_HEIGHT / 2 + 4, lowest) };
    case 'top':
      return { x: within(chip.at, aside, width - aside), y: 20 + chip.row * CHIP_HEIGHT };
    case 'bottom':
      return { x: within(chip.at, aside, width - aside), y: lowest - chip.row * CHIP_HEIGHT };
    default:
      return chip.side satisfies never;
  }
}

/** The middle of what says how many chips are missing, CSS px: below those at the top. */
export function morePlace({ shown }: EdgeChips, { width }: Size): { x: number; y: number } {
  const rows = shown.filter(({ side }) => side === 'top').map(({ row }) => row);
  return { x: width / 2, y: 20 + (1 + Math.max(-1, ...rows)) * CHIP_HEIGHT };
}
