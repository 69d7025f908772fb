import { type Box, CARD_HEIGHT, CARD_WIDTH, type Layout } from '@gcscope/picture';
import type { MapRoute } from '../edges/map-routes.ts';
import type { Faces } from '../world/faces.ts';
import type { MapProblems } from '../world/problems.ts';
import { hasReasonAt, isCalmAt, type SlotMarks } from '../world/slot-marks.ts';
import type { ViewIndex } from '../world/view-index.ts';
import type { Brush } from './brush.ts';
import { partsIn } from './line-parts.ts';

/** A name may be so much wider than its card, world px: two thirds of the gap between cards. */
const BEYOND_CARD = 14;
/** A name is never wider on one side of its middle, world px. */
const FARTHEST = 240;
/** With more objects in view that have a problem and no card, their names would take all the time of a frame: each then has a mark. */
const MOST_WITHOUT_CARD = 100;
/** Widest name whose card is out of view, CSS px. */
const WIDEST = 400;

type NamedRoute = Pick<MapRoute, 'points'> & Partial<Pick<MapRoute, 'dependent'>>;

/** The trees that names are written for. */
export interface NamedTrees {
  readonly layout: Layout;
  readonly index: ViewIndex;
  readonly faces: Pick<Faces, 'records' | 'recordAt' | 'stacks'>;
  readonly problems: MapProblems;
  readonly marks: SlotMarks;
  readonly hasCard: (slot: number) => boolean;
  /** A name crosses none of them, and covers the beginning of its own. */
  readonly routes: readonly NamedRoute[];
  /** Whether a line ends at the side of a card: a wider name would cover its end. */
  readonly isReached: (slot: number) => boolean;
  /** Two maps are compared: each card has its name, written alike in any state and beside any line. */
  readonly isCompared?: boolean;
}

/** Rooms of names that may reach into the view, by slot: of objects with problems, then of roots; in a comparison of each card. */
export function nameRooms(brush: Brush, trees: NamedTrees): Iterable<SlotRooms> {
  const roots = rootsOf(trees.layout);
  const box = boxNear(brush);
  const near = { box, roots: rootsIn(box, trees, roots) };
  const rooms = trees.isCompared ? comparedRooms : ownRooms;
  return rooms(trees, brush.zoom, roots, near);
}

/** The box from which names may reach into the view, world px, and its roots: a frame has no time for all of a large world. */
interface Near {
  readonly box: Box;
  readonly roots: readonly number[];
}

function boxNear({ zoom, pan, width, height }: Brush): Box {
  const reach = WIDEST / zoom;
  return {
    x: -pan.x / zoom - reach,
    y: -pan.y / zoom - CARD_HEIGHT,
    width: width / zoom + 2 * reach,
    height: height / zoom + 2 * CARD_HEIGHT,
  };
}

function rootsIn(box: Box, { index }: NamedTrees, roots: ReadonlySet<number>): readonly number[] {
  const found = index.inBox(box).filter((slot) => roots.has(slot));
  return found.sort((one, other) => one - other);
}

function isIn(box: Box, layout: Layout, slot: number): boolean {
  const [x, y] = [(layout.x[slot] ?? 0) - box.x, (layout.y[slot] ?? 0) - box.y];
  return x >= 0 && x <= box.width && y >= 0 && y <= box.height;
}

type SlotRooms = readonly [slot: number, rooms: Rooms];

