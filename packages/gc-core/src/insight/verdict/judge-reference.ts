import { classifyOwner, lookupOwner } from '../../collector/classify-references.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import type { ApiResource } from '../../meta/api-resource.ts';
import { objectName } from '../../meta/object-name.ts';
import {
  type ObjectReference,
  type OwnerReference,
  ownerIdentity,
  parseApiVersion,
  type Uid,
} from '../../meta/object-reference.ts';
import type { ReferenceFault } from '../../wire/node-record.ts';
import { type ClusterView, isNeverSeen, kindName, type NamedObject } from '../cluster-view.ts';
import {
  danglingFault,
  danglingText,
  namesSameResource,
  unmappedFault,
} from './reference-fault.ts';

/** What one owner reference is worth. */
export interface ReferenceJudgement {
  readonly reference: OwnerReference;
  /** `never`: the collector refuses to ask (CL-04); `unmapped`: it cannot ask (CL-03); `unknown`: we cannot see. */
  readonly class: 'solid' | 'waiting' | 'dangling' | 'unmapped' | 'never' | 'unknown';
  readonly rule: string;
  /** The owner as the collector asks for it; until 1.19 what its cache holds may be asked for nowhere. */
  readonly asked: ObjectReference;
  /** The graph's node of the object that answers to the reference's name, or else of the one that bears its uid. */
  readonly found?: GraphNode | undefined;
  readonly fault?: ReferenceFault | undefined;
  /** The kind that cannot be read, or is not known to be up to date. */
  readonly unread?: string | undefined;
}

/** The same with the sentence for it. */
export interface JudgedReference extends ReferenceJudgement {
  readonly text: string;
}

/** Judges a reference of `dependent` as the release's collector would, from what is known of the cluster. */
export function judgeReference(
  reference: OwnerReference,
  dependent: ObjectReference,
  view: ClusterView,
): JudgedReference {
  const judgement = weighReference(reference, dependent, view);
  return { ...judgement, text: judgementText(judgement, dependent, view) };
}

/**
 * The judgements of an object's references, in their order. What is found absent on the way is remembered: until 1.19 by
 * its uid, so that a later reference of that uid is not even asked about (AC-02, PG-19).
 */
export function weighReferences(
  references: readonly OwnerReference[],
  dependent: ObjectReference,
  view: ClusterView,
): ReferenceJudgement[] {
  const absent = view.release.absentOwnerCacheKey === 'uid' ? new Set<Uid>() : undefined;
  let last: OwnerReference | undefined;
  let mapping: Mapping = 'unknown';
  return references.map((each) => {
    // Most references of an object are of one kind.
    if (last?.kind !== each.kind || last.apiVersion !== each.apiVersion) {
      mapping = view.mapping(each.apiVersion, each.kind);
    }
    last = each;
    const asking = weighByAsking(each, dependent, mapping, view);
    const rule = rememberedAs(each, dependent, view, absent);
    const judgement = asking.class === 'dangling' ? asking : unasked(asking, dependent, rule, view);
    if (judgement.class === 'dangling') absent?.add(each.uid);
    return judgement;
  });
}

/** The judgement of one reference without its sentence, for those that are counted only. */
export function weighReference(
  reference: OwnerReference,
  dependent: ObjectReference,
  view: ClusterView,
): ReferenceJudgement {
  const mapping = view.mapping(reference.apiVersion, reference.kind);
  const asking = weighByAsking(reference, dependent, mapping, view);
  if (asking.class === 'dangling') return asking;
  return unasked(asking, dependent, rememberedAs(reference, dependent, view), view);
}

type Mapping = ReturnType<ClusterView['mapping']>;

/** A reference that is remembered as absent is not asked about, whatever the answer would be. */
function unasked(
  asking: ReferenceJudgement,
  dependent: ObjectReference,
  rule: string | undefined,
  view: ClusterView,
): ReferenceJudgement {
  if (rule === undefined) return asking;
  return dangling(asking.reference, dependent, asking.asked, undefined, rule, view);
}

