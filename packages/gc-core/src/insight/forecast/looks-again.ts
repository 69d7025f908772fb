import { sameOwner } from '../../graph/owner-references-diff.ts';
import type { OwnerReference } from '../../meta/object-reference.ts';
import type { ClusterView } from '../cluster-view.ts';
import type { ObjectState } from './object-state.ts';
import type { StandingReferences } from './standing-references.ts';

/**
 * Whether the collector looks at the object once some of its references are gone. What could not be asked about is tried
 * again without end (AD-W9). And of two references of one uid the second counts as added with every update (GB-12): its
 * owner is asked for if it is not there (GB-25), the object looked at if it is not meant (GB-31).
 */
export function looksAgain(
  { node, references }: ObjectState,
  view: ClusterView,
  standing: StandingReferences,
): boolean {
  return references.some((each, index) => {
    if (view.mapping(each.apiVersion, each.kind) === 'unserved') return true;
    return isSecond(each, references.slice(0, index), view) && !standing.owner(each, node);
  });
}

/** What equals an earlier one in every field is not stored any more once the object changes (DM-12). */
function isSecond(
  reference: OwnerReference,
  before: readonly OwnerReference[],
  { release }: ClusterView,
): boolean {
  const earlier = before.filter(({ uid }) => uid === reference.uid);
  if (!release.storesEqualReferencesOnce) return earlier.length > 0;
  return earlier.length > 0 && !earlier.some((each) => sameOwner(each, reference));
}
