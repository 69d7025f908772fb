import type { Scope } from './stored-object.ts';

/** Scopes that are remembered before the pool starts anew: those of any cluster fit in. */
const CAPACITY = 65_536;

interface ScopesOfType {
  readonly apiVersion: string;
  readonly kind: string;
  readonly byNamespace: Map<string, Scope>;
}

/** Equal scopes kept once. */
export class Scopes {
  /** By kind, then by apiVersion. */
  readonly #types = new Map<string, Map<string, ScopesOfType>>();
  /** Changes of one type come one after the other. */
  #latest: ScopesOfType | undefined;
  #size = 0;

  /** Equal type and namespace, the same object each time. */
  share({ apiVersion, kind, namespace }: Scope): Scope {
    const latest = this.#latest;
    const isLatest = latest?.kind === kind && latest.apiVersion === apiVersion;
    const known = (isLatest ? latest : this.#type(kind, apiVersion)).byNamespace.get(namespace);
    return known ?? this.#add(kind, apiVersion, namespace);
  }

  #add(kind: string, apiVersion: string, namespace: string): Scope {
    if (this.#size >= CAPACITY) {
      this.#types.clear();
      this.#size = 0;
    }
    this.#size++;
    const type = this.#type(kind, apiVersion);
    const scope = { apiVersion: type.apiVersion, kind: type.kind, namespace };
    type.byNamespace.set(namespace, scope);
    return scope;
  }

  #type(kind: string, apiVersion: string): ScopesOfType {
    let versions = this.#types.get(kind);
    if (!versions) {
      versions = new Map();
      this.#types.set(kind, versions);
    }
    let type = versions.get(apiVersion);
    if (!type) {
      type = { apiVersion, kind, byNamespace: new Map() };
      versions.set(apiVersion, type);
    }
    this.#latest = type;
    return type;
  }
}
