import type { Attempt } from '../../collector/attempt.ts';
import { classifyReferences } from '../../collector/classify-references.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import { groupResource, isGettable } from '../../meta/api-resource.ts';
import {
  type ObjectReference,
  type OwnerReference,
  ownerIdentity,
  parseApiVersion,
} from '../../meta/object-reference.ts';
import { lookForOwner } from '../../propagator/propagator-worker.ts';
import type { ReferenceFinding } from '../../wire/node-record.ts';
import { type ClusterView, type NamedObject, observed, resourceOf } from '../cluster-view.ts';
import { type Ask, type Unread, ViewWorker } from './view-worker.ts';

/** An owner reference, classified as the collector would. */
export interface JudgedReference {
  readonly reference: OwnerReference;
  /** `never`: the collector refuses to ask (CL-04); `unmapped`: it cannot ask (CL-03); `unknown`: we cannot see. */
  readonly class: 'solid' | 'waiting' | 'dangling' | 'unmapped' | 'never' | 'unknown';
  readonly rule: string;
  /** The owner as the collector asks for it; until 1.19 what its cache holds may be asked for nowhere. */
  readonly asked: ObjectReference;
  /** The graph's node of the object that answers to the reference's name, or else of the one that bears its uid. */
  readonly found?: GraphNode | undefined;
  /** The object with the name, whatever its uid. */
  readonly named?: NamedObject | undefined;
  /** The owner as it was when it was deleted. */
  readonly removed?: ObjectReference | undefined;
  readonly finding?: ReferenceFinding | undefined;
  /** The question that the view cannot answer. */
  readonly unread?: Unread | undefined;
}

/** Judges a reference of `dependent` as the release's collector would, from what is known of the cluster. */
export function judgeReference(
  reference: OwnerReference,
  dependent: ObjectReference,
  view: ClusterView,
): JudgedReference {
  return judge(reference, dependent, view, new ViewWorker(view));
}

/**
 * Judges the references of an object in their order. The worker remembers an absent owner, until 1.19 by its uid alone:
 * then it does not ask about a later reference with that uid (AC-02, PG-19).
 */
export function judgeReferences(
  references: readonly OwnerReference[],
  dependent: ObjectReference,
  view: ClusterView,
): JudgedReference[] {
  const worker = new ViewWorker(view);
  return references.map((each) => judge(each, dependent, view, worker));
}

function judge(
  reference: OwnerReference,
  dependent: ObjectReference,
  view: ClusterView,
  worker: ViewWorker,
): JudgedReference {
  const { name, uid } = reference;
  let named: NamedObject | undefined;
  let { namespace } = dependent;
  const known = worker.unread.length;
  const noted = ruleFor(reference, dependent, view, worker, ({ resource, ...place }) => {
    ({ namespace } = place);
    named = view.byName(resource, namespace, name);
    const isProven = view.provesAbsence(resource, dependent.uid);
    return { wanted: [uid], isProven, assumed: { name, uid } };
  });
  const unread = worker.unread[known];
  // Whether an undiscovered kind is namespaced is unknown.
  const asked = ownerIdentity(reference, unread?.why === 'group' ? dependent.namespace : namespace);
  const bearer = observed(uid, view);
  const removed = view.removed?.(uid, dependent.uid);
  const found = bearer ?? (named && view.get(named.uid));
  if (unread) {
    const rule = UNREAD[view.release.generation];
    return { reference, class: 'unknown', rule, asked, found, named, unread };
  }
  const judged = { reference, class: CLASSES[noted] ?? 'dangling', rule: noted, asked };
  switch (judged.class) {
    case 'solid':
    case 'waiting':
      return { ...judged, found: named && view.get(named.uid), named };
    case 'never':
      return { ...judged, finding: 'cluster-child-of-namespaced' };
    case 'unmapped':
      return { ...judged, finding: unmappedFinding(reference, bearer?.identity) };
    default: {
      const asking = REMEMBERED.has(noted) && judgeByAsking(reference, dependent, view);
      if (asking && asking.class === 'dangling') return asking;
      if (asking) ({ named } = asking);
      const finding = danglingFinding(reference, dependent, named, { bearer, removed }, view);
      const rule = asking ? noted : ruleOf(finding, noted);
      return { ...judged, rule, found, named, removed, finding };
    }
  }
}

/** The rule by which the collector classifies the reference: it notes one of each that it looks at. */
function ruleFor(
  reference: OwnerReference,
  identity: ObjectReference,
  view: ClusterView,
  worker: ViewWorker,
  ask: Ask,
): string {
  const isPropagator = view.release.generation === 'propagator';
  const classify = isPropagator ? lookForOwner : classifyReferences;
  const attempt: Attempt<unknown> = classify({ identity }, [reference], worker.context);
  worker.run(attempt, ask, 'present');
  return worker.notes.findLast((note) => note.reference)?.rule ?? '';
}

