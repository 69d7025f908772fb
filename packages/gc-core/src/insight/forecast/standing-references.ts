import type { GraphNode } from '../../graph/graph-node.ts';
import type { OwnerReference } from '../../meta/object-reference.ts';
import type { ClusterView } from '../cluster-view.ts';

/**
 * Finds owners the quick way: a reference that says of a known object exactly what is known of it needs no lookup by
 * name. Most references of a cluster are like this.
 */
export class StandingReferences {
  readonly #view: ClusterView;
  /** Until 1.5 also a cluster-scoped owner is asked for in the dependent's namespace (PG-25). */
  readonly #asksInNamespace: boolean;
  /** By kind, then apiVersion. */
  readonly #served = new Map<string, Map<string, boolean>>();
  #lastKind = '';
  #lastVersion = '';
  #lastServed = false;

  constructor(view: ClusterView) {
    this.#view = view;
    this.#asksInNamespace = view.release.generation === 'propagator';
  }

  /** The observed owner that the reference names rightly and legally (CL-09, CL-12); `undefined`: it has to be judged. */
  owner(reference: OwnerReference, dependent: GraphNode): GraphNode | undefined {
    const owner = this.#view.get(reference.uid);
    return owner && this.isNamedBy(owner, reference, dependent) ? owner : undefined;
  }

  /** The same for an owner at hand. */
  isNamedBy(owner: GraphNode, reference: OwnerReference, dependent: GraphNode): boolean {
    if (owner.virtual) return false;
    const { apiVersion, kind, namespace } = owner;
    if (reference.uid !== owner.uid || reference.name !== owner.name) return false;
    if (reference.kind !== kind || reference.apiVersion !== apiVersion) return false;
    if (namespace !== dependent.namespace && (namespace !== '' || this.#asksInNamespace))
      return false;
    return this.#isServed(apiVersion, kind);
  }

  #isServed(apiVersion: string, kind: string): boolean {
    if (this.#lastKind === kind && this.#lastVersion === apiVersion) return this.#lastServed;
    let versions = this.#served.get(kind);
    if (!versions) {
      versions = new Map();
      this.#served.set(kind, versions);
    }
    let served = versions.get(apiVersion);
    if (served === undefined) {
      served = typeof this.#view.mapping(apiVersion, kind) !== 'string';
      versions.set(apiVersion, served);
    }
    this.#lastKind = kind;
    this.#lastVersion = apiVersion;
    this.#lastServed = served;
    return served;
  }
}
