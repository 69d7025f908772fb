import { definedBy, isNamespace } from '@gcscope/gc-core';
import type { ObjectReference, Uid } from '@gcscope/gc-core/wire';

/** The uid of each name now, per group/resource and namespace. Keys come from the cluster, so Maps all the way. */
export class NameIndex {
  readonly #uids = new Map<string, Map<string, Map<string, Uid>>>();
  /** Names of each resource, kept because they are asked for with every event. */
  readonly #counts = new Map<string, number>();
  /** Resources of which an object may be known that does not bear its name. */
  readonly #disputed = new Set<string>();

  /** The uid under the name; the namespace is empty for cluster-scoped resources. */
  get(groupResource: string, namespace: string, name: string): Uid | undefined {
    return this.#uids.get(groupResource)?.get(namespace)?.get(name);
  }

  /** The name now belongs to `uid`, no matter which object had it before; returns the uid that loses it. */
  set(groupResource: string, namespace: string, name: string, uid: Uid): Uid | undefined {
    const namespaces = entry(this.#uids, groupResource, () => new Map<string, Map<string, Uid>>());
    const names = entry(namespaces, namespace, () => new Map<string, Uid>());
    const former = names.get(name);
    if (former === uid) return undefined;
    names.set(name, uid);
    if (former === undefined) this.#add(groupResource, 1);
    else this.dispute(groupResource);
    return former;
  }

  /** Whether every object of the resource that is known bears its name, so that it need not be looked up. */
  areBorne(groupResource: string): boolean {
    return !this.#disputed.has(groupResource);
  }

  /** An object of the resource lost its name and may be known all the same. */
  dispute(groupResource: string): void {
    this.#disputed.add(groupResource);
  }

  /** The name is free, unless another uid took it meanwhile. */
  delete(groupResource: string, namespace: string, name: string, uid: Uid): void {
    const namespaces = this.#uids.get(groupResource);
    const names = namespaces?.get(namespace);
    if (names?.get(name) !== uid) return;
    names.delete(name);
    this.#add(groupResource, -1);
    if (names.size === 0) namespaces?.delete(namespace);
  }

  /** Whether the uid bears the name in any resource. */
  isBorne(namespace: string, name: string, uid: Uid): boolean {
    for (const namespaces of this.#uids.values()) {
      if (namespaces.get(namespace)?.get(name) === uid) return true;
    }
    return false;
  }

  /** Every uid that bears a name in the Namespace, or of the resource of the definition. */
  leftIn(container: ObjectReference): Generator<Uid> {
    return isNamespace(container)
      ? this.#inNamespace(container.name)
      : this.ofResource(definedBy(container.name));
  }

  *#inNamespace(namespace: string): Generator<Uid> {
    for (const namespaces of this.#uids.values()) yield* namespaces.get(namespace)?.values() ?? [];
  }

  /** Every uid that bears a name of the resource. */
  *ofResource(groupResource: string): Generator<Uid> {
    for (const names of this.#uids.get(groupResource)?.values() ?? []) yield* names.values();
  }

  /** The namespaces in which the resource has objects; the empty one for cluster-scoped ones. */
  namespacesOf(groupResource: string): Iterable<string> {
    return this.#uids.get(groupResource)?.keys() ?? [];
  }

  /** Every name of the resource in the namespace, with its uid. */
  namesIn(groupResource: string, namespace: string): Iterable<readonly [name: string, uid: Uid]> {
    return this.#uids.get(groupResource)?.get(namespace) ?? [];
  }

  /** How many names of the resource are taken. */
  count(groupResource: string): number {
    return this.#counts.get(groupResource) ?? 0;
  }

  #add(groupResource: string, more: number): void {
    this.#counts.set(groupResource, this.count(groupResource) + more);
  }

  /** Every namespace and uid under which the resource has an object of this name. */
  *named(groupResource: string, name: string): Generator<{ namespace: string; uid: Uid }> {
    for (const [namespace, names] of this.#uids.get(groupResource) ?? []) {
      const uid = names.get(name);
      if (uid !== undefined) yield { namespace, uid };
    }
  }
}

function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