/** By which a worker gives up on an owner that it cannot read. */
const UNREAD = { propagator: 'PG-31', 'graph-builder': 'CL-06' } as const;

/** The class of the owner by rule; all other rules say that it does not exist. */
const CLASSES: Readonly<Record<string, JudgedReference['class']>> = {
  'CL-09': 'solid',
  'PG-28': 'solid',
  'CL-08': 'waiting',
  'CL-03': 'unmapped',
  'PG-24': 'unmapped',
  'CL-04': 'never',
};

/** A reference across namespaces, or by a wrong name, has a rule of its own. */
function ruleOf(finding: ReferenceFinding, rule: string): string {
  if (finding === 'cross-namespace') return rule.startsWith('PG') ? 'PG-25' : 'CL-13';
  return finding === 'wrong-name' && !rule.startsWith('PG') ? 'CL-11' : rule;
}

/** The owner exists, but somewhere else: no deletion brings this about. */
const MISPLACED: ReadonlySet<ReferenceFinding | undefined> = new Set<ReferenceFinding>([
  'wrong-kind',
  'wrong-name',
  'cross-namespace',
  'cluster-child-of-namespaced',
]);

/**
 * The finding to show of a reference of this object. A cascade leaves owners absent, and makes no reference wrong that was right. Once the
 * object itself is being deleted, its references decide nothing any more (AD-02); only a misplaced one is still wrong, because the collector
 * may have deleted the object for it.
 */
export function findingIn(
  { beingDeleted }: Pick<GraphNode, 'beingDeleted'>,
  { class: worth, finding, found, removed, reference }: JudgedReference,
): ReferenceFinding | undefined {
  const isCascade = beingDeleted || (worth === 'dangling' && removed !== undefined);
  if (!isCascade) return finding;
  const isMisplaced = (found?.uid === reference.uid || removed) && MISPLACED.has(finding);
  return isMisplaced && worth === 'dangling' ? finding : undefined;
}

/** The collector does not ask for an owner that it remembers as absent. */
export const REMEMBERED: ReadonlySet<string> = new Set(['CL-01', 'CL-02', 'PG-23']);

/** An owner that is absent is reported as absent, even if the collector also remembers it. */
function judgeByAsking(
  reference: OwnerReference,
  dependent: ObjectReference,
  view: ClusterView,
): JudgedReference {
  const { isKnownAbsent: _, ...forgetful } = view;
  return judgeReference(reference, dependent, forgetful);
}

/** Why no object matches the reference: its uid exists or existed elsewhere, its name has another uid, or neither exists. */
function danglingFinding(
  reference: OwnerReference,
  dependent: ObjectReference,
  named: NamedObject | undefined,
  {
    bearer,
    removed,
  }: Pick<JudgedReference, 'removed'> & { readonly bearer?: GraphNode | undefined },
  view: ClusterView,
): ReferenceFinding {
  const resource = resourceOf(reference, view);
  if (resource && !isGettable(resource)) return 'wrong-kind';
  const unanswered = named && named.uid !== reference.uid ? 'stale-uid' : 'dangling';
  const owner = bearer?.identity ?? removed;
  if (!owner) return unanswered;
  // An owner that two groups serve may have been seen in the other group.
  const isOfKind = bearer
    ? namesSameResource(reference, owner, view)
    : owner.kind === reference.kind;
  if (!isOfKind) return 'wrong-kind';
  const { namespace, name } = owner;
  if (dependent.namespace === '' && namespace !== '') return 'cluster-child-of-namespaced';
  // A cluster-scoped owner was asked for in the dependent's namespace until 1.9 (PG-25).
  const crosses = namespace !== '' || view.release.generation === 'propagator';
  if (namespace !== dependent.namespace && crosses) return 'cross-namespace';
  return name === reference.name ? unanswered : 'wrong-name';
}

/** The version is wrong if another served version of the kind would resolve the reference. */
function unmappedFinding(
  { apiVersion, kind }: OwnerReference,
  bearer: ObjectReference | undefined,
): ReferenceFinding {
  const { group } = parseApiVersion(apiVersion);
  const isOfKind = bearer?.kind === kind && parseApiVersion(bearer.apiVersion).group === group;
  return isOfKind ? 'wrong-version' : 'unresolvable';
}

/** Whether the reference and the object are of one resource, whatever their versions. */
function namesSameResource(
  reference: OwnerReference,
  bearer: ObjectReference,
  view: ClusterView,
): boolean {
  const [asked, borne] = [resourceOf(reference, view), resourceOf(bearer, view)];
  if (!asked || !borne) return reference.kind === bearer.kind;
  return groupResource(asked) === groupResource(borne);
}
