import type { Uid } from '../meta/object-reference.ts';
import type { SnapshotStructure } from './frames.ts';
import type { NodeRecord } from './node-record.ts';
import {
  isPackedBlocking,
  isPackedController,
  type PackedNodes,
  REFERENCE_FLAGS,
} from './packed-nodes.ts';
import { unpackNodes } from './unpack-nodes.ts';

/** What stands for a name that is not known yet. */
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

/** The same as records. */
export function outlineRecords(structure: OutlineSource): NodeRecord[] {
  return unpackNodes(outlineNodes(structure));
}

type OutlineSource = Pick<SnapshotStructure, 'nodes' | 'referenceOwners'>;
