import { type NodeRecord, say } from '@gcscope/gc-core/wire';
import { type ReactNode, useMemo } from 'react';
import type { GraphStore } from '../../data/graph-store.ts';
import { isNamespace } from '../../data/selection.ts';
import { useGraphVersion, useLive } from '../../data/use-graph.ts';
import { RuleLinks } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';

/** The Namespace in deletion that waits for an object in it that is being deleted, too. No reference says so. */
export function WaitedFor({ record }: { readonly record: NodeRecord | undefined }): ReactNode {
  const { store } = useLive();
  const version = useGraphVersion(store);
  // Other objects cause no search, however often the graph changes.
  const namespace = record?.beingDeleted ? record.namespace : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store changes in place; its version says when.
  const container = useMemo(
    () => (namespace === '' ? undefined : endingNamespace(namespace, store)),
    [namespace, store, version],
  );
  if (!container) return null;
  return (
    <p>
      <Sentence text={say`${container} is being deleted, and waits for this object to be gone.`} />
      <RuleLinks rules={['NS-08']} />
    </p>
  );
}

function endingNamespace(
  name: string,
  { records }: Pick<GraphStore, 'records'>,
): NodeRecord | undefined {
  for (const record of records.values()) {
    if (record.name === name && record.beingDeleted && isNamespace(record)) return record;
  }
  return undefined;
}
