import type { ObjectReference } from '../../meta/object-reference.ts';
import type { Reason } from '../../wire/explanation.ts';

/** What a list of objects or of reasons shows at most; what is left out is counted. */
export const SHOWN = 20;

/** A sentence with the rule it follows and the objects it speaks of. */
export function reasonOf(
  rule: string,
  text: string,
  objects: readonly ObjectReference[] = [],
): Reason {
  return { rule, text, uids: objects.map(({ uid }) => uid), objects };
}

/** `1 reference`, `2 references`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The sentence as it goes on after a colon or "because". Kind names keep their capital. */
export function lowerFirst(text: string): string {
  return /^(A|It|An|Owner|The|This) /.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}
