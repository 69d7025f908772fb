import { type Absence, formatCount, type Uid, visibleText } from '@gcscope/gc-core/wire';
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  compareUrgency,
  type Layout,
  markLook,
  type Palette,
  type Point,
  type Stack,
  type Urgency,
  WRONG_REFERENCE,
} from '@gcscope/picture';
import type { ObjectState } from '../../data/graph-store.ts';
import { type NamesApart, namesApart } from './names-apart.ts';
import { isWrongAt, markAt, type SlotMarks } from './slot-marks.ts';

/** A state that a person should see from any distance. */
export type ProblemState = Extract<ObjectState, 'blocked' | 'wrong' | 'goes' | 'terminating'>;

/** The kinds of problems, the worst first; in a filtered view behind those that it asks for. */
export const PROBLEM_STATES: readonly ProblemState[] = ['blocked', 'wrong', 'goes', 'terminating'];

/** A view has no room for more. */
const MOST_PLACES = 100;

/** CSS px: no mark is smaller, so that its sign has room. */
export const MARK = 13;

/** Size of the mark of an object without a card, CSS px: as large as its card would be. */
export function markSize(zoom: number): { readonly width: number; readonly height: number } {
  return { width: Math.max(MARK, CARD_WIDTH * zoom), height: Math.max(MARK, CARD_HEIGHT * zoom) };
}

/** An object with a problem. */
export interface ProblemMark {
  readonly slot: number;
  readonly state: ProblemState;
}

/** A namespace of the map: how much is in it, and what is wrong there. */
export interface NamespaceSummary {
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly label: string;
  readonly count: number;
  /** The problems of its objects: the worst first, or those that a filter asks for; kinds without objects are left out. */
  readonly problems: readonly ProblemCount[];
  /** Tells its name from those of the others. */
  readonly apart: NamesApart;
}

/** Number of objects with a kind of problem; an object may have several, as the tiles count them. */
export type ProblemCount = readonly [state: ProblemState, count: number];

/** The problems of a map. */
export interface MapProblems {
  /** Marks, the worst last: those drawn last are seen. */
  readonly marks: readonly ProblemMark[];
  /** Summaries of the frames of the layout, in its order. */
  readonly namespaces: readonly NamespaceSummary[];
}

const WORDS: Readonly<Record<ProblemState, readonly [one: string, more: string]>> = {
  blocked: ['blocked', 'blocked'],
  wrong: ['with a wrong reference', 'with wrong references'],
  goes: ['goes next', 'go next'],
  terminating: ['terminating', 'terminating'],
};

/** Facts about a layout besides its marks. */
export interface ProblemOptions {
  /** Objects that the API server no longer has do not count, and are no problem any more. */
  readonly absent?: ReadonlyMap<Uid, Absence> | undefined;
  /** Counts gone objects as well: the map shows the past. */
  readonly isPast?: boolean | undefined;
  /** Owners that a filtered view shows beside its matches: they do not count. */
  readonly context?: ReadonlySet<Uid> | undefined;
  /** The states that the filter asks for. */
  readonly states?: readonly ObjectState[] | undefined;
  /** By slot. */
  readonly stacks?: ReadonlyMap<number, Stack>;
  /** Objects with a card, where the layout also keeps places for objects that do not exist yet. */
  readonly shown?: Pick<ReadonlySet<Uid>, 'has'> | undefined;
  /** The marks with which it was laid out, where these are others: it does not count owners that were never seen. */
  readonly laidOut?: SlotMarks | undefined;
}

/** Looks for problems among the objects and stacks of a layout. */
export function problemsOf(
  layout: Layout,
  slots: SlotMarks,
  {
    absent,
    isPast = false,
    context = NOBODY,
    states: asked = [],
    stacks,
    shown,
    laidOut = slots,
  }: ProblemOptions = {},
): MapProblems {
  const order = PROBLEM_STATES.toSorted((a, b) => +asked.includes(b) - +asked.includes(a));
  const counts = layout.namespaces.map(() => new Map<ProblemState, number>());
  const marks: ProblemMark[] = [];
  const empty = layout.namespaces.map(() => 0);
  const isMissing = (uid: Uid, slot: number): boolean => {
    if (markAt(laidOut, slot) === 'virtual') return false;
    const absence = absent?.get(uid);
    const isThere = isPast || absence === undefined || absence === 'forgotten';
    return !isThere || shown?.has(uid) === false;
  };
  /** Number of objects at a slot that are none of the view. */
  const uncounted = (uid: Uid, slot: number, stack: Stack | undefined): number => {
    if (stack && context.size > 0 && !stack.isOpen) {
      return [...stack.members, ...stack.dependents].filter((each) => context.has(each)).length;
    }
    const isContext = context.has(uid) && markAt(laidOut, slot) !== 'virtual';
    return isContext || isMissing(uid, slot) ? 1 : 0;
  };
  for (let slot = 0; slot < layout.uids.length; slot++) {
    const place = layout.frames[slot] ?? -1;
    const uid = layout.uids[slot] ?? '';
    const stack = stacks?.get(slot);
    const isContext = context.has(uid);
    empty[place] = (empty[place] ?? 0) + uncounted(uid, slot, stack);
    const states = stack ? statesOfStack(stack) : problemStates(slots, slot, order);
    const [worst] = states;
    if (worst === undefined || absent?.has(uid)) continue;
    marks.push({ slot, state: worst });
    if (isContext) continue;
    const objects = stack ? problemsIn(stack) : 1;
    for (const state of states) count(counts[place], state, objects);
  }
  marks.sort((a, b) => order.indexOf(b.state) - order.indexOf(a.state));
  const apart = namesApart(layout.namespaces.map(({ label }) => visibleText(label)));
  const namespaces = layout.namespaces.map(({ namespace, label, count }, frame) => ({
    namespace,
    label,
    apart,
    count: count - (empty[frame] ?? 0),
    problems: order.flatMap((state) => {
      const counted = counts[frame]?.get(state);
      return counted === undefined ? [] : [[state, counted] as const];
    }),
  }));
  return { marks, namespaces };
}

