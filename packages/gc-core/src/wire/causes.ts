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

/** Causes that one controller can end: the same finalizer on several objects. `finalizer` is absent if there is but one cause. */
export interface AlikeCauses {
  readonly finalizer?: string;
  readonly causes: readonly SharedCause[];
}

/** The causes grouped by finalizer and state, each group where its first cause was; other causes stand alone. */
export function alikeCauses(causes: readonly SharedCause[]): readonly AlikeCauses[] {
  const groups = new Map<string, SharedCause[]>();
  for (const each of causes) {
    const finalizer = finalizerOf(each.cause);
    const key = finalizer === undefined ? each.key : `${each.cause.state} ${finalizer}`;
    const known = groups.get(key);
    if (known) known.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()].map((alike): AlikeCauses => {
    const finalizer = alike[0] && alike.length > 1 ? finalizerOf(alike[0].cause) : undefined;
    return finalizer === undefined ? { causes: alike } : { finalizer, causes: alike };
  });
}

/** The name of the finalizer that is the cause: its sentence sets it apart last, after `spec.finalizers` if it is there. */
export function finalizerOf({ type, text }: ReportedCause): string | undefined {
  if (type !== 'finalizer') return undefined;
  return text.findLast((part) => part.type === 'code')?.text;
}

/** The same for a cause in whatever object's report it stands. */
export function causeKey({ type, object, text }: ReportedCause): string {
  return `${type} ${object.uid} ${plainText(text)}`;
}
