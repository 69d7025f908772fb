import type { ObjectReference } from '../meta/object-reference.ts';
import { objectsIn, type Sentence, say } from '../meta/sentence.ts';
import type { Reason } from '../wire/explanation.ts';

/** What a list of objects or of reasons shows at most; what is left out is counted. */
export const SHOWN = 20;

/** A sentence with the rule it follows and the objects it speaks of. */
export function reasonOf(
  rule: string,
  text: Sentence,
  objects: readonly ObjectReference[] = objectsIn(text),
): Reason {
  return { rule, text, uids: objects.map(({ uid }) => uid), objects };
}

/** `1 reference`, `2 references`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The sentence as it goes on after a colon or "because". Kind names keep their capital. */
export function lowerFirst(sentence: Sentence): Sentence {
  const [first, ...rest] = sentence;
  if (first?.type !== 'text' || !/^(A|It|An|Owner|The|This|No|None|Waits) /.test(first.text))
    return sentence;
  return [
    { type: 'text', text: first.text.charAt(0).toLowerCase() + first.text.slice(1) },
    ...rest,
  ];
}

/** `A, B and C` of objects; what is more than the first few is counted. */
export function namesOf(objects: readonly ObjectReference[], shown = 3): Sentence {
  const names = objects.slice(0, shown);
  const more = objects.length - names.length;
  return names
    .reduce<Sentence>(
      (said, each, at) => {
        if (at === 0) return say`${each}`;
        const isLast = at === names.length - 1 && more === 0;
        return say`${said}${isLast ? ' and ' : ', '}${each}`;
      },
      more > 0 && names.length === 0 ? say`${more} objects` : [],
    )
    .concat(more > 0 && names.length > 0 ? say` and ${more} more` : []);
}
