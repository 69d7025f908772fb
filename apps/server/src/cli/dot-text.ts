import { toDot } from '@gcscope/gc-core';
import type { Uid } from '@gcscope/gc-core/wire';
import { partialGraph } from '../live/partial-graph.ts';
import type { ClusterRead } from './cluster-read.ts';
import { type Selection, selectRecords } from './select-records.ts';

/** DOT as the collector's debug endpoint prints it; a selection with a direction or depth leaves the rest out. */
export async function dotText(
  read: ClusterRead,
  selection: Omit<Selection, 'uids'>,
  uids: readonly Uid[] | undefined,
): Promise<string> {
  const { graph } = await read.live();
  const isCut = selection.depth !== undefined || selection.up || selection.down;
  if (!uids || !isCut) return toDot(graph, uids);
  const part = selectRecords(read.records, { ...selection, uids });
  const inside = part.map((record) => record.uid);
  return toDot(partialGraph(graph, inside));
}
