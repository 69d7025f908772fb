import { groupResource, isGettable } from '../../meta/api-resource.ts';
import {
  type ObjectReference,
  type OwnerReference,
  parseApiVersion,
} from '../../meta/object-reference.ts';
import type { ReferenceFault } from '../../wire/node-record.ts';
import { type ClusterView, isNeverSeen, type NamedObject } from '../cluster-view.ts';

/** Why nothing answers to the reference: the uid lives elsewhere, the name has another uid, or neither. */
export function danglingFault(
  reference: OwnerReference,
  dependent: ObjectReference,
  named: NamedObject | undefined,
  bearer: NamedObject | undefined,
  view: ClusterView,
): ReferenceFault {
  const mapping = view.mapping(reference.apiVersion, reference.kind);
  if (typeof mapping !== 'string' && !isGettable(mapping)) return 'wrong-kind';
  const unanswered = named && named.uid !== reference.uid ? 'stale-uid' : 'dangling';
  if (!bearer) return unanswered;
  if (!namesSameResource(reference, bearer.identity, view)) return 'wrong-kind';
  const { namespace, name } = bearer.identity;
  if (dependent.namespace === '' && namespace !== '') return 'cluster-child-of-namespaced';
  // A cluster-scoped owner was asked for in the dependent's namespace until 1.9 (PG-25).
  const crosses = namespace !== '' || view.release.generation === 'propagator';
  if (namespace !== dependent.namespace && crosses) return 'cross-namespace';
  return name === reference.name ? unanswered : 'wrong-name';
}

/** Another served version of the kind would resolve the reference: the version is what is wrong. */
export function unmappedFault(reference: OwnerReference, view: ClusterView): ReferenceFault {
  const bearer = view.get(reference.uid);
  const { group } = parseApiVersion(reference.apiVersion);
  const sameKind =
    bearer !== undefined &&
    !isNeverSeen(bearer, view) &&
    bearer.identity.kind === reference.kind &&
    parseApiVersion(bearer.identity.apiVersion).group === group;
  return sameKind ? 'wrong-version' : 'unresolvable';
}

/** Whether the reference and the object are of one resource, whatever their versions. */
function namesSameResource(
  reference: Pick<OwnerReference, 'apiVersion' | 'kind'>,
  bearer: ObjectReference,
  view: ClusterView,
): boolean {
  if (reference.kind === bearer.kind && reference.apiVersion === bearer.apiVersion) return true;
  const asked = view.mapping(reference.apiVersion, reference.kind);
  const borne = view.mapping(bearer.apiVersion, bearer.kind);
  if (typeof asked === 'string' || typeof borne === 'string') {
    return reference.kind === bearer.kind;
  }
  return groupResource(asked) === groupResource(borne);
}
