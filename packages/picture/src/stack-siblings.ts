import type { PackedKind, Uid } from '@gcscope/gc-core/wire';
import { type Edges, MARKS, type Rows, WAITS } from './rows.ts';
import { Families, type Family } from './sibling-families.ts';
import { type Stack, stackName, stackSize } from './stack.ts';

/** Choices of which siblings of a view stack. */
export interface StackOptions {
  /** Ids of the stacks that are open. */
  readonly open?: ReadonlySet<string>;
  /** Objects that keep cards of their own: those that a person looks at. */
  readonly apart?: ReadonlySet<Uid>;
  /** Number of dependents of an object, where some of them may be no rows. */
  readonly dependents?: (uid: Uid) => number;
}

/** Stands for the ids of all stacks: no siblings stack. */
export const ALL_OPEN = 'all';

/** The least siblings that become a stack: two are read sooner than a stack is opened. */
const STACK_FROM = 3;
/** The most blocked siblings that keep their cards while a Namespace waits for them. */
const MOST_BLOCKED = 10;
/** Old ReplicaSets are hardly ever looked for. */
const OLD_FROM = 2;

const CALM = 0;
const TERMINATING: number = MARKS.indexOf('terminating');
const BLOCKED: number = MARKS.indexOf('blocked');
const NOT_VERIFIED: number = MARKS.indexOf('not-verified');
/** Quiet marks: a kind that cannot be read for a while changes only between these, so no card moves. */
const QUIET: ReadonlySet<number> = new Set([CALM, TERMINATING, NOT_VERIFIED]);

interface Stacked {
  readonly stack: Stack;
  /** Rows of its members. */
  readonly rows: readonly number[];
}

/**
 * The rows with siblings as stacks: three or more objects of one kind with the same owners, without dependents or each with one that is
 * a leaf; and two or more old ReplicaSets of an owner. An object with a problem (blocked, goes next, a wrong reference) or in `apart`
 * keeps its card, and so does an object with a dependent of that sort. Only of many blocked siblings that a Namespace waits for,
 * those behind the first few stack, too. A closed stack is one row in place of its objects; an open one a row beside them. The same
 * whatever the order of the rows. Linear.
 */
export function stackSiblings(rows: Rows, options: StackOptions = {}): Rows {
  const families = new Families(rows, options.dependents);
  const isSeen = new Uint8Array(rows.uids.length).fill(1);
  const stacked: Stacked[] = [];
  const prefix = unusedPrefix(rows.uids);
  for (const family of families.find(OLD_FROM)) {
    const quiet = stackable(family, families, rows, options.apart);
    const blocked = manyBlocked(family, families, rows, options.apart);
    const ownId = { ...family, id: `blocked,${family.id}` };
    for (const [{ id, isOld }, members] of [
      [family, quiet],
      [ownId, blocked],
    ] as const) {
      if (members.length === 0) continue;
      const stack = stackOf({ id, isOld }, members, families, rows, prefix, options.open);
      stacked.push({ stack, rows: members });
      if (!stack.isOpen) hide(members, families, isSeen);
    }
  }
  return stacked.length === 0 ? rows : rowsWith(rows, isSeen, stacked);
}

function hide(members: readonly number[], families: Families, isSeen: Uint8Array): void {
  for (const member of members) {
    isSeen[member] = 0;
    const dependent = families.dependentOf(member);
    if (dependent >= 0) isSeen[dependent] = 0;
  }
}

/** The rows of a family that stack, by name; none if they stay as they are. */
function stackable(
  { rows: siblings, isOld }: Family,
  families: Families,
  rows: Rows,
  apart: ReadonlySet<Uid> | undefined,
): readonly number[] {
  const { marks, uids } = rows;
  const least = isOld ? OLD_FROM : STACK_FROM;
  if (siblings.length < least) return [];
  const isQuiet = (row: number): boolean =>
    QUIET.has(marks[row] as number) && apart?.has(uids[row] as Uid) !== true;
  const quiet: number[] = [];
  for (const row of siblings) {
    const dependent = families.dependentOf(row);
    if (isQuiet(row) && (dependent < 0 || isQuiet(dependent))) quiet.push(row);
  }
  return quiet.length < least ? [] : byName(quiet, rows);
}

/** The blocked rows without dependents of a family that a Namespace waits for, by name and behind the first few. */
function manyBlocked(
  { rows: siblings }: Family,
  families: Families,
  rows: Rows,
  apart: ReadonlySet<Uid> | undefined,
): readonly number[] {
  const { marks, uids, edges } = rows;
  const { firsts, traits } = edges;
  const [sample = 0] = siblings;
  // Siblings have the same edges, and that of a wait is the last one.
  const last = (firsts[sample + 1] as number) - 1;
  const isAwaited = last >= (firsts[sample] as number) && ((traits[last] as number) & WAITS) !== 0;
  if (!isAwaited || siblings.length < MOST_BLOCKED + STACK_FROM) return [];
  const blocked = siblings.filter(
    (row) =>
      marks[row] === BLOCKED && families.dependentOf(row) < 0 && !apart?.has(uids[row] as Uid),
  );
  const more = byName(blocked, rows).slice(MOST_BLOCKED);
  return more.length < STACK_FROM ? [] : more;
}

/** Sorts the rows. */
function byName(quiet: number[], { names, uids }: Rows): readonly number[] {
  const isBefore = (a: number, b: number): boolean =>
    names[a] === names[b]
      ? (uids[a] as Uid) < (uids[b] as Uid)
      : (names[a] as string) < (names[b] as string);
  // Rows nearly always come in that order.
  let at = 1;
  while (at < quiet.length && isBefore(quiet[at - 1] as number, quiet[at] as number)) at++;
  return at === quiet.length ? quiet : quiet.sort((a, b) => (isBefore(a, b) ? -1 : 1));
}

