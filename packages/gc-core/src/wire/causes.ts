import { formatCount } from '../meta/format-count.ts';
import { groupBy } from '../meta/group-by.ts';
import { pluralOf } from '../meta/plural-of.ts';
import { code, plainText, type Sentence, say } from '../meta/sentence.ts';
import { DELETION_STATES, type ReportedCause, type TerminatingObject } from './terminating.ts';

/** A root cause at one object, and all deletions that it blocks. */
export interface SharedCause {
  readonly key: string;
  readonly cause: ReportedCause;
  /** In the order of the report. */
  readonly blocks: readonly TerminatingObject[];
}

/** Each cause once, the worst first, then in the order of the report: the one that has blocked for longest. */
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
    .sort(worstFirst);
}

function worstFirst(a: Pick<SharedCause, 'cause'>, b: Pick<SharedCause, 'cause'>): number {
  return DELETION_STATES.indexOf(a.cause.state) - DELETION_STATES.indexOf(b.cause.state);
}

/** One root cause that one controller can end: the same finalizer on several objects. */
export interface AlikeCauses {
  readonly key: string;
  /** Absent if there is but one cause. */
  readonly finalizer?: string;
  /** The first of `causes`. */
  readonly cause: ReportedCause;
  readonly causes: readonly SharedCause[];
  /** All deletions that these causes block, each once, from the causes on along the chains of those that wait. */
  readonly blocks: readonly TerminatingObject[];
  /** The deletions among them of objects without these causes. */
  readonly waiting: readonly TerminatingObject[];
}

/** The causes grouped by finalizer and state; other causes stand alone. The worst first, then those that block most deletions. */
export function alikeCauses(causes: readonly SharedCause[]): readonly AlikeCauses[] {
  const byKey = groupBy(causes, ({ cause }) => alikeKey(cause));
  const groups = [...byKey].flatMap(([key, alike]): AlikeCauses[] => {
    const [first] = alike;
    if (!first) return [];
    const { cause } = first;
    const finalizer = alike.length > 1 ? finalizerOf(cause) : undefined;
    const own = new Set(alike.map((each) => each.cause.object.uid));
    const blocks = [...new Set(alike.flatMap((each) => each.blocks))].sort(
      (a, b) => a.chain.length - b.chain.length,
    );
    const waiting = blocks.filter(({ object }) => !own.has(object.uid));
    const group = { key, cause, causes: alike, blocks, waiting };
    return [finalizer === undefined ? group : { ...group, finalizer }];
  });
  return groups.sort((a, b) => worstFirst(a, b) || b.blocks.length - a.blocks.length);
}

/** In one sentence: "The finalizer `example.com/hold` on 3 Secrets blocks Namespace `shop`: only …" */
export function describeAlike({ finalizer, cause, causes, waiting }: AlikeCauses): Sentence {
  if (finalizer === undefined) return cause.text;
  // All of them say who has to remove it, behind its name.
  const why = cause.text.slice(cause.text.findLastIndex(({ type }) => type === 'code') + 1);
  const on = kindsOf(causes);
  const [first] = waiting;
  if (!first) return say`The finalizer ${code(finalizer)} is on ${on}${why}`;
  const held =
    waiting.length === 1
      ? say`${first.object}`
      : say`${formatCount(waiting.length)} other deletions`;
  return say`The finalizer ${code(finalizer)} on ${on} blocks ${held}${why}`;
}

/** `3 Secrets`; `3 objects` of several kinds. */
function kindsOf(causes: readonly SharedCause[]): string {
  const [kind = '', ...others] = new Set(causes.map(({ cause }) => cause.object.kind));
  const noun = others.length > 0 ? 'objects' : pluralOf(kind);
  return `${formatCount(causes.length)} ${noun}`;
}

/** The same for causes that are alike. */
export function alikeKey(cause: ReportedCause): string {
  const finalizer = finalizerOf(cause);
  return finalizer === undefined ? causeKey(cause) : `${cause.state} ${finalizer}`;
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
