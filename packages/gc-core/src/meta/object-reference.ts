/** Names of objects: what an owner reference says, and what the graph knows. */

/** A uid as the API server gave it. Any non-empty string is possible, also `__proto__`: key Maps with it. */
export type Uid = string;

/** An entry of `metadata.ownerReferences`. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: Uid;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** The four fields of a reference that are compared; never `controller` or `blockOwnerDeletion`. */
export interface Coordinates {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: Uid;
}

/** An identity (DM-01): coordinates and namespace; the namespace is empty for a cluster-scoped object. */
export interface ObjectReference extends Coordinates {
  readonly namespace: string;
}

/** A reference to these coordinates, its fields in the order in which Go writes them; a flag that is `undefined` is left out. */
export function referenceWith(
  { apiVersion, kind, name, uid }: Coordinates,
  controller: boolean | undefined,
  blockOwnerDeletion: boolean | undefined,
): OwnerReference {
  return {
    apiVersion,
    kind,
    name,
    uid,
    ...(controller === undefined ? {} : { controller }),
    ...(blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion }),
  };
}

/** Whether two references name the same coordinates, string by string, without version conversion (GB-64). */
export function sameCoordinates(a: Coordinates, b: Coordinates): boolean {
  return a.uid === b.uid && a.name === b.name && a.kind === b.kind && a.apiVersion === b.apiVersion;
}

/** Whether two identities are equal in all five fields (DM-01). */
export function sameIdentity(a: ObjectReference, b: ObjectReference): boolean {
  return a.namespace === b.namespace && sameCoordinates(a, b);
}

/** Whether the reference blocks its owner in a foreground deletion; absent and `false` do not. */
export function isBlocking(reference: OwnerReference): boolean {
  return reference.blockOwnerDeletion === true;
}

/** Whether two lists are equal, in every field and in their order. */
export function sameOwners(a: readonly OwnerReference[], b: readonly OwnerReference[]): boolean {
  return a.length === b.length && a.every((each, index) => sameOwner(each, b[index]));
}

/** Whether two references are equal in every field. */
export function sameOwner(a: OwnerReference, b: OwnerReference | undefined): boolean {
  return (
    a.uid === b?.uid &&
    a.name === b.name &&
    a.kind === b.kind &&
    a.apiVersion === b.apiVersion &&
    a.controller === b.controller &&
    a.blockOwnerDeletion === b.blockOwnerDeletion
  );
}

/** The identity an owner reference stands for when looked at from `namespace` (GB-25, AC-05). */
export function ownerIdentity(reference: OwnerReference, namespace: string): ObjectReference {
  const { apiVersion, kind, name, uid } = reference;
  return { apiVersion, kind, name, uid, namespace };
}

/** The text form of an identity in logs, errors and Events (DM-02). */
export function identityText(identity: ObjectReference): string {
  const { apiVersion, kind, namespace, name, uid } = identity;
  return `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
}

/** One string per identity, usable as a Map key: the lengths keep the five fields apart whatever they contain. */
export function identityKey({ apiVersion, kind, namespace, name, uid }: ObjectReference): string {
  const lengths = `${apiVersion.length},${kind.length},${namespace.length},${name.length}`;
  return `${lengths} ${apiVersion}${kind}${namespace}${name}${uid}`;
}

/** `apps/v1` → `{ group: 'apps', version: 'v1' }`; the core group is empty. */
export function parseApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf('/');
  return slash < 0
    ? { group: '', version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** The apiVersion as the API server writes it: `/v1`, which references may carry, is `v1`. */
export function canonicalApiVersion(apiVersion: string): string {
  // Hardly any begins with a slash, and the first character is found sooner than the last slash.
  const isSlashed = apiVersion[0] === '/' && apiVersion.lastIndexOf('/') === 0;
  return isSlashed ? apiVersion.slice(1) : apiVersion;
}

/** `apps`, `v1` → `apps/v1`; the core group gives the version alone. */
export function formatApiVersion(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}