function stackOf(
  { id, isOld }: Pick<Family, 'id' | 'isOld'>,
  members: readonly number[],
  families: Families,
  { uids, kinds, kind, marks }: Rows,
  prefix: string,
  open: ReadonlySet<string> | undefined,
): Stack {
  const memberUids: Uid[] = [];
  const dependentUids: Uid[] = [];
  let each: string | undefined;
  let terminating = 0;
  let notVerified = 0;
  const countIn = (row: number): void => {
    if (marks[row] === TERMINATING) terminating++;
    else if (marks[row] === NOT_VERIFIED) notVerified++;
  };
  for (const row of members) {
    memberUids.push(uids[row] as Uid);
    countIn(row);
    const dependent = families.dependentOf(row);
    if (dependent < 0) continue;
    if (dependentUids.length === 0) each = kinds[kind[dependent] as number]?.[1];
    dependentUids.push(uids[dependent] as Uid);
    countIn(dependent);
  }
  return {
    id,
    uid: `${prefix}${id}`,
    kind: kinds[kind[members[0] as number] as number] as PackedKind,
    members: memberUids,
    dependents: dependentUids,
    each,
    isOld,
    terminating,
    notVerified,
    ...(marks[members[0] as number] === BLOCKED && { isBlocked: true }),
    isOpen: open?.has(id) === true,
  };
}

/** A prefix that no uid has: uids are any text. */
function unusedPrefix(uids: readonly Uid[]): string {
  let prefix = 'stack:';
  while (uids.some((uid) => uid.startsWith(prefix))) prefix += ':';
  return prefix;
}

function markOfStack(stack: Stack): number {
  if (stack.isBlocked) return BLOCKED;
  const size = stackSize(stack);
  if (stack.terminating === size) return TERMINATING;
  return stack.notVerified === size ? NOT_VERIFIED : CALM;
}

/** The rows that are seen, and behind them one for each stack. */
function rowsWith(rows: Rows, isSeen: Uint8Array, stacked: readonly Stacked[]): Rows {
  const origins: number[] = [];
  const places = new Int32Array(isSeen.length).fill(-1);
  for (let row = 0; row < isSeen.length; row++) {
    if (isSeen[row] === 1) places[row] = origins.push(row) - 1;
  }
  const firstStack = origins.length;
  for (const { rows: members } of stacked) origins.push(members[0] as number);
  const { kinds, namespaces, created } = rows;
  const size = origins.length;
  const uids: Uid[] = new Array(size);
  const names: string[] = new Array(size);
  const marks = new Uint8Array(size);
  const kind = new Int32Array(size);
  const namespace = new Int32Array(size);
  // One loop and no callbacks: it runs once before the first picture, when a call takes longer than its work.
  for (let row = 0; row < size; row++) {
    const origin = origins[row] as number;
    uids[row] = rows.uids[origin] as Uid;
    names[row] = rows.names[origin] as string;
    marks[row] = rows.marks[origin] as number;
    kind[row] = rows.kind[origin] as number;
    namespace[row] = rows.namespace[origin] as number;
  }
  const facts = new Map<number, readonly string[]>();
  for (const [row, said] of rows.facts) {
    if (isSeen[row] === 1) facts.set(places[row] as number, said);
  }
  const stacks = new Map<number, Stack>();
  stacked.forEach(({ stack }, at) => {
    const row = firstStack + at;
    stacks.set(row, stack);
    uids[row] = stack.uid;
    names[row] = stackName(stack);
    marks[row] = markOfStack(stack);
  });
  return {
    kinds,
    namespaces,
    uids,
    names,
    created: created.length === 0 ? created : origins.map((row) => created[row] as string),
    kind,
    namespace,
    edges: edgesWith(rows.edges, origins, places, firstStack, stacked),
    marks,
    facts,
    stacks,
  };
}

/** The references among the rows that are left. The owner of an object that is seen is seen. */
function edgesWith(
  { firsts, owners, traits }: Edges,
  origins: readonly number[],
  places: Int32Array,
  firstStack: number,
  stacked: readonly Stacked[],
): Edges {
  const newFirsts = new Int32Array(origins.length + 1);
  let end = 0;
  for (let row = 0; row < origins.length; row++) {
    const origin = origins[row] as number;
    end += (firsts[origin + 1] as number) - (firsts[origin] as number);
    newFirsts[row + 1] = end;
  }
  const newOwners = new Int32Array(end);
  const newTraits = new Uint8Array(end);
  for (let row = 0; row < origins.length; row++) {
    let to = newFirsts[row] as number;
    const origin = origins[row] as number;
    for (let at = firsts[origin] as number; at < (firsts[origin + 1] as number); at++) {
      newOwners[to] = places[owners[at] as number] as number;
      newTraits[to++] = traits[at] as number;
    }
  }
  const edges = { firsts: newFirsts, owners: newOwners, traits: newTraits };
  for (let at = 0; at < stacked.length; at++) {
    const { rows } = stacked[at] as Stacked;
    for (let member = 1; member < rows.length; member++) {
      const row = rows[member] as number;
      for (let edge = firsts[row] as number; edge < (firsts[row + 1] as number); edge++) {
        const owner = places[owners[edge] as number] as number;
        addTraits(edges, firstStack + at, owner, traits[edge] as number);
      }
    }
  }
  return edges;
}

/** Gives the stack the traits of a member's reference: all members have the same owners. */
function addTraits(edges: Edges, row: number, owner: number, traits: number): void {
  const { firsts, owners } = edges;
  for (let at = firsts[row] as number; at < (firsts[row + 1] as number); at++) {
    if (owners[at] === owner) edges.traits[at] = (edges.traits[at] as number) | traits;
  }
}
