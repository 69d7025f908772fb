import type { Uid } from '@gcscope/gc-core/wire';
import { packWorld, startDraft } from './draft.ts';
import { buildForest } from './forest.ts';
import type { Box } from './geometry.ts';
import { type Rows, rowsByUid } from './rows.ts';
import { keepWorld } from './stable-world.ts';

/** The area of one namespace with its label and how many objects stand in it. */
export interface Frame extends Box {
  /** The namespace, or `cluster-scoped`. */
  readonly label: string;
  /** The namespace; empty for the frame of cluster-scoped objects. */
  readonly namespace: string;
  readonly count: number;
}

/** The room reserved for a tree or a grid of singletons, in world px. */
export interface Slot extends Box {
  /** Index into `Layout.namespaces`. */
  readonly frame: number;
  /** Columns of a grid of singletons; 0 for a tree. */
  readonly columns: number;
}

/** Positions of nodes in world px; the centre of a card is (x, y). Typed arrays, index = dense slot. */
export interface Layout {
  /** slot → uid; the slot of an object is its row. For the other way see `slotOf`. */
  readonly uids: readonly Uid[];
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Slot of the owner a node hangs under, or -1. */
  readonly parents: Int32Array;
  /** 1 for a root that keeps its place though it has an owner it could hang under. */
  readonly loose: Uint8Array;
  /** Cell in the grid of leaves below the owner, or -1; edges enter such a card from its left. */
  readonly cells: Int32Array;
  /** Columns of the grid of leaves below a node, or 0. */
  readonly columns: Int32Array;
  /** Frame of a node: index into `namespaces`. */
  readonly frames: Int32Array;
  /** Index into `reserved` of a node's tree or grid. */
  readonly trees: Int32Array;
  readonly reserved: readonly Slot[];
  /** One frame a namespace. */
  readonly namespaces: readonly Frame[];
  readonly bounds: Box;
}

/**
 * Positions of all rows: owners above dependents, trees packed in their namespace, namespaces
 * packed in the world about 3 : 2. No two cards overlap. Pure and deterministic; linear but for
 * sorts. With `previous`, objects keep their place while they fit: what only lost members stays as
 * it is, newcomers take free cells, and a tree or namespace moves only when it outgrew its room.
 */
export function layout(rows: Rows, previous?: Layout): Layout {
  const draft = startDraft(buildForest(rows, previous));
  if (!previous || !keepWorld(draft, previous)) packWorld(draft);
  const { forest, x, y, cells, columns, frames, trees, reserved, namespaces } = draft;
  const { uids, parents, loose } = forest;
  const bounds = around(namespaces);
  return {
    uids,
    x,
    y,
    parents,
    loose,
    cells,
    columns,
    frames,
    trees,
    reserved,
    namespaces,
    bounds,
  };
}

/** Where a uid stands in the layout, if it does. */
export function slotOf({ uids }: Layout, uid: Uid): number | undefined {
  return rowsByUid(uids).get(uid);
}

function around(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}
