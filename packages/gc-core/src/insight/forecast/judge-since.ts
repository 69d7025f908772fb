import type { GraphNode } from '../../graph/graph-node.ts';
import type { OwnerReference, Uid } from '../../meta/object-reference.ts';
import type { ClusterView } from '../cluster-view.ts';
import { type JudgedReference, judgeReference } from '../references/judge-reference.ts';
import type { ObjectState } from './object-state.ts';
import type { StandingReferences } from './standing-references.ts';

/** The cluster as it was when the deletion began, and what has become of its objects since. */
export interface Since {
  readonly view: ClusterView;
  readonly references: StandingReferences;
  readonly states: ReadonlyMap<GraphNode, ObjectState>;
  /** The state of an object, begun if it has none. */
  readonly stateOf: (node: GraphNode) => ObjectState;
}

/** A reference judged; `asks`: the collector sends a GET for it. */
interface JudgedSince extends JudgedReference {
  readonly asks?: boolean;
}

/** The references of an object, in their order. Until 1.19 what is found absent is remembered by its uid (AC-02, PG-19). */
export function judgeAllSince(dependent: ObjectState, since: Since): JudgedSince[] {
  const byUid = since.view.release.absentOwnerCacheKey === 'uid';
  const absent = new Map<Uid, JudgedReference>();
  return dependent.references.map((reference) => {
    const known = absent.get(reference.uid);
    if (known) return { ...known, reference, rule: 'CL-01' };
    const judged = judgeSince(reference, dependent, since);
    const { asks: _, ...remembered } = judged;
    if (byUid && judged.class === 'dangling') absent.set(reference.uid, remembered);
    return judged;
  });
}

/** CL-01..14, with what has become of the owner since the deletion began. */
function judgeSince(
  reference: OwnerReference,
  dependent: ObjectState,
  { view, references, states, stateOf }: Since,
): JudgedSince {
  const bearer = view.get(reference.uid);
  // Until 1.19 a uid that has gone is remembered, whatever else a reference says of it (AC-02, PG-19).
  if (view.release.absentOwnerCacheKey === 'uid' && bearer && states.get(bearer)?.gone) {
    const { identity } = bearer;
    return { reference, class: 'dangling', rule: 'CL-01', asked: identity };
  }
  const standing = references.owner(reference, dependent.node);
  const lives = { reference, class: 'solid', rule: 'CL-09' } as const;
  const judged: JudgedReference = standing
    ? { ...lives, asked: standing.identity, found: standing }
    : judgeReference(reference, dependent.node.identity, view);
  const { found } = judged;
  if ((judged.class !== 'solid' && judged.class !== 'waiting') || !found) return judged;
  const owner = stateOf(found);
  // What was deleted with dependents is in the absent-owner cache (AC-04): nobody asks for it.
  if (owner.gone) return { ...judged, class: 'dangling', rule: 'CL-01' };
  const waits = owner.terminating && owner.foreground;
  return waits
    ? { ...judged, class: 'waiting', rule: 'CL-08', asks: true }
    : { ...judged, class: 'solid', asks: true };
}
