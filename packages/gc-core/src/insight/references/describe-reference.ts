import { isGettable } from '../../meta/api-resource.ts';
import { REASON_CODES } from '../../meta/api-status-error.ts';
import { counted } from '../../meta/format-count.ts';
import { groupBy } from '../../meta/group-by.ts';
import { joinedFew } from '../../meta/joined.ts';
import type { ObjectReference, OwnerReference } from '../../meta/object-reference.ts';
import { pluralOf } from '../../meta/plural-of.ts';
import { code, joinSentences, type Sentence, say, withFullStop } from '../../meta/sentence.ts';
import type { KindHealth, KindState } from '../../wire/frames.ts';
import { type ClusterView, kindName, resourceOf } from '../cluster-view.ts';
import { type JudgedReference, REMEMBERED } from './judge-reference.ts';
import type { Unread } from './view-worker.ts';

/** The sentence for a judgement: what the collector finds when it asks for the owner. */
export function describeReference(judged: JudgedReference, view: ClusterView): Sentence {
  const { reference, asked, unread } = judged;
  switch (judged.class) {
    case 'solid':
      return isMisspelt(judged, view)
        ? say`Owner ${asked} exists; a kind in lower case works like ${properKind(reference, view)}.`
        : say`Owner ${asked} exists.`;
    case 'waiting':
      return say`Owner ${asked} is being deleted in the foreground and waits for its dependents.`;
    case 'unmapped':
      return say`The API server does not serve ${reference.kind} in ${reference.apiVersion}, so the collector cannot look up ${asked} and leaves the object alone.`;
    case 'never':
      return say`A cluster-scoped object cannot have a namespaced owner, so the collector cannot look up ${{ ...asked, namespace: '' }} and never deletes the object.`;
    case 'unknown':
      return unread
        ? say`${asked} cannot be verified: ${describeUnread([unread], view)}.`
        : say`Whether the object stays depends on its owner ${asked}.`;
    default:
      return describeDangling(judged, view);
  }
}

/** Why the view cannot tell, as a clause: each kind once, together with others of which the same is to be said. */
export function describeUnread(unread: readonly Unread[], view: ClusterView): Sentence {
  const byKind = new Map(unread.map((each) => [each.kind, each]));
  const alike = groupBy(byKind.values(), (each) => {
    const health = healthOf(each, view);
    return health && health.state !== 'synced' ? health.state : each.kind;
  });
  const clauses = [...alike.values()].map((each) => {
    const healths = each.flatMap((one) => healthOf(one, view) ?? []);
    return healths.length > 0 ? describeHealth(healths) : each.flatMap(describeOther);
  });
  return joinSentences(clauses, ', and ');
}

function describeOther({ kind, why, resource }: Unread): Sentence {
  const kinds = resource ? pluralOf(resource.kind) : kind;
  if (why === 'group') return say`the API group of ${kind} could not be discovered`;
  if (why === 'unwatched') {
    return say`neither the collector nor gcscope watches ${kinds}, and gcscope could not read the owner`;
  }
  if (why === 'late') return say`gcscope's data on ${kinds} is older than the reference`;
  if (typeof why === 'object') {
    const { answer, asked } = why;
    return say`the API server answers ${REASON_CODES[answer]} ${answer} to a GET of ${asked}`;
  }
  return say`gcscope cannot read ${kinds}`;
}

/** The health of a kind that is not read now. */
export function healthOf({ why, resource }: Unread, view: ClusterView): KindHealth | undefined {
  return why === 'kind' ? resource && view.kindHealth?.(resource) : undefined;
}

const UNREAD: Readonly<Record<Exclude<KindState, 'synced'>, string>> = {
  listing: 'are still being listed',
  stale: 'may be out of date',
  backoff: 'cannot be listed at the moment',
  forbidden: 'may not be listed',
  gone: 'are no longer served',
  unsupported: 'are not read',
  degraded: 'cannot be read',
};

/** Says that kinds in one state cannot be read, as a clause: "Secrets may not be listed". */
export function describeHealth(alike: readonly KindHealth[]): Sentence {
  const [first] = alike;
  if (!first) return [];
  const kinds = joinedFew(
    alike.map(({ kind, group }) =>
      kind === '*' ? `Kinds of ${group || 'the core group'}` : pluralOf(kind),
    ),
  );
  const { state, namespaces = [] } = first;
  if (state !== 'synced') return say`${kinds} ${UNREAD[state]}`;
  const [only = '', ...others] = namespaces;
  return others.length === 0
    ? say`${kinds} are read in the namespace ${only} only`
    : say`${kinds} are read in ${namespaces.length} namespaces only`;
}

/**
 * Since when kinds are not read, and why, as gcscope was told it: a sentence for each state. Of many kinds it says since when none of
 * them is read, and why the first is not.
 */
