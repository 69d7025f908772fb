import type { NodeRecord, Uid } from '@gcscope/gc-core/wire';
import {
  awaitedEdges,
  type Box,
  type CrossEdge,
  type Edges,
  haveSameShape,
  type Layout,
  layout,
  layoutAnew,
  layoutInOrder,
  layoutOpened,
  type Point,
  type Rows,
  rowsOf,
  type Size,
  type StackOptions,
  slotOf,
  stackSiblings,
} from '@gcscope/picture';
import type { GraphStore } from '../../data/graph-store.ts';
import { type Selection, type Selector, shownRecord } from '../../data/selection.ts';
import { tallyOf } from '../../data/tally.ts';
import { placeIn } from '../view/card-place.ts';
import { CARD_NAMES_ZOOM } from '../view/measures.ts';
import { fitCamera, MOST_READ } from '../view/start-camera.ts';
import { Faces } from './faces.ts';
import { type Direction, nearestTo, nextCard } from './next-card.ts';
import { type MapProblems, problemsOf } from './problems.ts';
import { type SlotMarks, slotMarks } from './slot-marks.ts';

/** Choice of the siblings that stand in stacks. */
export interface Stacking {
  /** Ids of the open stacks. */
  readonly open: readonly string[];
  /** The object that a page is about: it has a card of its own. */
  readonly apart?: Uid | undefined;
}

/** Options of the stacks of a view: the open ones, and apart from them the objects that a person looks at. */
export function stackOptions(
  { open, apart }: Stacking,
  selected: Uid | undefined,
  store: GraphStore,
): StackOptions {
  return {
    open: new Set(open),
    apart: new Set([apart, selected].filter((uid) => uid !== undefined)),
    dependents: (uid) => store.dependentsOf(uid).size,
  };
}

/** The shapes of worlds. They are few: any two screens of one shape have the same map. */
const UPRIGHT = 0.7;
const USUAL = 1.7;
const WIDE = 2.6;

/** A world that must be shown so much smaller than when it was packed may have holes. */
const MOST_LOSS = 0.8;
/** Namespaces that cover less of the world, against when it was packed, have left holes. */
const LEAST_COVER = 0.9;
/** A new packing is taken if it can be shown so much larger. */
const LEAST_GAIN = 1.05;
/** A world with less than this share of the objects that it was packed for is mostly holes. */
const MOSTLY = 0.5;

const NOTHING: Selection = {
  records: [],
  context: new Set(),
  matches: tallyOf([]),
  total: tallyOf([]),
};

/** Content of a map and its places: a selection of a graph, its siblings stacked, laid out. */
export class Arrangement {
  selection: Selection = NOTHING;
  faces: Faces = new Faces(NOTHING, rowsOf([]), () => undefined);
  layout: Layout = layout(rowsOf([]));
  /** The layout with all stacks closed: an opened one makes room in it, and leaves no trace in it once it is closed. */
  #closed: Layout = this.layout;
  /** Whether other stacks are open, or other objects apart, than in the layout. */
  #isTurned = false;
  /** Whether the next layout keeps no place. */
  #isAnew = false;
  /** Edges between slots of the layout. */
  edges: Edges = rowsOf([]).edges;
  /** Lines that the layout makes no room for. */
  waits: readonly CrossEdge[] = [];
  /** Kinds by slot of the layout. */
  kinds: Pick<Rows, 'kind' | 'kinds'> = rowsOf([]);
  /** Marks by slot of the layout. */
  marks: SlotMarks = slotMarks(rowsOf([]));
  problems: MapProblems = problemsOf(this.layout, this.marks);
  /** The aspect of the view when the layout was made: a new window size moves no card. */
  #aspect = USUAL;
  /** The bounds of the world, its cards and its cover when it was packed last. */
  #packed = sizeOf(this.layout);
  /** Whether the last `arrange` moved a namespace. */
  hasMoved = false;
  #stacking: Stacking | undefined;
  #selected: Uid | undefined;
  #reached: Uid | undefined;
  #steppedOut = false;
  /** Rows to lay out while uids and names are on their way. */
  #outline: Rows | undefined;

  /** Forgets where things stood. */
  clear(): void {
    this.#closed = layout(rowsOf([]));
    this.layout = this.#closed;
    this.#isTurned = true;
    this.#isAnew = false;
  }

  /** Stacks siblings from the next `arrange` on; without `stacking` every object stands by itself. */
  stack(stacking: Stacking | undefined): void {
    // Half of the objects come or go: nothing keeps its place.
    this.#isAnew ||= this.#turnsAll(stacking);
    this.#isTurned = true;
    this.#stacking = stacking;
    this.changed();
  }