/** Rooms of roots, and of objects with problems, which have more room where nothing stands beside them. */
function* ownRooms(
  trees: NamedTrees,
  zoom: number,
  roots: ReadonlySet<number>,
  near: Near,
): Generator<SlotRooms> {
  const { problems, marks, hasCard, isReached } = trees;
  const card = (CARD_WIDTH + BEYOND_CARD) * zoom;
  const withProblems = problems.marks.filter(({ slot }) => isIn(near.box, trees.layout, slot));
  const isFew = withProblems.filter(({ slot }) => !hasCard(slot)).length <= MOST_WITHOUT_CARD;
  const isNamed = (slot: number): boolean => isFew || hasCard(slot);
  const hasProblem = (slot: number): boolean => hasReasonAt(marks, slot);
  const known = roomsOf(trees);
  const knownRoom = (slot: number): Sides => {
    const room = known.get(slot) ?? roomBeside(trees, slot, roots, hasProblem);
    known.set(slot, room);
    return room;
  };
  /** Free sides of a slot, at least `least` on each. */
  const sidesOf = (slot: number, least: Sides): Sides => {
    const free = isReached(slot) || !isNamed(slot) ? NO_SIDES : knownRoom(slot);
    return {
      left: Math.max(free.left * zoom, least.left),
      right: Math.max(free.right * zoom, least.right),
    };
  };
  for (const { slot } of withProblems) {
    if (!isNamed(slot) || roots.has(slot)) continue;
    const sides = sidesOf(slot, { left: card / 2, right: card / 2 });
    yield [slot, { ...sides, roomForKind: sides.left + sides.right }];
  }
  for (const [root, tree] of treeRooms(trees, zoom, near.roots)) {
    const roomForKind = isReached(root) ? card : 2 * Math.min(tree.left, tree.right);
    const isWider = hasCard(root) || hasProblem(root);
    yield [root, { ...(isWider ? sidesOf(root, tree) : tree), roomForKind }];
  }
}

/**
 * On one side of a comparison, every card has a name with the same room in any state and beside any line, so that both sides write it
 * alike. The kind stands below the card, as far as there is room.
 */
function* comparedRooms(
  trees: NamedTrees,
  zoom: number,
  roots: ReadonlySet<number>,
  near: Near,
): Generator<SlotRooms> {
  const half = ((CARD_WIDTH + BEYOND_CARD) * zoom) / 2;
  const alike = { roomForKind: 0, signs: 1 };
  for (const slot of trees.layout.uids.keys()) {
    if (trees.hasCard(slot) && !roots.has(slot))
      yield [slot, { left: half, right: half, ...alike }];
  }
  for (const [root, tree] of treeRooms(trees, zoom, near.roots))
    yield [root, { ...tree, ...alike }];
}

/** The roots, with the room of their trees. */
function* treeRooms(
  { layout }: NamedTrees,
  zoom: number,
  roots: readonly number[],
): Generator<readonly [root: number, sides: Sides]> {
  const half = ((CARD_WIDTH + BEYOND_CARD) * zoom) / 2;
  for (const root of roots) {
    const tree = layout.reserved[layout.trees[root] ?? -1];
    if (!tree) continue;
    const x = layout.x[root] ?? 0;
    const left = Math.max((x - tree.x) * zoom, half);
    const right = Math.max((tree.x + tree.width - x) * zoom, half);
    yield [root, { left, right }];
  }
}

const NO_SIDES: Sides = { left: 0, right: 0 };

const knownRooms = new WeakMap<
  Layout,
  Pick<NamedTrees, 'problems' | 'routes'> & { readonly rooms: Map<number, Sides> }
>();

/** The rooms that were looked for, by slot: the camera changes none of them, and a frame has no time to hold each name against each line. */
function roomsOf({ layout, problems, routes }: NamedTrees): Map<number, Sides> {
  const known = knownRooms.get(layout);
  if (known?.routes === routes && known.problems === problems) return known.rooms;
  const rooms = new Map<number, Sides>();
  knownRooms.set(layout, { problems, routes, rooms });
  return rooms;
}

