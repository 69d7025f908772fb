interface Named {
  readonly namespace: string;
  readonly name: string;
}

/** `shop/web`; of a cluster-scoped object the name alone. */
export function fullName({ namespace, name }: Named): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** `Pod shop/web-x` */
export function kindAndName(object: Named & { readonly kind: string }): string {
  return `${object.kind} ${fullName(object)}`;
}
