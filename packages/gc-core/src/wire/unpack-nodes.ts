import type { OwnerReference, Uid } from '../meta/object-reference.ts';
import type { SnapshotStructure } from './frames.ts';
import type { NodeRecord } from './node-record.ts';
import {
  isPackedBlocking,
  isPackedController,
  type PackedKind,
  type PackedNodes,
  type PackedTraits,
  REFERENCE_FLAGS,
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

/** Stands for a name that is not known yet. */
const UNNAMED = '…';

/** References to objects that are no rows, by their flags. */
const NOBODY = Array.from({ length: REFERENCE_FLAGS }, (_, flags) => ({
  ...{ apiVersion: '', kind: '', name: UNNAMED, uid: '' },
  controller: isPackedController(flags),
  blockOwnerDeletion: isPackedBlocking(flags),
}));
/** All numbers of rows get the same length: as text, too, they have their order. */
const FIRST = 1e9;

/**
 * The columns of a snapshot before uids and names have come. Rows stand for uids, in their order: whatever sorts by name and
 * uid puts these objects where it will put the whole ones. Nothing else knows these uids.
 */
export function outlineNodes({ nodes, referenceOwners }: OutlineSource): PackedNodes {
  const { owners, kind } = nodes;
  const uids: Uid[] = new Array(kind.length);
  for (let row = 0; row < kind.length; row++) uids[row] = String(FIRST + row);
  return {
    ...nodes,
    owners: owners.some((owner) => owner < 0)
      ? owners.map((owner) => (owner < 0 ? (referenceOwners[-1 - owner] ?? -1) : owner))
      : owners,
    references: NOBODY,
    uids,
    names: new Array<string>(kind.length).fill(UNNAMED),
    resourceVersion: [],
  };
}

type OutlineSource = Pick<SnapshotStructure, 'nodes' | 'referenceOwners'>;