/** What an answer of the server would make of the reference. */
function weighByAsking(
  reference: OwnerReference,
  dependent: ObjectReference,
  mapping: Mapping,
  view: ClusterView,
): ReferenceJudgement {
  const asked = ownerIdentity(reference, dependent.namespace);
  if (mapping === 'unknown') {
    const { group } = parseApiVersion(reference.apiVersion);
    const unread = kindName({ group, kind: reference.kind });
    return { reference, class: 'unknown', rule: refusalRule(view), asked, unread };
  }
  if (mapping === 'unserved') {
    const rule = isPropagator(view) ? 'PG-24' : 'CL-03';
    return { reference, class: 'unmapped', rule, asked, fault: unmappedFault(reference, view) };
  }
  const place = placeOf(reference, dependent, mapping, view);
  if (!place) {
    const fault = 'cluster-child-of-namespaced';
    return { reference, class: 'never', rule: 'CL-04', asked, fault };
  }
  return answered(reference, dependent, mapping, place.namespace, view);
}

/** CL-01, CL-02, PG-23: what the collector remembers as absent it does not ask for, where its memory can be seen. */
function rememberedAs(
  reference: OwnerReference,
  { namespace }: ObjectReference,
  view: ClusterView,
  absent?: ReadonlySet<Uid>,
): string | undefined {
  const rule = isPropagator(view) ? 'PG-23' : 'CL-01';
  if (absent?.has(reference.uid)) return rule;
  if (!view.isKnownAbsent) return undefined;
  if (view.isKnownAbsent(ownerIdentity(reference, ''))) return rule;
  return view.isKnownAbsent(ownerIdentity(reference, namespace)) ? 'CL-02' : undefined;
}

/** The namespace in which the owner is asked for (PG-25, CL-04, CL-05); `undefined` where it never is. */
function placeOf(
  reference: OwnerReference,
  dependent: ObjectReference,
  resource: ApiResource,
  view: ClusterView,
): { readonly namespace: string } | undefined {
  if (isPropagator(view)) return dependent;
  const lookup = lookupOwner(reference, dependent, { forKind: () => resource }, view.release);
  return lookup.type === 'ask' ? lookup : undefined;
}

function answered(
  reference: OwnerReference,
  dependent: ObjectReference,
  resource: ApiResource,
  namespace: string,
  view: ClusterView,
): ReferenceJudgement {
  const asked = ownerIdentity(reference, namespace);
  const named = view.byName(resource, namespace, reference.name);
  const { class: ownerClass, rule } = classOf(reference, named);
  const lives = isPropagator(view) ? ownerClass !== 'dangling' : ownerClass === 'solid';
  if (lives || (ownerClass === 'waiting' && view.isRead(resource))) {
    const found = named && view.get(named.uid);
    const keeping = isPropagator(view) ? 'PG-28' : rule;
    return { reference, class: lives ? 'solid' : 'waiting', rule: keeping, asked, found };
  }
  // Whatever lets the object go is only said of what is known for sure.
  if (ownerClass === 'waiting' || !isAbsenceKnown(reference, dependent, resource, view)) {
    const unread = kindName(resource);
    return { reference, class: 'unknown', rule: refusalRule(view), asked, unread };
  }
  return dangling(reference, dependent, asked, named, rule, view);
}

/** What is not being deleted is no waiting owner: its metadata need not be looked at. */
function classOf(
  reference: OwnerReference,
  named: NamedObject | undefined,
): ReturnType<typeof classifyOwner> {
  if (named?.uid === reference.uid && named.beingDeleted === false) return SOLID;
  return classifyOwner(reference, named?.meta);
}

const SOLID = { class: 'solid', rule: 'CL-09' } as const;

/** The server's refusal to tell stands for what cannot be seen here. */
function refusalRule(view: ClusterView): string {
  return isPropagator(view) ? 'PG-31' : 'CL-06';
}