export function describeOutages(healths: readonly KindHealth[]): Sentence[] {
  const unread = healths.filter(({ state }) => state !== 'synced');
  return [...groupBy(unread, ({ state }) => state).values()].flatMap((alike) => {
    const [first] = alike;
    const since = alike
      .map((each) => each.since)
      .toSorted()
      .at(-1);
    if (!first || since === undefined) return [];
    const also = alike.length > 1 ? ` and ${counted(alike.length - 1, 'more kind')}` : '';
    const why = first.message === undefined ? '' : ` ${first.message}`;
    return [
      withFullStop(say`gcscope has not read ${kindName(first)}${also} since ${since}.${why}`),
    ];
  });
}

/** Says that dependents, or other objects, of these kinds are hidden; `mayDo`: their possible effects. */
export function describeHidden(
  unread: readonly string[],
  mayDo: string,
  objects: string = 'dependents',
): Sentence {
  return say`Not verified: ${objects} of kind ${joinedFew(unread)} ${mayDo}, and gcscope has no current data on them.`;
}

/** Whether the reference works although its kind is not written as it is served (KM-02). */
export function isMisspelt(
  { class: worth, reference }: Pick<JudgedReference, 'class' | 'reference'>,
  view: ClusterView,
): boolean {
  const works = worth === 'solid' || worth === 'waiting';
  return works && properKind(reference, view) !== reference.kind;
}

/** The kind as it is served. */
export function properKind(reference: OwnerReference, view: ClusterView): string {
  return resourceOf(reference, view)?.kind ?? reference.kind;
}

/** Why a GET of the kind finds nothing, whatever exists (KM-03..05). */
function whyNothing(reference: OwnerReference, view: ClusterView): Sentence | undefined {
  const { kind } = reference;
  const resource = resourceOf(reference, view);
  if (!resource || isGettable(resource)) return undefined;
  return resource.verbs?.length === 0
    ? say`${kind} is the kind of a list, and no object has this kind`
    : say`the API server stores no objects of kind ${kind}`;
}

function describeDangling(judged: JudgedReference, view: ClusterView): Sentence {
  const { asked, reference, rule, named } = judged;
  const nothing = whyNothing(reference, view);
  if (nothing) return say`${asked} does not exist: ${nothing}.`;
  const bearer = bearerOf(judged);
  if (REMEMBERED.has(rule)) {
    // Until 1.19 a remembered uid covers every object that bears it (AC-02, PG-19), also one that lives.
    return bearer
      ? say`The collector remembers ${asked} as absent, though ${bearer} with this uid exists.`
      : say`The collector remembers ${asked} as absent.`;
  }
  const misplaced = describeMisplaced(
    judged,
    bearer ?? judged.removed,
    bearer ? 'is' : 'was',
    view,
  );
  if (misplaced) return misplaced;
  return named && named.uid !== reference.uid
    ? say`${asked} has the uid ${code(named.uid)}, but the reference names the uid ${code(reference.uid)}.`
    : say`${asked} does not exist.`;
}

/** The owner of which the sentence on a reference says where or what it was, before it was removed. */
export function removedOwner(
  judged: JudgedReference,
  view: ClusterView,
): ObjectReference | undefined {
  const { reference, removed, rule } = judged;
  if (!removed || bearerOf(judged) || REMEMBERED.has(rule)) return undefined;
  if (whyNothing(reference, view)) return undefined;
  return describeMisplaced(judged, removed, 'was', view) && removed;
}

function bearerOf({ found, reference }: JudgedReference): ObjectReference | undefined {
  return found?.uid === reference.uid ? found.identity : undefined;
}

/** Where the object with the uid is or was instead; `undefined` where it was what the reference says. */
function describeMisplaced(
  { asked, finding }: JudgedReference,
  owner: ObjectReference | undefined,
  is: 'is' | 'was',
  { release }: ClusterView,
): Sentence | undefined {
  if (!owner) return undefined;
  // By its uid it would lead to the owner, which is elsewhere.
  const { uid: _, ...absent } = asked;
  switch (finding) {
    case 'cross-namespace':
      return owner.namespace === ''
        ? say`${absent} does not exist: ${owner} with this uid ${is} cluster-scoped, and ${release.release} looks for it in namespace ${code(asked.namespace)}.`
        : say`${absent} does not exist in namespace ${code(asked.namespace)}: the owner with this uid ${is} ${owner}, and a reference cannot cross namespaces.`;
    case 'cluster-child-of-namespaced':
      return say`${absent} does not exist: the owner with this uid ${is} ${owner}, and ${release.release} looks for the owner of a cluster-scoped object without a namespace.`;
    case 'wrong-kind':
      return say`${absent} does not exist: the object with this uid ${is} ${owner}, of another kind.`;
    case 'wrong-name':
      return say`${absent} does not exist under this name: the object with this uid ${is} ${owner}.`;
    default:
      return undefined;
  }
}
