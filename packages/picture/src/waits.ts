import type { NodeRecord } from '@gcscope/gc-core/wire';

/** Which objects a Namespace in deletion waits for (NS-08); `undefined` if it waits for none. Others wait along their references. */
export function awaitedBy(
  container: NodeRecord | undefined,
): ((record: NodeRecord) => boolean) | undefined {
  if (!container?.beingDeleted) return undefined;
  const { apiVersion, kind, name } = container;
  if (kind !== 'Namespace' || apiVersion !== 'v1') return undefined;
  return ({ namespace, beingDeleted }) => namespace === name && beingDeleted;
}
