import { isProtectedNamespace } from '../apiserver/namespace-deletion.ts';
import { type ObjectReference, parseApiVersion } from '../meta/object-reference.ts';

/** Whether the object is a Namespace. */
export function isNamespace({ apiVersion, kind }: ObjectReference): boolean {
  return kind === 'Namespace' && apiVersion === 'v1';
}

/** Whether it is a Namespace that cannot be deleted (NS-03). */
export function isProtected(object: ObjectReference): boolean {
  return isNamespace(object) && isProtectedNamespace(object.name);
}

/** Whether the object defines a kind. */
export function isDefinition({ apiVersion, kind }: ObjectReference): boolean {
  return (
    kind === 'CustomResourceDefinition' &&
    parseApiVersion(apiVersion).group === 'apiextensions.k8s.io'
  );
}

/** Whether other objects go with it, whoever owns them. */
export function isContainer(object: ObjectReference): boolean {
  return isNamespace(object) || isDefinition(object);
}
