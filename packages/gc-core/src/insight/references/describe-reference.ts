import { isGettable } from '../../meta/api-resource.ts';
import { REASON_CODES } from '../../meta/api-status-error.ts';
import type { ObjectReference, OwnerReference } from '../../meta/object-reference.ts';
import { code, type Sentence, say } from '../../meta/sentence.ts';
import type { KindHealth } from '../../wire/frames.ts';
import { type ClusterView, resourceOf } from '../cluster-view.ts';
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
        ? say`${asked} cannot be verified: ${describeUnread(unread, view)}.`
        : say`${asked} cannot be verified.`;
    default:
      return describeDangling(judged, view);
  }
}

/** Why the view cannot tell, as a clause: the kind, since when, and the reason. */
export function describeUnread({ kind, why, resource }: Unread, view: ClusterView): Sentence {
  if (why === 'group') return say`the API group of ${kind} could not be discovered`;
  if (why === 'unwatched') {
    return say`neither the collector nor gcscope watches ${kind}, and gcscope could not read the owner`;
  }
  if (why === 'late')
    return say`gcscope has received no change of ${kind} since the references were set`;
  if (typeof why === 'object') {
    const { answer, asked } = why;
    return say`the API server answers ${REASON_CODES[answer]} ${answer} when it is asked for ${asked}`;
  }
  const health = resource && view.kindHealth?.(resource);
  return health ? describeHealth(kind, health) : say`gcscope cannot read ${kind}`;
}

/** That a kind cannot be read, as a clause: since when, and the reason. */
export function describeHealth(
  kind: string,
  { state, since, message, namespaces }: KindHealth,
): Sentence {
  if (state === 'synced' && namespaces !== undefined) {
    const [only = '', ...others] = namespaces;
    return others.length === 0
      ? say`${kind} is read in the namespace ${only} only`
      : say`${kind} is read in ${namespaces.length} namespaces only`;
  }
  const reason = message === undefined ? '' : `: ${message.replace(/\.$/, '')}`;
  return say`gcscope has not been able to read ${kind} since ${since} (${state}${reason})`;
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
  const { asked, reference, rule, found, named, removed } = judged;
  const nothing = whyNothing(reference, view);
  if (nothing) return say`${asked} does not exist: ${nothing}.`;
  const bearer = found?.uid === reference.uid ? found.identity : undefined;
  if (REMEMBERED.has(rule)) {
    // Until 1.19 a remembered uid covers every object that bears it (AC-02, PG-19), also one that lives.
    return bearer
      ? say`The collector remembers ${asked} as absent, though ${bearer} with this uid exists.`
      : say`The collector remembers ${asked} as absent.`;
  }
  const misplaced = describeMisplaced(judged, bearer ?? removed, bearer ? 'is' : 'was', view);
  if (misplaced) return misplaced;
  return named && named.uid !== reference.uid
    ? say`${asked} has the uid ${code(named.uid)}, but the reference names the uid ${code(reference.uid)}.`
    : say`${asked} does not exist.`;
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
