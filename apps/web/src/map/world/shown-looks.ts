import {
  type Box,
  briefKind,
  type CrossEdge,
  type EdgeLook,
  inflate,
  LEVEL,
  lookOfTraits,
  overlaps,
  type Route,
  shortKind,
  WAITED,
} from '@gcscope/picture';
import type { ObjectState } from '../../data/graph-store.ts';
import { AFAR_ZOOM, LINES_ZOOM, READABLE_ZOOM } from '../view/measures.ts';
import type { Arrangement } from './arrangement.ts';
import { PROBLEM_STATES, type ProblemState } from './problems.ts';
import { isWrongAt, markAt } from './slot-marks.ts';
import { indexOf } from './view-index.ts';

/** A line as it may be drawn. */
export interface LineLook extends EdgeLook {
  /** A foreground deletion waits for the dependent now. */
  readonly waited: boolean;
}

/** The looks of all that is drawn in a view, for the legend of the map. */
export interface ShownLooks {
  readonly states: ReadonlySet<ObjectState>;
  readonly hasStacks: boolean;
  /** Problems that namespaces are shaded or outlined for, the worst first. */
  readonly shades: readonly ProblemState[];
  /** The worst of the problems that a mark counts together; `undefined` where each mark stands for one object. */
  readonly counted: ProblemState | undefined;
  readonly lines: readonly LineLook[];
  /** A kind that cards say by its short name. */
  readonly shortKind: string | undefined;
  /** Something has changed while the map was open: a changed object has a ring for a moment. */
  readonly hasRings: boolean;
}

/** The drawn content of a view. */
export interface Drawn {
  readonly zoom: number;
  /** World px. */
  readonly view: Box;
  readonly marks: readonly { readonly state: ProblemState; readonly count: number }[];
  /** Routes; from afar only those that are pointed at, or selected. */
  readonly routes: readonly (Route & Pick<CrossEdge, 'traits'>)[];
  readonly hasRings: boolean;
  /** A card is gone, or was a moment ago. */
  readonly hasGone: boolean;
}

/** The facts that decide the looks of a view. */
type Shown = Pick<Arrangement, 'layout' | 'marks' | 'problems' | 'edges'> & {
  readonly faces: Pick<Arrangement['faces'], 'stacks' | 'records'>;
};

/** Looks before the first frame. */
export const NO_LOOKS: ShownLooks = {
  states: new Set(),
  hasStacks: false,
  shades: [],
  counted: undefined,
  lines: [],
  shortKind: undefined,
  hasRings: false,
};

/** Looks through the objects, namespaces and lines in view. */
export function shownLooks(shown: Shown, drawn: Drawn): ShownLooks {
  const { layout, marks, problems, faces } = shown;
  const { zoom, view } = drawn;
  const index = indexOf(layout);
  const slots = index.inBox(view);
  const states = new Set<ObjectState>(drawn.hasGone ? ['gone'] : []);
  for (const slot of slots) {
    const mark = markAt(marks, slot);
    // A place may have no object.
    if (mark === undefined) continue;
    states.add(mark);
    if (isWrongAt(marks, slot)) states.add('wrong');
  }
  const worst = new Set(
    layout.namespaces.flatMap((frame, at) =>
      overlaps(frame, view) ? (problems.namespaces[at]?.problems[0]?.[0] ?? []) : [],
    ),
  );
  const counted = new Set(drawn.marks.flatMap(({ state, count }) => (count > 1 ? state : [])));
  const traits = new Set(drawn.routes.filter((route) => isIn(view, route)).map((r) => r.traits));
  // Lines lead out of the view, to owners and siblings.
  if (zoom >= LINES_ZOOM) addTreeLines(traits, shown, index.inBox(inflate(view, LEVEL)));
  return {
    states,
    // A card is a speck from afar, and so are the sheets below it.
    hasStacks:
      zoom >= AFAR_ZOOM &&
      slots.some((slot) => faces.stacks.get(layout.uids[slot] ?? '')?.isOpen === false),
    shades: zoom < READABLE_ZOOM ? SHADES.filter((state) => worst.has(state)) : [],
    counted: PROBLEM_STATES.find((state) => counted.has(state)),
    lines: [...traits].map((each) => ({ ...lookOfTraits(each), waited: (each & WAITED) !== 0 })),
    shortKind: zoom >= AFAR_ZOOM && zoom < READABLE_ZOOM ? shortKindOf(shown, slots) : undefined,
    hasRings: drawn.hasRings,
  };
}

/** The first of those that are long enough to be said shorter. */
function shortKindOf({ layout, faces }: Shown, slots: readonly number[]): string | undefined {
  const kinds = new Set(
    slots.flatMap((slot) => faces.records.get(layout.uids[slot] ?? '')?.kind ?? []),
  );
  return [...kinds].sort().find((kind) => briefKind(kind) === shortKind(kind));
}

/** Adds the lines from these objects up to their owners. */
function addTreeLines(
  traits: Set<number>,
  { layout, edges }: Shown,
  slots: readonly number[],
): void {
  for (const slot of slots) {
    const owner = layout.parents[slot] ?? -1;
    if (owner < 0) continue;
    for (let at = edges.firsts[slot] ?? 0; at < (edges.firsts[slot + 1] ?? 0); at++) {
      if (edges.owners[at] === owner) traits.add(edges.traits[at] ?? 0);
    }
  }
}

/** Whether a part of a route may be seen. */
function isIn(view: Box, { points }: Route): boolean {
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [x = 0, y = 0, toX = 0, toY = 0] = points.slice(at, at + 4);
    const [width, height] = [Math.abs(toX - x), Math.abs(toY - y)];
    // A straight line has no area.
    const box = inflate({ x: Math.min(x, toX), y: Math.min(y, toY), width, height }, 1);
    if (overlaps(box, view)) return true;
  }
  return false;
}

const SHADES: readonly ProblemState[] = ['blocked', 'goes', 'terminating', 'wrong'];
