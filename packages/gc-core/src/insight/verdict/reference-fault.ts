import { groupResource } from '../../meta/api-resource.ts';
import { objectName } from '../../meta/object-name.ts';
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
  found: NamedObject | undefined,
  bearer: NamedObject | undefined,
  view: ClusterView,
): ReferenceFault {
  const unanswered = found ? 'stale-uid' : 'dangling';
  if (!bearer) return unanswered;
  if (!namesSameResource(reference, bearer.identity, view)) return 'wrong-kind';
  const { namespace, name } = bearer.identity;
  if (dependent.namespace === '' && namespace !== '') return 'cluster-child-of-namespaced';
  // A cluster-scoped owner was asked for in the dependent's namespace until 1.9 (PG-25).
  const crosses = namespace !== '' || view.release.generation === 'propagator';
  if (namespace !== dependent.namespace && crosses) return 'cross-namespace';
  return name === reference.name ? unanswered : 'wrong-name';
}

/** What a dangling reference comes to, in a sentence; `name` is the owner as it was asked for. */
export function danglingText(
  name: string,
  dependent: ObjectReference,
  fault: ReferenceFault,
  bearer: NamedObject | undefined,
): string {
  const other = bearer ? objectName(bearer.identity) : '';
  switch (fault) {
    case 'cross-namespace':
      return bearer?.identity.namespace === ''
        ? `${name} does not exist: ${other} with this uid is cluster-scoped, and this release asks for it in namespace ${dependent.namespace}.`
        : `${name} does not exist in namespace ${dependent.namespace}: the owner with this uid is ${other}, and a reference cannot cross namespaces.`;
    case 'cluster-child-of-namespaced':
      return `${name} does not exist: the owner with this uid is ${other}, and this release asks for the owner of a cluster-scoped object without a namespace.`;
    case 'wrong-kind':
      return `${name} does not exist: the object with this uid is ${other}, of another kind.`;
    case 'wrong-name':
      return `${name} does not exist under this name: the object with this uid is ${other}.`;
    case 'stale-uid':
      return `${name} no longer exists: the object of that name now has another uid.`;
    default:
      return `${name} does not exist.`;
  }
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
export function namesSameResource(
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
