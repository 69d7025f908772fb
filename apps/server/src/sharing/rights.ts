import { createHash } from 'node:crypto';
import { groupResource } from '@gcscope/gc-core';

/** The objects that a person may list, as the cluster said: whole kinds, and kinds in some namespaces. */
export class Rights {
  /** Every kind, also those that come later. */
  readonly everything: boolean;
  /** Equal for equal rights. */
  readonly key: string;
  readonly #whole: ReadonlySet<string>;
  readonly #namespaces: ReadonlyMap<string, ReadonlySet<string>>;

  /** Kinds are named `<group>/<resource>`. */
  constructor(
    whole: 'everything' | Iterable<string>,
    inNamespaces: Iterable<readonly [kind: string, namespace: string]> = [],
  ) {
    this.everything = whole === 'everything';
    this.#whole = new Set(whole === 'everything' ? [] : whole);
    const namespaces = new Map<string, Set<string>>();
    for (const [kind, namespace] of inNamespaces) {
      const known = namespaces.get(kind);
      if (known) known.add(namespace);
      else namespaces.set(kind, new Set([namespace]));
    }
    this.#namespaces = namespaces;
    this.key = this.everything ? 'everything' : digest(this.#whole, namespaces);
  }

  /** Whether an object of the kind there may be listed; the namespace is empty for a cluster-scoped object. */
  allows(kind: string, namespace: string): boolean {
    if (this.everything || this.#whole.has(kind)) return true;
    return this.#namespaces.get(kind)?.has(namespace) ?? false;
  }

  /** Where the kind may be listed: `everywhere`, or in these namespaces, which may be none. */
  of(resource: Parameters<typeof groupResource>[0]): 'everywhere' | readonly string[] {
    const kind = groupResource(resource);
    if (this.everything || this.#whole.has(kind)) return 'everywhere';
    return [...(this.#namespaces.get(kind) ?? [])].sort();
  }
}

function digest(
  whole: ReadonlySet<string>,
  namespaces: ReadonlyMap<string, ReadonlySet<string>>,
): string {
  const parts = [...namespaces].map(([kind, names]) => [kind, [...names].sort()] as const);
  parts.sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([[...whole].sort(), parts]);
  return createHash('sha256').update(text).digest('hex');
}
