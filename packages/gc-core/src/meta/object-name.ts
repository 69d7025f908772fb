import type { ObjectReference } from './object-reference.ts';

/** The object as sentences name it: "Pod `shop/web-x`". */
export function objectName(identity: Pick<ObjectReference, 'kind' | 'namespace' | 'name'>): string {
  const { kind, namespace, name } = identity;
  return `${kind} \`${namespace === '' ? name : `${namespace}/${name}`}\``;
}
