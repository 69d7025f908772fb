import {
  type AlikeCauses,
  alikeCauses,
  causesOf,
  counted,
  countTerminating,
  finalizerOf,
  formatCount,
  type ReportedCause,
  type RootCauseType,
  type TerminatingObject,
  type TerminatingReport,
  type Timestamp,
  visibleText,
} from '@gcscope/gc-core/wire';
import { kindAndName } from '../../ui/object-name.ts';
import { placeOfDeletion } from '../../ui/place-of-deletion.ts';
import type { NewsSentence } from './fitting.ts';

/** A sentence on deletions. */
export type DeletionNews = Pick<NewsSentence, 'id' | 'forms' | 'besideFurther' | 'isFurther'>;

/** More causes than these are only counted. */
const FEW = 3;

/**
 * Causes that deletions wait for, that of most first: `Finalizer example.com/hold blocks 3 deletions in shop, 2 others block 2 more`.
 * Many causes become a sum: `4 finalizers block 6 deletions`. Until the report arrives, only the number of deletions; if it does not list
 * all, the number of those that are blocked.
 */
export function newsOfDeletions(
  count: number,
  report: TerminatingReport | undefined,
): readonly DeletionNews[] {
  const unlisted = report?.unlisted && countTerminating(report).blocked;
  if (unlisted) return [sumOf(`${counted(unlisted, 'deletion')} are blocked`)];
  const blocked = report?.objects.filter(({ state }) => state === 'blocked') ?? [];
  if (blocked.length === 0) {
    return [sumOf(`${counted(count, 'object')} ${count === 1 ? 'is' : 'are'} being deleted`)];
  }
  const causes = causesOf(blocked).filter(({ cause }) => cause.state === 'blocked');
  const alike = alikeCauses(causes);
  if (alike.length <= FEW) {
    const rest = restOf(alike, blocked.length);
    return alike.map((each, at) => newsOfCauses(each, at === 0 ? rest : '', at > 0));
  }
  const word = causes.every(({ cause }) => cause.type === 'finalizer') ? 'finalizer' : 'cause';
  return [sumOf(`${counted(alike.length, word)} block ${counted(blocked.length, 'deletion')}`)];
}

function sumOf(words: string): DeletionNews {
  return { id: 'deletions', forms: [{ words }] };
}

/** Says behind the sentence on the first cause how many of so many deletions the others block. */
function restOf([first, ...others]: readonly AlikeCauses[], deletions: number): string {
  const more = deletions - (first?.blocks.length ?? 0);
  if (others.length === 0 || more === 0) return '';
  const verb = others.length === 1 ? 'other blocks' : 'others block';
  return `, ${others.length} ${verb} ${formatCount(more)} more`;
}

function newsOfCauses(
  { key, cause, blocks }: AlikeCauses,
  rest: string,
  isFurther: boolean,
): DeletionNews {
  const [whole, short] = namesOf(cause);
  const [place, ...others] = new Set(blocks.map(placeOfDeletion));
  const does = `blocks ${counted(blocks.length, 'deletion')}`;
  const where = place && others.length === 0 ? ` in ${visibleText(place)}` : '';
  const since = oldest(blocks);
  const named = { words: `${whole} ${does}${where}`, ...(since !== undefined && { since }) };
  const shorter = [{ words: `${whole} ${does}` }, { words: `${short} ${does}` }];
  const id = `deletions by ${key}`;
  if (rest === '') return { id, forms: [named, ...shorter], isFurther };
  const forms = [named, ...shorter].map((form) => ({ ...form, rest }));
  return { id, forms: [...forms, ...shorter.slice(1)], besideFurther: named };
}

/** Names of the blocker, in full, and as short as on a card of the map. */
function namesOf(cause: ReportedCause): readonly [whole: string, short: string] {
  const { type, object } = cause;
  const { kind, name } = object;
  if (type === 'reference' || type === 'kubelet') {
    const of = type === 'kubelet' ? 'The kubelet of ' : '';
    return [visibleText(`${of}${kindAndName(object)}`), visibleText(`${of}${kind} ${name}`)];
  }
  if (type !== 'finalizer') return [CAUSES[type], CAUSES[type]];
  const named = finalizerOf(cause);
  if (named === undefined) return ['A finalizer', 'A finalizer'];
  const whole = visibleText(named);
  const ending = whole.slice(whole.lastIndexOf('/') + 1);
  return [`Finalizer ${whole}`, `Finalizer ${ending === whole ? whole : `…/${ending}`}`];
}

const CAUSES: Readonly<
  Record<Exclude<RootCauseType, 'finalizer' | 'reference' | 'kubelet'>, string>
> = {
  discovery: 'An API group that does not answer',
  webhook: 'A webhook that fails',
  kind: 'A kind that cannot be read',
  'namespace-controller': 'The namespace controller',
  work: 'Work of the collector',
};

function oldest(blocks: readonly TerminatingObject[]): Timestamp | undefined {
  return blocks.flatMap(({ since }) => since ?? []).sort()[0];
}
