import { type ObjectReference, parseApiVersion } from '../meta/object-reference.ts';

/** Whether the object is a Namespace. */
export function isNamespace({ apiVersion, kind }: ObjectReference): boolean {
  return kind === 'Namespace' && apiVersion === 'v1';
}

/** Whether the object defines a kind. */
export function isDefinition({ apiVersion, kind }: ObjectReference): boolean {
  return (
    kind === 'CustomResourceDefinition' &&
    parseApiVersion(apiVersion).group === 'apiextensions.k8s.io'
  );
}
