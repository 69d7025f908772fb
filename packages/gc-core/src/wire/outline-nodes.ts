import type { SnapshotStructure } from './frames.ts';
import type { NodeRecord } from './node-record.ts';
import { isPackedBlocking, isPackedController, REFERENCE_FLAGS } from './packed-nodes.ts';
import { unpackNodes } from './unpack-nodes.ts';

/** What stands for a name that is not known yet. */
export const UNNAMED = '…';

/** References to objects that are no rows, by their flags. */
const NOBODY = Array.from({ length: REFERENCE_FLAGS }, (_, flags) => ({
  ...{ apiVersion: '', kind: '', name: UNNAMED, uid: '' },
  controller: isPackedController(flags),
  blockOwnerDeletion: isPackedBlocking(flags),
}));
/** All numbers of rows get the same length: as text, too, they have their order. */
const FIRST = 1e9;

/**
 * The records of a snapshot before uids and names have come. Rows stand for uids, in their order: whatever sorts by name and
 * uid puts these records where it will put the whole ones. Nothing else knows these uids.
 */
export function outlineRecords({ nodes, referenceOwners }: SnapshotStructure): NodeRecord[] {
  const { owners, kind } = nodes;
  return unpackNodes({
    ...nodes,
    owners: owners.map((owner) => (owner < 0 ? (referenceOwners[-1 - owner] ?? -1) : owner)),
    references: NOBODY,
    uids: kind.map((_, row) => String(FIRST + row)),
    names: kind.map(() => UNNAMED),
    resourceVersion: [],
  });
}