  /**
   * Takes the selected object. Says whether to arrange again: it steps out of its closed stack, and the one before goes back.
   * Other objects do not move because of a selection.
   */
  select(uid: Uid | undefined): boolean {
    if (uid !== this.#reached) this.#reached = undefined;
    if (uid === this.#selected) return false;
    const goesBack = this.#steppedOut;
    this.#selected = uid;
    this.#steppedOut = uid !== undefined && this.placeOf(uid) === undefined;
    const isTurned = goesBack || this.#steppedOut;
    this.#isTurned ||= isTurned;
    return isTurned;
  }

  /** The graph or its stacks have changed: the selected object may stand apart from a stack from now on. */
  changed(): void {
    this.#steppedOut ||= this.#selected !== undefined;
  }

  /**
   * Arranges the graph as it is now; returns the layout before. A new layout is made for a view of this size. While the view
   * `isFitted`, nobody reads one place: then namespaces make room for one that grows, and are packed anew once they have left holes, in
   * the same order if none has come or gone.
   */
  arrange(store: GraphStore, selector: Selector, view: Size, isFitted: boolean): Layout {
    const before = this.layout;
    if (this.#isAnew) this.clear();
    this.hasMoved = false;
    if (this.#closed.uids.length === 0) this.#aspect = aspectOf(view);
    this.selection = selector(store);
    const { absent, isPast, places, focus, context, states } = this.selection;
    const all = places
      ? rowsOf(places)
      : (this.selection.rows ?? rowsOf(this.selection.records, absent, focus));
    const closed = this.#stacked(all, store, this.#stacking && CLOSED);
    const rows = this.#isAnyOpen(closed) ? this.#stacked(all, store, this.#stacking) : closed;
    this.faces = new Faces(this.selection, rows, (uid) => shownRecord(this.selection, store, uid));
    const named = this.#named(closed);
    this.#closed = named ?? this.#laidOut(closed, view, isFitted);
    const former = named || this.#isTurned ? undefined : before;
    this.layout = rows === closed ? this.#closed : layoutOpened(rows, this.#closed, former);
    this.#isTurned = false;
    this.#outline = store.isOutline ? closed : undefined;
    const now = places && new Map(this.selection.records.map((each) => [each.uid, each]));
    this.edges = now ? edgesOfNow(places, now) : rows.edges;
    this.kinds = rows;
    this.waits = this.selection.hasWaitsAside ? awaitedEdges(rows) : [];
    this.marks = slotMarks(rows, places && this.faces.records, absent);
    const { stacks } = rows;
    this.problems = problemsOf(this.layout, this.marks, {
      absent,
      isPast,
      context,
      states,
      stacks,
      shown: now,
      laidOut: rows.marks,
    });
    return before;
  }

  /** The middle of a card or stack; `undefined` while it has none of its own. */
  placeOf(uid: Uid | undefined): Point | undefined {
    return placeIn(this.layout, uid);
  }

  /** The middle of the card of one of the objects, or of the stack that it is in. */
  seenPlaceOf(uids: readonly Uid[]): Point | undefined {
    return uids
      .map((uid) => this.placeOf(uid) ?? this.placeOf(this.faces.seenAs([uid])[0]))
      .find((place) => place !== undefined);
  }

  /** Goal of an arrow key from a card or stack; without one that nearest to the middle of the view. */
  neighbour(from: Uid | undefined, direction: Direction, view: Box): Uid | undefined {
    const stack = from === undefined ? undefined : this.faces.stacks.get(from);
    // The members of an open stack stand below its card.
    if (direction === 'down' && stack?.isOpen) this.#reached = stack.members[0];
    else if (from === undefined) this.#reached = this.#middleOf(view);
    else this.#reached = nextCard(this.layout, from, direction);
    return this.#reached;
  }

  /** Whether an arrow key has led to this card or stack, and no other object was selected since. */
  isReached(uid: Uid | undefined): boolean {
    return uid !== undefined && uid === this.#reached;
  }

  #middleOf({ x, y, width, height }: Box): Uid | undefined {
    return nearestTo(this.layout, x + width / 2, y + height / 2);
  }

  /**
   * The objects that keep their place in view under a new stacking: the stack that opens or closes. If all do, the card
   * in the middle of the view, or the stack or member that replaces it.
   */
  kept(next: Stacking | undefined, view: Box | undefined): readonly Uid[] {
    const { stacks } = this.faces;
    if (this.#turnsAll(next)) {
      const kept = view && this.#middleOf(view);
      return kept === undefined ? [] : [kept, ...(stacks.get(kept)?.members ?? [])];
    }
    for (const { uid, id, isOpen } of stacks.values()) {
      if (next && isOpen !== next.open.includes(id)) return [uid];
    }
    return [];
  }

  #turnsAll(next: Stacking | undefined): boolean {
    return (next === undefined) !== (this.#stacking === undefined);
  }

  /** The layout of an outline for the same rows with uids and names: nothing moves. */
  #named(rows: Rows): Layout | undefined {
    const isOutlined = this.#closed.uids === this.#outline?.uids;
    if (!this.#outline || !isOutlined || !haveSameShape(this.#outline, rows)) return undefined;
    return { ...this.#closed, uids: rows.uids };
  }

  #laidOut(rows: Rows, view: Size, isFitted: boolean): Layout {
    const before = this.#closed;
    const isFirst = before.uids.length === 0;
    const follow = isFitted ? layoutInOrder : layout;
    const kept = isFirst
      ? layout(rows, undefined, this.#aspect)
      : follow(rows, before, this.#aspect);
    if (isFirst) this.#packed = sizeOf(kept);
    this.hasMoved = haveMoved(before, kept);
    const zoomOf = ({ bounds }: Pick<Layout, 'bounds'>): number =>
      Math.min(view.width / bounds.width, view.height / bounds.height);
    const named = (world: Pick<Layout, 'bounds'>): boolean =>
      fitCamera(world.bounds, view).zoom >= CARD_NAMES_ZOOM;
    const hasHoles =
      coverOf(kept) < this.#packed.cover * LEAST_COVER ||
      zoomOf(kept) <= zoomOf(this.#packed) * MOST_LOSS ||
      (named(this.#packed) && !named(kept)) ||
      kept.uids.length < this.#packed.count * MOSTLY ||
      kept.namespaces.length < before.namespaces.length;
    if (!isFitted || !hasHoles) return kept;
    let anew = layoutAnew(rows, kept, this.#aspect);
    // Names are worth more than rooms that are kept, and than the order of namespaces.
    if (rows.uids.length <= MOST_READ) {
      if (!named(anew)) anew = layoutAnew(rows, kept, this.#aspect, true);
      if (!named(anew)) anew = layout(rows, undefined, this.#aspect);
    }
    const best = zoomOf(anew) > zoomOf(kept) * LEAST_GAIN ? anew : kept;
    this.hasMoved = haveMoved(before, best);
    this.#packed = sizeOf(best);
    return best;
  }

  /** Whether a stack is open, or an object in one has a card of its own. */
  #isAnyOpen(closed: Rows): boolean {
    if (!this.#stacking) return false;
    const { open, apart } = this.#stacking;
    const stacks = [...closed.stacks.values()];
    // An object that is neither on the map nor in a stack is gone or filtered out.
    const steppedOut = (uid: Uid | undefined): boolean =>
      uid !== undefined &&
      slotOf(closed, uid) === undefined &&
      stacks.some(({ members, dependents }) => members.includes(uid) || dependents.includes(uid));
    return (
      steppedOut(apart) || steppedOut(this.#selected) || stacks.some(({ id }) => open.includes(id))
    );
  }

  #stacked(rows: Rows, store: GraphStore, stacking: Stacking | undefined): Rows {
    if (!stacking || this.selection.isPast) return rows;
    const selected = stacking === CLOSED ? undefined : this.#selected;
    const { dependents, ...options } = stackOptions(stacking, selected, store);
    // Rows of all objects know all dependents.
    const isWhole = rows.uids.length === store.size;
    return stackSiblings(
      rows,
      isWhole ? options : { ...options, ...(dependents && { dependents }) },
    );
  }
}

/** Closes all stacks, also one that contains the selected object. */
const CLOSED: Stacking = { open: [] };

function sizeOf(world: Layout): {
  readonly bounds: Box;
  readonly count: number;
  readonly cover: number;
} {
  return { bounds: world.bounds, count: world.uids.length, cover: coverOf(world) };
}

/** Whether a namespace stands elsewhere than before. */
function haveMoved(before: Layout, now: Layout): boolean {
  const former = new Map(before.namespaces.map((frame) => [frame.namespace, frame]));
  return now.namespaces.some(({ namespace, x, y }) => {
    const old = former.get(namespace);
    return old !== undefined && (old.x !== x || old.y !== y);
  });
}

/** The share of the world that its namespaces cover. */
function coverOf({ bounds, namespaces }: Layout): number {
  const area = namespaces.reduce((sum, { width, height }) => sum + width * height, 0);
  return area / Math.max(1, bounds.width * bounds.height);
}

/** The references that objects have now, between the places where they first stood. */
function edgesOfNow(places: readonly NodeRecord[], now: ReadonlyMap<Uid, NodeRecord>): Edges {
  return rowsOf(places.map((place) => now.get(place.uid) ?? { ...place, owners: [] })).edges;
}

/** Width to height of a world for a view of this size. */
function aspectOf({ width, height }: Size): number {
  if (width < height) return UPRIGHT;
  return width > 2.2 * height ? WIDE : USUAL;
}
