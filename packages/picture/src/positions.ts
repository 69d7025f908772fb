import type { Uid } from '@gcscope/gc-core/wire';
import type { Box } from './geometry.ts';

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
  /** One frame per namespace. */
  readonly namespaces: readonly Frame[];
  readonly bounds: Box;
}
