import type { ObjectReference } from '../../meta/object-reference.ts';
import { objectsIn, type Sentence } from '../../meta/sentence.ts';
import type { Reason } from '../../wire/explanation.ts';

/** The limit of a list of objects or reasons; the others are counted. */
export const SHOWN = 20;

/** A sentence with the rule it follows and the objects it speaks of. */
export function reasonOf(
  rule: string,
  text: Sentence,
  objects: readonly ObjectReference[] = objectsIn(text),
): Reason {
  return { rule, text, uids: objects.map(({ uid }) => uid), objects };
}
