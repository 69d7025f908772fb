import type { OwnerReference } from '../meta/object-reference.ts';
import type { NodeRecord } from './node-record.ts';
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
    const end = next + (packed.ownerCount[row] as number);
    const [apiVersion, kind] = packed.kinds[packed.kind[row] as number] as PackedKind;
    const owners: OwnerReference[] = [];
    for (; next < end; next++) owners.push(referenceOf(packed, packed.owners[next] as number));
    const record: Mutable<NodeRecord> = {
      uid,
      apiVersion,
      kind,
      namespace: packed.namespaces[packed.namespace[row] as number] as string,
      name: packed.names[row] as string,
      owners,
      ...(packed.traits[packed.trait[row] as number] as PackedTraits),
    };
    // Assigned where they are there, without an object for each: a graph has hundreds of thousands of records.
    const resourceVersion = packed.resourceVersion[row];
    if (resourceVersion) record.resourceVersion = resourceVersion;
    const creationTimestamp = packed.creationTimestamp[row];
    if (creationTimestamp) record.creationTimestamp = creationTimestamp;
    const summary = packed.summaries[packed.summary[row] as number];
    if (summary) record.summary = summary;
    return record;
  });
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
