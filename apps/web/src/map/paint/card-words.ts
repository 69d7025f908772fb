import { visibleText } from '@gcscope/gc-core/wire';
import { type Stack, shortKind, shortStackName, stackName } from '@gcscope/picture';
import { type Brush, cutText, textWidth } from './brush.ts';

/** What ends the part of a name that repeats the owner's. */
const SEPARATORS: ReadonlySet<string> = new Set(['-', '.']);

/** A shorter rest than this says too little: of `ledger-db-0` it is `-db-0`, not `-0`. */
const SHORTEST_REST = 4;

/** `-db` of `ledger-db`. */
function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('-'), name.lastIndexOf('.'), 0));
}

/** The name as much of it as fits: where it begins with the owner's name, rather `-config` than `ledg…ig`. */
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
  const rest = name.slice(owner.length);
  const isRepeated = name.startsWith(owner) && rest.length > 1 && SEPARATORS.has(rest[0] ?? '');
  if (!isRepeated) return cutText(brush, whole, room);
  const longer = `${lastPart(owner)}${rest}`;
  const shown = rest.length < SHORTEST_REST && longer !== name ? longer : rest;
  return cutText(brush, visibleText(shown), room);
}

/**
 * The name of a stack; where the whole has no room, with kubectl's short name of the kind, then its count alone: rather `2 old rs` and
 * `1.5K` than `2 ol…ts` and `1,5…cm`.
 */
export function fittingStackName(brush: Brush, stack: Stack, room: number): string {
  const whole = visibleText(stackName(stack));
  const count = shortCount(stack.members.length);
  const short = shortStackName(stack);
  const words = [whole, ...(short === undefined ? [] : [short, short.replace(/^\S+/, count)])];
  return words.find((word) => textWidth(brush, word) <= room) ?? cutText(brush, count, room);
}

/** `1.5K` of 1,512. */
function shortCount(count: number): string {
  return count < 1000 ? `${count}` : `${Math.round(count / 100) / 10}K`;
}

/** The kind, or kubectl's short name of it where the whole has no room; `undefined` if neither fits. */
export function wholeKind(brush: Brush, kind: string, room: number): string | undefined {
  const words = [visibleText(kind), shortKind(kind)];
  return words.find((word) => word !== undefined && textWidth(brush, word) <= room);
}
