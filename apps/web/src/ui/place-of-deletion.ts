import type { TerminatingObject } from '@gcscope/gc-core/wire';

/** The namespace of an object that is being deleted; a Namespace counts as its own. */
export function placeOfDeletion({ object: { kind, namespace, name } }: TerminatingObject): string {
  return kind === 'Namespace' && namespace === '' ? name : namespace;
}
