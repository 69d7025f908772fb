import type { Timestamp } from '../meta/object-meta.ts';
import type { Uid } from '../meta/object-reference.ts';
import type { Absence, NodeRecord } from './node-record.ts';
import type { PackedNodes } from './packed-nodes.ts';

/** The version of the documents below. A change that an older reader would misread gets another one. */
export const DOCUMENT_VERSION = 'gcscope.dev/v1';

/** The description of a saved view. */
export interface SavedView {
  /** The subject of the view: a cluster, with the filter if there is one, or an object. */
  readonly title: string;
  /** When it was saved. */
  readonly savedAt: Timestamp;
  /** The object that it is about. */
  readonly focus?: Uid;
  /** Owners that the filter left out, shown for context. */
  readonly context?: readonly Uid[];
  /** Objects that the cluster no longer had, in their last state. */
  readonly gone?: readonly Uid[];
  /** Objects that the API server of a simulation has removed, while the collector still knows them. */
  readonly removed?: readonly Uid[];
  /** Objects that the collector of a simulation has forgotten, while the API server still has them. */
  readonly forgotten?: readonly Uid[];
  /** A step of a simulation. */
  readonly simulated?: boolean;
}

/** The lists of objects that are absent. */
export const ABSENCES: readonly Absence[] = ['gone', 'removed', 'forgotten'];

/** The absent objects of a view. */
export function absentIn(view: Pick<SavedView, Absence>): ReadonlyMap<Uid, Absence> {
  const pairs = ABSENCES.flatMap((why) => (view[why] ?? []).map((uid) => [uid, why] as const));
  return new Map(pairs);
}

/** The same as the lists of a view; empty ones are left out. */
export function absentLists(absent: ReadonlyMap<Uid, Absence>): Pick<SavedView, Absence> {
  const lists: { [Why in Absence]?: Uid[] } = {};
  for (const [uid, why] of absent) lists[why] = [...(lists[why] ?? []), uid];
  return lists;
}

/** The graph of a view, for programs: `gcscope graph -o json`, `/graph.json`, `/o/<uid>.json`, and the page's menu. */
export interface GraphDocument extends SavedView {
  readonly apiVersion: typeof DOCUMENT_VERSION;
  readonly kind: 'Graph';
  readonly nodes: readonly NodeRecord[];
}

/** The graph of a view as an SVG carries it, so that the page can open the picture again: a fifth of a `GraphDocument`. */
export interface PictureDocument extends SavedView {
  readonly apiVersion: typeof DOCUMENT_VERSION;
  readonly kind: 'Picture';
  /** Ids of the stacks of siblings that are open; `all` if no siblings stack. */
  readonly openStacks?: readonly string[];
  readonly nodes: PackedNodes;
}

/** The document of a view. */
export function graphDocument(view: SavedView, nodes: readonly NodeRecord[]): GraphDocument {
  return { apiVersion: DOCUMENT_VERSION, kind: 'Graph', ...view, nodes };
}
