import type { Records } from '@gcscope/gc-core';
import {
  formatTimestamp,
  graphDocument,
  type NodeRecord,
  packNodes,
  type SavedView,
  type Uid,
} from '@gcscope/gc-core/wire';
import {
  ALL_OPEN,
  indexDependents,
  layout,
  type Rows,
  reach,
  rowsOf,
  rowsOfPacked,
  svgChunks,
  writeMermaid,
} from '@gcscope/picture';
import { systemClock } from '../base/clock.ts';
import type { ClusterRead } from './cluster-read.ts';
import { usageError } from './exit-codes.ts';

// The collector is imported for DOT only: a picture of a file is drawn from its records.

export interface GraphQuestion {
  readonly objects: readonly string[];
  readonly output: 'dot' | 'svg' | 'mermaid' | 'json';
  /** Levels; without one there is no limit. */
  readonly depth?: number;
  /** Owners only, dependents only; neither means both. */
  readonly up?: boolean;
  readonly down?: boolean;
}

/**
 * The graph, or the part that can be reached from the objects, as text in pieces to be written one after the other.
 * Throws `CommandError` for a wrong object.
 */
export async function graphText(
  read: ClusterRead,
  question: GraphQuestion,
): Promise<readonly string[]> {
  const { objects, output } = question;
  const uids = objects.length > 0 ? await findUids(read, objects) : undefined;
  if (output === 'dot') {
    return [await dotText(read, question, uids)];
  }
  const selected = uids && selectRecords(read.records, { ...question, uids });
  if (output === 'svg') return [...svgText(read, selected, uids), '\n'];
  if (output === 'mermaid')
    return [mermaidText(selected ? rowsOf(selected) : allRows(read), viewOf(read, uids))];
  const document = graphDocument(viewOf(read, uids), selected ?? [...read.records.values()]);
  return [JSON.stringify(document, null, 2), '\n'];
}

/** As the collector's debug endpoint prints it; a selection with a direction or depth leaves the rest out. */
async function dotText(
  read: ClusterRead,
  selection: GraphQuestion,
  uids: readonly Uid[] | undefined,
): Promise<string> {
  const { toDot } = await import('@gcscope/gc-core');
  const { partialGraph } = await import('../live/partial-graph.ts');
  const { graph } = await read.live();
  const isCut = selection.depth !== undefined || selection.up || selection.down;
  if (!uids || !isCut) return toDot(graph, uids);
  const part = selectRecords(read.records, { ...selection, uids });
  return toDot(partialGraph(graph, new Set(part.map(({ uid }) => uid))));
}

function allRows(read: ClusterRead): Rows {
  return read.packed ? rowsOfPacked(read.packed) : rowsOf(read.records.values());
}

async function findUids(read: ClusterRead, objects: readonly string[]): Promise<Uid[]> {
  const { findObject } = await import('./describe-object.ts');
  const live = await read.live();
  return objects.map((word) => findObject(live, word, read.namespace).uid);
}

function svgText(
  read: ClusterRead,
  selected: readonly NodeRecord[] | undefined,
  uids: readonly Uid[] | undefined,
): readonly string[] {
  const rows = selected ? rowsOf(selected) : allRows(read);
  const nodes = selected ? undefined : read.packed;
  const view = viewOf(read, uids);
  const packed = nodes ?? packNodes(selected ?? read.records.values());
  const carried = { ...view, nodes: packed, openStacks: [ALL_OPEN] };
  return svgChunks(rows, layout(rows), { theme: 'light', ...view, carried });
}

function mermaidText(rows: Rows, view: SavedView): string {
  const written = writeMermaid(rows, view);
  if ('text' in written) return written.text;
  throw usageError(written.fault);
}

/** A single object is what the view is about. */
function viewOf(read: ClusterRead, uids: readonly Uid[] | undefined): SavedView {
  const [focus, ...more] = uids ?? [];
  const about = focus === undefined || more.length > 0 ? undefined : read.records.get(focus);
  const savedAt = formatTimestamp(systemClock.now());
  if (!about) return { title: read.context, savedAt };
  return { title: `${about.kind} ${about.name}`, savedAt, focus: about.uid };
}

/** The chosen part of the graph. */
interface Selection extends Pick<GraphQuestion, 'depth' | 'up' | 'down'> {
  readonly uids: readonly Uid[];
}

/**
 * The records that can be reached from the objects. Without direction and depth: everything connected with them, as the
 * collector's debug endpoint selects it (DU-01). Else their owners upwards and their dependents downwards.
 */
function selectRecords(
  records: Records,
  { uids, depth = Number.POSITIVE_INFINITY, up = false, down = false }: Selection,
): NodeRecord[] {
  const dependents = indexDependents(records.values());
  const above = (record: NodeRecord): NodeRecord[] =>
    record.owners.flatMap((owner) => records.get(owner.uid) ?? []);
  const below = (record: NodeRecord): readonly NodeRecord[] => dependents.get(record.uid) ?? [];
  const start = uids.flatMap((uid) => records.get(uid) ?? []);
  if (!up && !down && depth === Number.POSITIVE_INFINITY) {
    return [...reach(start, depth, (record) => [...above(record), ...below(record)])];
  }
  const found = new Set(start);
  if (up || !down) for (const each of reach(start, depth, above)) found.add(each);
  if (down || !up) for (const each of reach(start, depth, below)) found.add(each);
  return [...found];
}
