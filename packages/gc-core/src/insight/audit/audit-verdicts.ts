import type { GraphNode } from '../../graph/graph-node.ts';
import type { OwnerReference, Uid } from '../../meta/object-reference.ts';
import { type ClusterView, isProtected } from '../cluster-view.ts';
import { type JudgedReference, judgeReference } from '../references/judge-reference.ts';
import { decide, deletes } from '../verdict/decide.ts';
import { inSlices } from './in-slices.ts';

/** Objects judged between two pauses. */
const JUDGED = 200;

/**
 * The outcome when the collector checks an object. `goes`: it is deleted (AD-17). `vanishes`: it is deleted once the
 * objects that are about to go are gone.
 */
export type AuditVerdict = 'goes' | 'vanishes' | 'unknown' | 'stays';

/** The collector's verdicts on the objects whose references are not plainly right, and on their dependents. */
export class AuditVerdicts {
  readonly view: ClusterView;
  /** Objects that the collector deletes, and what nothing keeps but these; each with the one that starts it. */
  readonly vanishing: ReadonlyMap<Uid, GraphNode>;
  /** The references of an object, judged in their order; it may have a thousand, and a finding for each. */
  readonly judged: (node: GraphNode) => readonly JudgedReference[] = rememberLast(
    (node: GraphNode) =>
      node.references.map((each) => judgeReference(each, node.identity, this.view)),
  );
  /** The verdict on an object as it is. */
  readonly of: (node: GraphNode) => AuditVerdict = rememberLast((node: GraphNode) =>
    verdictOf(node, node.references, this.view, this.vanishing),
  );

  constructor(view: ClusterView, vanishing: ReadonlyMap<Uid, GraphNode>) {
    this.view = view;
    this.vanishing = vanishing;
  }

  /** The verdict on it with these references. */
  with(node: GraphNode, references: readonly OwnerReference[]): AuditVerdict {
    return verdictOf(node, references, withReferences(this.view, node, references), this.vanishing);
  }
}

function verdictOf(
  node: GraphNode,
  references: readonly OwnerReference[],
  view: ClusterView,
  vanishing: ReadonlyMap<Uid, GraphNode>,
): AuditVerdict {
  const now = decide(node, view);
  if (!now.isSure) return 'unknown';
  if (deletes(now)) return 'goes';
  if (!references.some(({ uid }) => vanishing.has(uid))) return 'stays';
  if (!deletes(decide(node, without(view, vanishing, node)))) return 'stays';
  return now.unread.length > 0 ? 'unknown' : 'vanishes';
}

/** Finds out what goes with the suspects; pauses now and then. */
export function* judgeSuspects(
  suspects: readonly GraphNode[],
  view: ClusterView,
): Generator<void, AuditVerdicts> {
  const origin = new Map<Uid, GraphNode>();
  const becomes = (node: GraphNode, verdict: AuditVerdict): boolean =>
    !isProtected(node.identity) && verdictOf(node, node.references, view, origin) === verdict;
  const pending: GraphNode[] = [];
  yield* inSlices(JUDGED, suspects, (node) => {
    if (!node.beingDeleted && becomes(node, 'goes')) pending.push(node);
  });
  for (const node of pending) origin.set(node.uid, node);
  let count = 0;
  for (let owner = pending.pop(); owner; owner = pending.pop()) {
    for (const node of owner.dependents) {
      if (++count % JUDGED === 0) yield;
      if (node.beingDeleted || origin.has(node.uid) || !becomes(node, 'vanishes')) continue;
      origin.set(node.uid, origin.get(owner.uid) ?? owner);
      pending.push(node);
    }
  }
  return new AuditVerdicts(view, origin);
}

/** Remembers the last answer: objects are looked at one after the other, each several times. */
function rememberLast<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  let last: { readonly key: Key; readonly value: Value } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: find(key) };
    return last.value;
  };
}

function withReferences(
  view: ClusterView,
  { uid }: GraphNode,
  ownerReferences: readonly OwnerReference[],
): ClusterView {
  return {
    ...view,
    bearsItsName: () => false,
    byName: (resource, namespace, name) => {
      const found = view.byName(resource, namespace, name);
      if (found?.uid !== uid) return found;
      const { identity, meta } = found;
      return { uid, identity, meta: { name, uid, ...meta, ownerReferences } };
    },
  };
}

/** The cluster once these are gone, and the object is looked at. */
function without(
  view: ClusterView,
  gone: ReadonlyMap<Uid, GraphNode>,
  except: GraphNode,
): ClusterView {
  return {
    ...view,
    bearsItsName: () => false,
    byName: (resource, namespace, name) => {
      const found = view.byName(resource, namespace, name);
      const isGone = found && found.uid !== except.uid && gone.has(found.uid);
      return isGone ? undefined : found;
    },
    provesAbsence: () => true,
  };
}
