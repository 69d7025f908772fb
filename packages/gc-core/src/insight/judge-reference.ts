import { classifyOwner, lookupOwner } from '../collector/classify-references.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import { objectName } from '../meta/object-name.ts';
import {
  type ObjectReference,
  type OwnerReference,
  ownerIdentity,
  parseApiVersion,
} from '../meta/object-reference.ts';
import { groupResource } from '../meta/resource-table.ts';
import type { ReferenceFault } from '../wire/node-record.ts';
import { type ClusterView, kindName } from './cluster-view.ts';

/** What one owner reference is worth, with the sentence for it. */
export interface JudgedReference {
  readonly reference: OwnerReference;
  /** `never`: the collector refuses to ask (CL-04); `unmapped`: it cannot ask (CL-03); `unknown`: we cannot see. */
  readonly class: 'solid' | 'waiting' | 'dangling' | 'unmapped' | 'never' | 'unknown';
  readonly rule: string;
  readonly text: string;
  /** The object that answers to the reference's name, or else the one that bears its uid. */
  readonly found?: GraphNode;
  readonly fault?: ReferenceFault;
  /** The kind that cannot be read. */
  readonly unread?: string;
}

/** Judges a reference of `dependent` as the collector would, from what is known of the cluster. */
export function judgeReference(
  reference: OwnerReference,
  dependent: ObjectReference,
  view: ClusterView,
): JudgedReference {
  const mapping = view.mapping(reference.apiVersion, reference.kind);
  const owner = objectName(ownerIdentity(reference, dependent.namespace));
  if (mapping === 'unknown') {
    const unread = kindName({
      group: parseApiVersion(reference.apiVersion).group,
      kind: reference.kind,
    });
    const text = `${owner} cannot be verified: its API group could not be discovered.`;
    return { reference, class: 'unknown', rule: 'CL-06', text, unread };
  }
  const resource = mapping === 'unserved' ? undefined : mapping;
  const lookup = lookupOwner(reference, dependent, { forKind: () => resource });
  if (lookup.type === 'unmapped') {
    const text = `${reference.kind} in ${reference.apiVersion} is not served, so ${owner} cannot be looked up; the object is left alone.`;
    return {
      reference,
      class: 'unmapped',
      rule: 'CL-03',
      text,
      fault: unmappedFault(reference, view),
    };
  }
  if (lookup.type === 'cluster-child') {
    const text = `A cluster-scoped object cannot be owned by a namespaced one: ${reference.kind} \`${reference.name}\` cannot be looked up, the object is left alone for good.`;
    return { reference, class: 'never', rule: 'CL-04', text, fault: 'cluster-child-of-namespaced' };
  }
  const found = view.byName(lookup.resource, lookup.namespace, reference.name);
  const name = objectName({ ...reference, namespace: lookup.namespace });
  if (!found && !view.isRead(lookup.resource)) {
    const unread = kindName(lookup.resource);
    const text = `${name} cannot be verified: kind ${unread} cannot be read.`;
    return { reference, class: 'unknown', rule: 'CL-06', text, unread };
  }
  return classified(reference, dependent, found, name, view);
}

function classified(
  reference: OwnerReference,
  dependent: ObjectReference,
  found: GraphNode | undefined,
  name: string,
  view: ClusterView,
): JudgedReference {
  const { class: referenceClass, rule } = classifyOwner(reference, found?.meta);
  if (referenceClass === 'solid' && found) {
    return { reference, class: 'solid', rule, text: `Owner ${name} lives.`, found };
  }
  if (referenceClass === 'waiting' && found) {
    const text = `Owner ${name} is being deleted in the foreground and waits for its dependents.`;
    return { reference, class: 'waiting', rule, text, found };
  }
  const bearer = view.get(reference.uid);
  const fault = danglingFault(reference, dependent, found, bearer, view);
  const text = danglingText(name, dependent, fault, bearer);
  const shown = bearer?.virtual ? found : (bearer ?? found);
  return {
    reference,
    class: 'dangling',
    rule: fault === 'cross-namespace' ? 'CL-13' : fault === 'wrong-name' ? 'CL-11' : rule,
    text,
    fault,
    ...(shown ? { found: shown } : {}),
  };
}

/** Why nothing answers to the reference: the uid lives elsewhere, the name has another uid, or neither. */
function danglingFault(
  reference: OwnerReference,
  dependent: ObjectReference,
  found: GraphNode | undefined,
  bearer: GraphNode | undefined,
  view: ClusterView,
): ReferenceFault {
  if (!bearer || bearer.virtual) return found ? 'stale-uid' : 'dangling';
  if (!sameResource(reference, bearer.identity, view)) return 'wrong-kind';
  const { namespace, name } = bearer.identity;
  if (namespace !== '' && namespace !== dependent.namespace) return 'cross-namespace';
  return name === reference.name ? 'stale-uid' : 'wrong-name';
}

function danglingText(
  name: string,
  dependent: ObjectReference,
  fault: ReferenceFault,
  bearer: GraphNode | undefined,
): string {
  const other = bearer ? objectName(bearer.identity) : '';
  switch (fault) {
    case 'cross-namespace':
      return `${name} does not exist in namespace ${dependent.namespace}: the owner with this uid is ${other}, and a reference cannot cross namespaces.`;
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
function unmappedFault(reference: OwnerReference, view: ClusterView): ReferenceFault {
  const bearer = view.get(reference.uid);
  const { group } = parseApiVersion(reference.apiVersion);
  const sameKind =
    bearer !== undefined &&
    !bearer.virtual &&
    bearer.identity.kind === reference.kind &&
    parseApiVersion(bearer.identity.apiVersion).group === group;
  return sameKind ? 'wrong-version' : 'unresolvable';
}

function sameResource(
  reference: OwnerReference,
  bearer: ObjectReference,
  view: ClusterView,
): boolean {
  const asked = view.mapping(reference.apiVersion, reference.kind);
  const borne = view.mapping(bearer.apiVersion, bearer.kind);
  if (typeof asked === 'string' || typeof borne === 'string') {
    return reference.kind === bearer.kind;
  }
  return groupResource(asked) === groupResource(borne);
}
