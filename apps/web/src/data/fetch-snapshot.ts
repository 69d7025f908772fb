import {
  type NodeIdentity,
  type NodeStructure,
  type PackedNodes,
  type PackedSnapshot,
  type Snapshot,
  type SnapshotIdentity,
  type SnapshotStructure,
  unpackNodes,
} from '@gcscope/gc-core/wire';
import { ApiError, request, send } from './api.ts';
import { nextFrame } from './next-frame.ts';

/**
 * The whole graph as of one position of the stream. The server sends uids and names of many objects in a second part:
 * `onStructure` gets the first one, and a frame is painted before the second one is read.
 */
export async function fetchSnapshot(
  signal: AbortSignal,
  onStructure: (structure: SnapshotStructure) => void,
): Promise<Snapshot> {
  const structure = await request<SnapshotStructure>('/api/v1/snapshot/structure', { signal });
  const { id, referenceOwners: _, nodes, ...rest } = structure;
  if (isWhole(nodes)) return { ...rest, nodes: unpackNodes(nodes) };
  const second = send(`/api/v1/snapshot/identity?of=${encodeURIComponent(id)}`, { signal });
  // The request is sent at once; its failure is handled below.
  second.catch(() => {});
  onStructure(structure);
  await nextFrame();
  try {
    const identity = (await (await second).json()) as SnapshotIdentity;
    return { ...rest, nodes: unpackNodes({ ...nodes, ...identity.nodes }) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'snapshot-gone') throw error;
  }
  const whole = await request<PackedSnapshot>('/api/v1/snapshot', { signal });
  return { ...whole, nodes: unpackNodes(whole.nodes) };
}

function isWhole(nodes: NodeStructure & Partial<NodeIdentity>): nodes is PackedNodes {
  return nodes.uids !== undefined;
}
