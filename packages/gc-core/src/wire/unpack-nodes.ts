import type { NodeRecord, VerdictSummary } from './node-record.ts';
import {
  type PackedKind,
  type PackedNodes,
  type PackedTraits,
  referenceOf,
} from './packed-nodes.ts';

/** The records of `packNodes`, in their order; what objects share is one object that they share. Columns must be whole. */
export function unpackNodes(packed: PackedNodes): NodeRecord[] {
  let next = 0;
  return packed.uids.map((uid, row): NodeRecord => {
    const first = next;
    next += packed.ownerCount[row] as number;
    const [apiVersion, kind] = packed.kinds[packed.kind[row] as number] as PackedKind;
    const owners = packed.owners.slice(first, next).map((owner) => referenceOf(packed, owner));
    return {
      uid,
      apiVersion,
      kind,
      namespace: packed.namespaces[packed.namespace[row] as number] as string,
      name: packed.names[row] as string,
      owners,
      ...(packed.traits[packed.trait[row] as number] as PackedTraits),
      ...optional('resourceVersion', packed.resourceVersion[row] || undefined),
      ...optional('creationTimestamp', packed.creationTimestamp[row] || undefined),
      ...optional('summary', packed.summaries[packed.summary[row] as number]),
    };
  });
}

function optional<Key extends keyof NodeRecord>(
  key: Key,
  value: string | VerdictSummary | undefined,
): Pick<NodeRecord, Key> | undefined {
  return value === undefined ? undefined : ({ [key]: value } as Pick<NodeRecord, Key>);
}
