import { decideDeletion } from '../../collector/decide-deletion.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../../meta/finalizers.ts';
import type { OwnerReference, Uid } from '../../meta/object-reference.ts';
import type { PropagationPolicy } from '../../meta/propagation-policy.ts';
import type { ReleaseProfile } from '../../meta/releases.ts';
import type { ClusterView } from '../cluster-view.ts';
import { isNamespace } from '../container-kinds.ts';
import type { JudgedReference } from '../references/judge-reference.ts';
import { hasDependents } from './cycle-guard.ts';
import type { ObjectState } from './object-state.ts';

/** What a worker does with an object whose references are judged. */
export type StatePlan =
  /** It cannot be decided about, or not by us. */
  | { readonly type: 'leave' }
  | { readonly type: 'keep'; readonly rule: string; readonly removeReferencesTo: readonly Uid[] }
  | { readonly type: 'delete'; readonly rule: string; readonly policy: PropagationPolicy };

/** Decides as the release's collector would (AD-12..17, PG-22..29), and notes who keeps the object or why nobody can say. */
export function planState(
  state: ObjectState,
  judged: readonly JudgedReference[],
  states: ReadonlyMap<GraphNode, ObjectState>,
  view: ClusterView,
): StatePlan {
  const isPropagator = view.release.generation === 'propagator';
  // Only what stands before the owner that keeps it was looked at.
  const last = judged.findIndex((each) => each.class !== 'dangling');
  const looked = isPropagator && last >= 0 ? judged.slice(0, last + 1) : judged;
  const refusal = looked.find((each) => each.class === 'unmapped' || each.class === 'never');
  const keeper = looked.find((each) => each.class === 'solid')?.found;
  const unread = keeper ? [] : looked.flatMap((each) => each.unread?.kind ?? []);
  state.refusal = refusal;
  state.keeper = keeper;
  state.unread = unread.length > 0 ? [...new Set(unread)] : undefined;
  if (refusal || state.unread) return { type: 'leave' };
  if (isPropagator) {
    if (keeper) return { type: 'keep', rule: 'PG-28', removeReferencesTo: [] };
    return { type: 'delete', rule: 'PG-29', policy: defaultPolicy(state, view) };
  }
  const of = (wanted: JudgedReference['class']): OwnerReference[] =>
    judged.filter((each) => each.class === wanted).map((each) => each.reference);
  const classified = { solid: of('solid'), dangling: of('dangling'), waiting: of('waiting') };
  return decideDeletion(classified, hasDependents(state, states), state.wishes);
}

/** API-18: what a DELETE without a policy asks for. */
function defaultPolicy({ node }: ObjectState, view: ClusterView): PropagationPolicy {
  const mapping = view.mapping(node.apiVersion, node.kind);
  if (typeof mapping === 'string') return 'Background';
  const { group, version, resource } = mapping;
  const asked = group === '' ? `/${version}/${resource}` : `${group}/${version}/${resource}`;
  return view.release.orphansByDefault.has(asked) ? 'Orphan' : 'Background';
}

/** The policy that a DELETE comes down to: before 1.15 the first of a Namespace left the collector's finalizer it had (NS-17). */
export function heardPolicy(
  { node, wishes, terminating }: ObjectState,
  asked: PropagationPolicy,
  { namespaceObeysPolicy, hasPropagationPolicies }: ReleaseProfile,
): PropagationPolicy {
  if (namespaceObeysPolicy || terminating || !isNamespace(node.identity)) return asked;
  if (wishes.includes(ORPHAN_FINALIZER)) return 'Orphan';
  const waits = hasPropagationPolicies && wishes.includes(FOREGROUND_FINALIZER);
  return waits ? 'Foreground' : 'Background';
}

/** Until 1.5 the one patch that was tried is none that custom objects take, and nobody noticed (PG-38). */
export function canBeOrphaned({ apiVersion, kind }: GraphNode, view: ClusterView): boolean {
  if (view.release.generation !== 'propagator') return true;
  const mapping = view.mapping(apiVersion, kind);
  return typeof mapping === 'string' || mapping.custom !== true;
}
