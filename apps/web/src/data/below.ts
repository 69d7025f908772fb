import type { Uid } from '@gcscope/gc-core/wire';
import type { GraphStore } from './graph-store.ts';

/** These objects with all that is below them: what Namespaces among them hold, and dependents of dependents. */
export function below(targets: readonly Uid[], store: GraphStore): ReadonlySet<Uid> {
  const found = new Set(targets.filter((uid) => store.records.has(uid)));
  const namespaces = new Set<string>();
  for (const uid of found) {
    const target = store.records.get(uid);
    if (target?.kind === 'Namespace' && target.apiVersion === 'v1') namespaces.add(target.name);
  }
  if (namespaces.size > 0) {
    for (const { uid, namespace, virtual } of store.records.values()) {
      if (!virtual && namespaces.has(namespace)) found.add(uid);
    }
  }
  // Iterating a Set also visits what is added meanwhile.
  for (const uid of found) {
    for (const dependent of store.dependentsOf(uid)) found.add(dependent);
  }
  return found;
}
