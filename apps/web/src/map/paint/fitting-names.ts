import { type NodeRecord, visibleText } from '@gcscope/gc-core/wire';
import {
  briefKind,
  glyphOf,
  type Stack,
  shortKind,
  shortStackName,
  stackName,
} from '@gcscope/picture';
import { READABLE_ZOOM } from '../view/measures.ts';
import { type Brush, cutText, textWidth } from './brush.ts';

/** A shorter rest than this says too little: of `ledger-db-0` it is `-db-0`, not `-0`. */
const SHORTEST_REST = 4;

/** `-db` of `ledger-db`. */
function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('-'), name.lastIndexOf('.'), 0));
}

/** A part of digits, or of the letters from which Kubernetes makes names. */
const GENERATED = /^-[bcdfghjklmnpqrstvwxz\d]{4,}$/;

/** The end of a generated part that fits: its middle is as much of a name as its ends, and numbers differ in their last digits. */
function endOf(brush: Brush, part: string, room: number): string {
  if (textWidth(brush, part) <= room) return part;
  for (let start = 2; start < part.length; start++) {
    const end = `…${part.slice(start)}`;
    if (textWidth(brush, end) <= room) return end;
  }
  return '';
}

/** The part of a name that the owner's name does not say, and the parts around it. */
interface Rest {
  readonly before: string;
  readonly own: string;
  readonly after: string;
}

/** The parts of a name, each but the first with the `-` or `.` before it. */
function partsOf(name: string): readonly string[] {
  return name.split(/(?=[-.])/);
}

/**
 * `-config` of `ledger-config-5`, which hangs under `ledger-5`, and `data-0` of `data-0-5`: siblings are told apart by it. The beginning
 * repeats the owner only where all of the owner's name is repeated.
 */
function restOf(name: string, owner: string): Rest {
  const [parts, ownerParts] = [partsOf(name), partsOf(owner)];
  const shared = parts.findIndex((part, at) => part !== ownerParts[at]);
  const start = shared === -1 ? parts.length : shared;
  const most = Math.min(ownerParts.length, parts.length - 1) - start;
  let end = 0;
  while (end < most && parts.at(-1 - end) === ownerParts.at(-1 - end)) end++;
  const before = start + end === ownerParts.length ? parts.slice(0, start).join('') : '';
  const after = parts.slice(parts.length - end).join('');
  return { before, own: name.slice(before.length, name.length - after.length), after };
}

/** The name as much of it as fits: where it begins or ends as the owner's name, rather `-config` than `ledg…-5`: by that siblings are told apart. */
export function fittingName(
  brush: Brush,
  name: string,
  owner: string | undefined,
  room: number,
): string {
  const whole = visibleText(name);
  if (owner === undefined || owner === '' || textWidth(brush, whole) <= room) {
    return cutText(brush, whole, room);
  }
  const { before, own, after } = restOf(name, owner);
  if (own.length < 2 || own === name) return cutText(brush, whole, room);
  const isShort = before !== '' && own.length < SHORTEST_REST;
  const longer = `${isShort ? lastPart(before) : ''}${own}`;
  // The whole name has no room.
  const shown = `${longer}${after}` === name ? own : longer;
  const words = [`${shown}${after}`, shown];
  const fits = words.find((word) => textWidth(brush, visibleText(word)) <= room);
  if (fits === undefined && GENERATED.test(shown)) return endOf(brush, shown, room);
  return cutText(brush, visibleText(fits ?? shown), room);
}

/**
 * The name of a stack; while cards have one line, or where the whole has no room, with kubectl's short name of the kind, then without
 * `old`; its count alone only beside the glyph of its kind: rather `2 rs` and `1.5K cm` than `2 ol…ts` and `1,5…cm`.
 */
export function fittingStackName(brush: Brush, stack: Stack, room: number): string {
  const [, kind] = stack.kind;
  const whole = visibleText(stackName(stack));
  const count = shortCount(stack.members.length);
  const short = shortStackName(stack);
  const shorter =
    short === undefined ? [] : [short, short.replace(/^\S+/, count), `${count} ${shortKind(kind)}`];
  const isBrief = brush.zoom < READABLE_ZOOM && shorter.length > 0 && briefKind(kind) !== kind;
  const words = isBrief ? shorter : [whole, ...shorter];
  return words.find((word) => textWidth(brush, word) <= room) ?? cutText(brush, count, room);
}

/** `1.5K` of 1,512. */
function shortCount(count: number): string {
  return count < 1000 ? `${count}` : `${Math.round(count / 100) / 10}K`;
}

/** A cut kind with fewer letters may be any. */
const FEWEST_OF_KIND = 7;

/**
 * The kind: while cards have one line its short name, so that one map says a kind in one way; else whole, or short where the whole has
 * no room. `undefined` if none fits.
 */
export function wholeKind(brush: Brush, kind: string, room: number): string | undefined {
  const words =
    brush.zoom < READABLE_ZOOM ? [briefKind(kind)] : [visibleText(kind), shortKind(kind)];
  return words.find((word) => word !== undefined && textWidth(brush, word) <= room);
}

/** The same; one that its glyph does not tell is cut where it has no room. */
export function fittingKind(
  brush: Brush,
  { apiVersion, kind }: Pick<NodeRecord, 'apiVersion' | 'kind'>,
  room: number,
): string | undefined {
  const whole = wholeKind(brush, kind, room);
  if (whole !== undefined || glyphOf(apiVersion, kind).path !== undefined) return whole;
  const cut = cutText(brush, visibleText(kind), room);
  return [...cut].length < FEWEST_OF_KIND ? undefined : cut;
}