/** Room of a name on both sides of its middle in which it meets no card, name or line of its row, world px. */
function roomBeside(
  { layout, index, routes, marks }: NamedTrees,
  slot: number,
  roots: ReadonlySet<number>,
  hasProblem: (slot: number) => boolean,
): Sides {
  const [x, y] = [layout.x[slot] ?? 0, layout.y[slot] ?? 0];
  const frame = layout.namespaces[layout.frames[slot] ?? -1];
  if (!frame) return NO_SIDES;
  const row = { x: x - FARTHEST, y: y - CARD_HEIGHT / 2, width: 2 * FARTHEST, height: CARD_HEIGHT };
  // The own line begins at the side of the card, and as well at that of a wider name.
  const lines = routes.flatMap(({ points, dependent }) =>
    partsIn(points, row).filter(({ width }) => dependent !== slot || width === 0),
  );
  if (lines.some((line) => line.x < x && line.x + line.width > x)) return NO_SIDES;
  // The names of two, each as wide as it may be, must not meet.
  const far = { ...row, x: x - 2 * FARTHEST, width: 4 * FARTHEST };
  const beside = index.inBox(far).filter((each) => each !== slot);
  const nearest = (from: (each: number) => number): number =>
    Math.min(FARTHEST, ...beside.map(from).filter((apart) => apart > 0));
  /** Reach of a slot's card, or of the tree of a root, to a side of its middle. */
  const reachOf = (each: number, side: 1 | -1): number => {
    const tree = roots.has(each) ? layout.reserved[layout.trees[each] ?? -1] : undefined;
    if (!tree) return CARD_WIDTH / 2;
    const middle = layout.x[each] ?? 0;
    return side === 1 ? tree.x + tree.width - middle : middle - tree.x;
  };
  /**
   * Names of two neighbours meet halfway; that of a root is at least as wide as its tree. Of the room between them an object with a
   * problem takes all that a calm one does not need.
   */
  const apart = (each: number, side: 1 | -1): number => {
    const between = side * ((layout.x[each] ?? 0) - x);
    if (between <= 0) return between / 2;
    if (hasProblem(each) && !hasProblem(slot)) return reachOf(slot, side);
    if (!roots.has(each)) return besideCard(marks, slot, each, between);
    const free = between - reachOf(each, side === 1 ? -1 : 1);
    return Math.max(
      1,
      hasProblem(each) === hasProblem(slot) ? (reachOf(slot, side) + free) / 2 : free,
    );
  };
  const left = Math.min(
    nearest((each) => apart(each, -1)),
    x - frame.x,
    ...lines.map((line) => x - line.x - line.width).filter((free) => free >= 0),
  );
  const right = Math.min(
    nearest((each) => apart(each, 1)),
    frame.x + frame.width - x,
    ...lines.map((line) => line.x - x).filter((free) => free >= 0),
  );
  return { left: left - BEYOND_CARD / 2, right: right - BEYOND_CARD / 2 };
}

/** Room of a name towards an object that is no root: that has its name on its card if it is calm. */
function besideCard(marks: SlotMarks, slot: number, other: number, between: number): number {
  const isFree = isCalmAt(marks, other) && !isCalmAt(marks, slot);
  return isFree ? Math.max(1, between - CARD_WIDTH / 2) : between / 2;
}

const knownRoots = new WeakMap<Layout, ReadonlySet<number>>();

/** The roots of trees: a grid has columns, a tree has none. Found once a layout, for a frame has no time to look at all objects. */
function rootsOf(layout: Layout): ReadonlySet<number> {
  const known = knownRoots.get(layout);
  if (known) return known;
  const found = new Set<number>();
  for (let slot = 0; slot < layout.uids.length; slot++) {
    const isRoot = layout.parents[slot] === -1;
    if (isRoot && layout.reserved[layout.trees[slot] ?? -1]?.columns === 0) found.add(slot);
  }
  knownRoots.set(layout, found);
  return found;
}

/** Room for a name on both sides of the middle of its card, CSS px. */
interface Sides {
  readonly left: number;
  readonly right: number;
}

export interface Rooms extends Sides {
  /** For the name and the word of the kind behind it, as far on the one side as on the other. */
  readonly roomForKind: number;
  /** The name leaves room for so many signs, even if there are fewer or more. */
  readonly signs?: number;
}
