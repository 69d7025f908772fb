import { formatCount, groupBy, type Uid, visibleText } from '@gcscope/gc-core/wire';
import { type Layout, type Size, slotOf, stackName } from '@gcscope/picture';
import type { Position } from 'cytoscape';
import { cardBox } from '../view/card-place.ts';
import { AFAR_ZOOM } from '../view/measures.ts';
import { inView, onScreen } from '../view/on-screen.ts';
import { type Faces, objectsOf } from '../world/faces.ts';
import type { MapRoute } from './map-routes.ts';

/** A chip at the edge of the view where an edge leaves it. */
export interface EdgeChip {
  /** The object at the far end; of several the first. */
  readonly far: Uid;
  readonly farIs: 'owner' | 'dependent';
  /** Name of the far end, or the number of objects there. */
  readonly text: string;
  /** Number of edges that it stands for. */
  readonly count: number;
  readonly invalid: boolean;
  /** No reference: the object in place of the owner waits for the other one. */
  readonly waits?: true;
  /** The selected object waits for the one at the far end. */
  readonly isAwaited?: true;
  readonly side: 'left' | 'right' | 'top' | 'bottom';
  /** The edges are those of the selected object. */
  readonly isOfSelected?: true;
  /** Place along that side where the edge leaves, CSS px. */
  readonly at: number;
  /** Length of its straight way into the view from there, CSS px. */
  readonly straight: number;
}

/** The point where an edge leaves the view. */
type Exit = Pick<EdgeChip, 'side' | 'at' | 'straight'>;

/** View of the map. */
export interface Camera {
  readonly zoom: number;
  readonly pan: { readonly x: number; readonly y: number };
  readonly size: Size;
}

type Edge = Pick<MapRoute, 'dependent' | 'owner' | 'points' | 'look'>;

/** A chip without its text, and its objects at the far ends. */
interface Group extends Omit<EdgeChip, 'text' | 'count'> {
  readonly owner: Uid | undefined;
  readonly ends: Uid[];
}

/**
 * The chips of the edges with one end in view and the other one out of it, wrong references first. While an object of the map is
 * selected, only its own edges have chips: a chip on the line of another one would name the wrong object. None from afar, where
 * they would cover names.
 */
export function edgeChips(
  routes: readonly Edge[],
  layout: Layout,
  camera: Camera,
  faces: Pick<Faces, 'recordAt' | 'stacks'>,
  selected?: Uid,
): readonly EdgeChip[] {
  if (camera.zoom < AFAR_ZOOM) return [];
  const chips = new Map<string, Group>();
  const isSelecting = selected !== undefined && slotOf(layout, selected) !== undefined;
  const found = routes
    .flatMap((route) => chipOf(route, layout, camera, selected) ?? [])
    .filter(({ isOfSelected, far }) => !isSelecting || isOfSelected || far === selected);
  for (const chip of found.sort((a, b) => Number(b.invalid) - Number(a.invalid))) {
    // Many dependents that lie in one direction from their owner are one chip.
    const key = `${chip.waits ? 'waits ' : ''}${chip.farIs} ${chip.side} ${chip.owner}`;
    const group = chips.get(key);
    if (group) group.ends.push(...chip.ends);
    else chips.set(key, chip);
  }
  const groups = [...chips.values()];
  const alike = groupBy(groups, (group) => textOf(group, faces));
  return groups.map((group) => {
    const { ends, owner, ...chip } = group;
    const text = textOf(group, faces);
    const isOfMany = alike.get(text)?.some(({ far }) => far !== chip.far);
    return { ...chip, count: ends.length, text: isOfMany ? textOf(group, faces, true) : text };
  });
}

/** The name of what is at the far end, or how many dependents are there; with its namespace, or their owner, where another chip would say the same. */
function textOf(
  { far, farIs, owner, ends, waits }: Group,
  faces: Pick<Faces, 'recordAt' | 'stacks'>,
  isToldApart = false,
): string {
  const countOf = (some: readonly Uid[]): string => formatCount(objectsOf(some, faces.stacks).size);
  if (farIs === 'dependent' && !waits && (ends.length > 1 || faces.stacks.has(far))) {
    const counted = ends.length > 1 ? `${countOf(ends)} dependents` : nameOf(far, faces, false);
    return isToldApart && owner !== undefined
      ? `${counted} of ${nameOf(owner, faces, false)}`
      : counted;
  }
  const more = waits && ends.length > 1 ? ` and ${countOf(ends.slice(1))} more` : '';
  return `${nameOf(far, faces, isToldApart)}${more}`;
}

function nameOf(
  far: Uid,
  faces: Pick<Faces, 'recordAt' | 'stacks'>,
  isNamespaced: boolean,
): string {
  const stack = faces.stacks.get(far);
  if (stack) return visibleText(stackName(stack));
  const record = faces.recordAt(far);
  if (!record) return visibleText(far);
  const { kind, namespace, name } = record;
  // The end of a long text is always in sight.
  return visibleText(`${kind} ${name}${isNamespaced && namespace ? ` in ${namespace}` : ''}`);
}

function chipOf(
  route: Edge,
  layout: Layout,
  camera: Camera,
  selected: Uid | undefined,
): Group | undefined {
  const isCardInView = (slot: number): boolean =>
    inView(camera.size, onScreen(camera, cardBox(layout, slot)));
  const dependent = isCardInView(route.dependent);
  const owner = isCardInView(route.owner);
  if (dependent === owner) return undefined;
  const farIs = dependent ? 'owner' : 'dependent';
  const exit = exitOf(route.points, farIs, camera);
  if (!exit) return undefined;
  const far = layout.uids[route[farIs]];
  if (far === undefined) return undefined;
  const near = layout.uids[route[dependent ? 'dependent' : 'owner']];
  const { invalid, waits } = route.look;
  const isOfSelected = selected !== undefined && near === selected;
  const marks = {
    ...(waits && { waits }),
    ...(isOfSelected && { isOfSelected }),
    ...(waits && isOfSelected && !dependent && { isAwaited: true as const }),
  };
  return { far, farIs, owner: dependent ? far : near, ends: [far], invalid, ...marks, ...exit };
}

/** The point where the line leaves the view for the last time on its way to the far end. */
function exitOf(
  points: readonly number[],
  farIs: EdgeChip['farIs'],
  { zoom, pan, size }: Camera,
): Exit | undefined {
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

/** The point where a line along an axis comes from outside of the view into it. */
function exitBetween(far: Position, near: Position, { width, height }: Size): Exit | undefined {
  const x = Math.min(width, Math.max(0, far.x));
  const y = Math.min(height, Math.max(0, far.y));
  if (!isBetween(x, far.x, near.x) || !isBetween(y, far.y, near.y)) return undefined;
  const straight = Math.abs(near.x - x) + Math.abs(near.y - y);
  if (far.x < 0) return { side: 'left', at: y, straight };
  if (far.x > width) return { side: 'right', at: y, straight };
  return { side: far.y < 0 ? 'top' : 'bottom', at: x, straight };
}

function isBetween(value: number, one: number, other: number): boolean {
  return value >= Math.min(one, other) && value <= Math.max(one, other);
}