function isPropagator({ release }: ClusterView): boolean {
  return release.generation === 'propagator';
}

/** A uid that lives under another name of the same resource cannot live under this one too; else the kind must be up to date. */
function isAbsenceKnown(
  reference: OwnerReference,
  dependent: ObjectReference,
  resource: ApiResource,
  view: ClusterView,
): boolean {
  if (!view.isRead(resource)) return false;
  const bearer = bearerOf(reference, view);
  if (bearer && namesSameResource(reference, bearer.identity, view)) return true;
  return view.provesAbsence(resource, dependent.uid);
}

/** `rule` is that of the collector; what is wrong with the reference may have one of its own. */
function dangling(
  reference: OwnerReference,
  dependent: ObjectReference,
  asked: ObjectReference,
  named: NamedObject | undefined,
  rule: string,
  view: ClusterView,
): ReferenceJudgement {
  const bearer = bearerOf(reference, view);
  const fault = danglingFault(reference, dependent, named, bearer, view);
  const found = bearer ?? (named && view.get(named.uid));
  const own = REMEMBERED.has(rule) ? rule : ruleOf(fault, rule, named, view);
  return { reference, class: 'dangling', rule: own, asked, found, fault };
}

function ruleOf(
  fault: ReferenceFault,
  rule: string,
  named: NamedObject | undefined,
  view: ClusterView,
): string {
  if (!isPropagator(view)) {
    if (fault === 'cross-namespace') return 'CL-13';
    return fault === 'wrong-name' ? 'CL-11' : rule;
  }
  if (fault === 'cross-namespace') return 'PG-25';
  return named ? 'PG-27' : 'PG-26';
}

const REMEMBERED: ReadonlySet<string> = new Set(['CL-01', 'CL-02', 'PG-23']);

/** The observed object with the reference's uid. */
function bearerOf({ uid }: OwnerReference, view: ClusterView): GraphNode | undefined {
  const bearer = view.get(uid);
  return bearer && !isNeverSeen(bearer, view) ? bearer : undefined;
}

/** The sentence for a judgement. */
export function judgementText(
  judgement: ReferenceJudgement,
  dependent: ObjectReference,
  view: ClusterView,
): string {
  const { reference, asked, found, fault = 'dangling', unread } = judgement;
  const owner = objectName(asked);
  switch (judgement.class) {
    case 'solid':
      return `Owner ${owner} lives.`;
    case 'waiting':
      return `Owner ${owner} is being deleted in the foreground and waits for its dependents.`;
    case 'unmapped':
      return `${reference.kind} in ${reference.apiVersion} is not served, so ${owner} cannot be looked up; the object is left alone.`;
    case 'never':
      return `A cluster-scoped object cannot be owned by a namespaced one: ${objectName({ ...asked, namespace: '' })} cannot be looked up, the object is left alone for good.`;
    case 'unknown':
      return `${owner} cannot be verified: ${unknownText(judgement, unread ?? reference.kind, view)}`;
    case 'dangling': {
      if (REMEMBERED.has(judgement.rule)) {
        return `${owner} is remembered as absent by the collector${rememberedText(found)}.`;
      }
      const bearer = found?.uid === reference.uid ? found : undefined;
      return danglingText(owner, dependent, fault, bearer);
    }
    default:
      return judgement.class satisfies never;
  }
}

function unknownText({ reference }: ReferenceJudgement, unread: string, view: ClusterView): string {
  const mapping = view.mapping(reference.apiVersion, reference.kind);
  if (typeof mapping === 'string') return 'its API group could not be discovered.';
  if (!view.isRead(mapping)) return `kind ${unread} cannot be read.`;
  return `kind ${unread} has not been heard of since this reference was made.`;
}

/** Until 1.19 a remembered uid covers every object that bears it (AC-02, PG-19), also one that lives. */
function rememberedText(bearer: GraphNode | undefined): string {
  if (!bearer) return '';
  return `, though ${objectName(bearer.identity)} with this uid exists`;
}
