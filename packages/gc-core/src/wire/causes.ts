import { plainText } from '../meta/sentence.ts';
import { DELETION_STATES, type ReportedCause, type TerminatingObject } from './terminating.ts';

/** A root cause, and all deletions that it blocks. */
export interface SharedCause {
  readonly key: string;
  readonly cause: ReportedCause;
  /** In the order of the report. */
  readonly blocks: readonly TerminatingObject[];
}

/** Each cause once, the worst first, then the one that blocks most; an object with several causes is under each of them. */
export function causesOf(objects: readonly TerminatingObject[]): readonly SharedCause[] {
  const causes = new Map<string, { cause: ReportedCause; blocks: TerminatingObject[] }>();
  for (const object of objects) {
    for (const cause of object.rootCauses) {
      const key = causeKey(cause);
      const known = causes.get(key);
      if (known) known.blocks.push(object);
      else causes.set(key, { cause, blocks: [object] });
    }
  }
  return [...causes]
    .map(([key, { cause, blocks }]): SharedCause => ({ key, cause, blocks }))
    .sort(
      (a, b) =>
        DELETION_STATES.indexOf(a.cause.state) - DELETION_STATES.indexOf(b.cause.state) ||
        b.blocks.length - a.blocks.length,
    );
}

/** The same for a cause in whatever object's report it stands. */
export function causeKey({ type, object, text }: ReportedCause): string {
  return `${type} ${object.uid} ${plainText(text)}`;
}
