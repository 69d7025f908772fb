import { type ObjectReference, parseApiVersion } from './object-reference.ts';

type Typed = Pick<ObjectReference, 'apiVersion' | 'kind'>;

/** Whether the object is a Namespace. */
export function isNamespace({ apiVersion, kind }: Typed): boolean {
  return kind === 'Namespace' && apiVersion === 'v1';
}

/** Whether the object is a Pod. */
export function isPod({ apiVersion, kind }: Typed): boolean {
  return kind === 'Pod' && apiVersion === 'v1';
}

/** Whether the object defines a kind. */
export function isDefinition({ apiVersion, kind }: Typed): boolean {
  const { group } = parseApiVersion(apiVersion);
  return kind === 'CustomResourceDefinition' && group === 'apiextensions.k8s.io';
}

/** Whether other objects go with it, no matter what owns them. */
export function isContainer(object: Typed): boolean {
  return isNamespace(object) || isDefinition(object);
}