/** The middles of the cards in a namespace, or anywhere, that have a problem, the worst first. */
export function problemPlaces(
  namespace: string | undefined,
  { layout, problems }: { readonly layout: Layout; readonly problems: Pick<MapProblems, 'marks'> },
): readonly Point[] {
  const frame = layout.namespaces.findIndex((each) => each.namespace === namespace);
  return problems.marks
    .filter(({ slot }) => namespace === undefined || layout.frames[slot] === frame)
    .slice(-MOST_PLACES)
    .map(({ slot }) => ({ x: layout.x[slot] ?? 0, y: layout.y[slot] ?? 0 }))
    .reverse();
}

/** The namespaces in the order of the map: those with the worst problems first, then the larger ones. */
export function worstFirst(namespaces: readonly NamespaceSummary[]): readonly NamespaceSummary[] {
  const urgency = ({ namespace, count, problems: [worst] }: NamespaceSummary): Urgency => ({
    name: namespace,
    rank: worst ? PROBLEM_STATES.indexOf(worst[0]) : PROBLEM_STATES.length,
    most: worst?.[1] ?? 0,
    size: count,
  });
  return [...namespaces].sort((a, b) => compareUrgency(urgency(a), urgency(b)));
}

/** Counts objects with a problem: `1 blocked`, `4 with wrong references`, `3 go next`. */
export function countProblems(state: ProblemState, count: number): string {
  const [one, more] = WORDS[state];
  return `${formatCount(count)} ${count === 1 ? one : more}`;
}

/** Look of a kind of problem: never its colour alone. */
export function problemLook(
  state: ProblemState,
  colours: Palette,
): {
  readonly sign: string;
  readonly colour: string;
  readonly fill: string;
} {
  if (state === 'wrong') {
    const { sign } = WRONG_REFERENCE;
    return { sign, colour: colours.invalid, fill: colours.marks.blocked.fill };
  }
  const { sign } = markLook(state);
  return { sign, colour: colours.marks[state].sign, fill: colours.marks[state].fill };
}

/** The ground of a namespace from afar. A wrong reference alone stops nothing: it shades none, so that what is blocked is seen first. */
export function groundOf([worst]: NamespaceSummary['problems'], colours: Palette): string {
  if (!worst || worst[0] === 'wrong') return colours.frame.fill;
  return problemLook(worst[0], colours).fill;
}

function count(
  counts: Map<ProblemState, number> | undefined,
  state: ProblemState,
  by: number,
): void {
  counts?.set(state, (counts.get(state) ?? 0) + by);
}

/** The problems of a stack: blocked or terminating, nothing else stacks; the objects of an open one speak for themselves. */
function statesOfStack({ isOpen, isBlocked, terminating }: Stack): readonly ProblemState[] {
  if (isBlocked) return isOpen ? CALM : BLOCKED;
  return isOpen || terminating === 0 ? CALM : ['terminating'];
}

/** The problems of the object at a slot, in this order. */
function problemStates(
  slots: SlotMarks,
  slot: number,
  order: readonly ProblemState[],
): readonly ProblemState[] {
  if (slots[slot] === 0) return CALM;
  const mark = markAt(slots, slot);
  const isWrong = isWrongAt(slots, slot);
  return order.filter((state) => state === mark || (state === 'wrong' && isWrong));
}

/** Number of objects of a stack with its problem. */
function problemsIn({ isBlocked, members, terminating }: Stack): number {
  return isBlocked ? members.length : terminating;
}

const NOBODY: ReadonlySet<Uid> = new Set();
const BLOCKED: readonly ProblemState[] = ['blocked'];
/** The states of nearly all objects. */
const CALM: readonly ProblemState[] = [];
