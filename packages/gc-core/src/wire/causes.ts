import { plainText } from '../meta/sentence.ts';
import { DELETION_STATES, type Leaf, type TerminatingObject } from './terminating.ts';

/** Something that holds deletions in the end, and all that it holds. */
export interface Cause {
  readonly key: string;
  readonly leaf: Leaf;
  /** In the order of the report. */
  readonly held: readonly TerminatingObject[];
}

/** Each cause once, the worst first, then what holds most; an object with several causes is under each of them. */
export function causesOf(objects: readonly TerminatingObject[]): readonly Cause[] {
  const causes = new Map<string, { leaf: Leaf; held: TerminatingObject[] }>();
  for (const object of objects) {
    for (const leaf of object.leaves) {
      const key = leafKey(leaf);
      const known = causes.get(key);
      if (known) known.held.push(object);
      else causes.set(key, { leaf, held: [object] });
    }
  }
  return [...causes]
    .map(([key, { leaf, held }]): Cause => ({ key, leaf, held }))
    .sort(
      (a, b) =>
        DELETION_STATES.indexOf(a.leaf.state) - DELETION_STATES.indexOf(b.leaf.state) ||
        b.held.length - a.held.length,
    );
}

/** The same for a leaf in whatever object's report it stands. */
export function leafKey({ type, object, text }: Leaf): string {
  return `${type} ${object.uid} ${plainText(text)}`;
}
