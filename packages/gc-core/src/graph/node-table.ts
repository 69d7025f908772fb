import { InvariantError } from '../meta/invariant.ts';
import type { Uid } from '../meta/object-reference.ts';
import type { GraphNode } from './graph-node.ts';
import { ROW } from './last-seen.ts';
import { readUid, WORDS, words } from './uid-words.ts';

/** A slot holds eight bits of a uid's hash, and a position plus one; 0 is a slot that was never used. */
const POSITION = 0xff_ffff;
/** The position of an entry that left: the search goes on behind it. */
const LEFT = POSITION;
/** A uid that finds no slot within so many is kept as text: uids in references are chosen by users. */
const REACH = 64;
const SMALLEST = 256;

/**
 * A map from uid to node, in the order in which the uids came, with a row of numbers per node (see `last-seen.ts`).
 * Finding one of half a million texts in a `Map` reads six far places of memory; this reads two, for a uid of the form
 * that the API server gives is kept as four numbers.
 */
export class NodeTable {
  rows: Int32Array = new Int32Array(SMALLEST * ROW);
  /** Per position the number of the references that name the uid, or 0. */
  named: Int32Array = new Int32Array(SMALLEST);
  #nodes: (GraphNode | undefined)[] = [];
  #slots = new Int32Array(SMALLEST * 2);
  /** Positions of uids of another form, or from a crowded neighbourhood. */
  #others = new Map<Uid, number>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  at(position: number): GraphNode | undefined {
    return this.#nodes[position];
  }

  get(uid: Uid): GraphNode | undefined {
    return this.#nodes[this.find(uid)];
  }

  /** Whether the next new uid moves every node to another position. */
  get isFull(): boolean {
    return this.#nodes.length * ROW >= this.rows.length;
  }

  /** Puts the node in place of the one with the same uid. */
  replace(position: number, node: GraphNode): void {
    this.#nodes[position] = node;
  }

  /** The node at the position leaves. */
  delete(position: number): void {
    const uid = this.#nodes[position]?.uid;
    if (uid === undefined) return;
    this.#nodes[position] = undefined;
    this.#size--;
    if (this.#others.size === 0 || !this.#others.delete(uid)) {
      this.#slots[this.#slotOf(position)] = LEFT;
    }
  }

  /** The nodes there are now. */
  values(): IterableIterator<GraphNode> {
    return this.#nodes.filter((node) => node !== undefined).values();
  }

  /** Position of the uid, or -1. */
  find(uid: Uid): number {
    if (!readUid(uid)) return this.#others.get(uid) ?? -1;
    const hash = hashOf(words, 0);
    const mask = this.#slots.length - 1;
    for (let step = 0; step < REACH; step++) {
      const slot = this.#slots[(hash + step) & mask] ?? 0;
      if (slot === 0) return -1;
      if (((slot ^ hash) & ~POSITION) !== 0) continue;
      const position = (slot & POSITION) - 1;
      if (position + 1 !== LEFT && hasWords(this.rows, position * ROW)) return position;
    }
    return this.#others.get(uid) ?? -1;
  }

  /** Puts a node with a new uid behind all others; returns its position. */
  append(node: GraphNode): number {
    const position = this.#nodes.length;
    this.#nodes.push(node);
    this.#size++;
    if (!readUid(node.uid) || !this.#enter(position)) this.#others.set(node.uid, position);
    return position;
  }

  /** Enters the uid that stands in `words`; false if there is no slot near enough. */
  #enter(position: number): boolean {
    if (position + 1 >= LEFT) return false;
    const at = position * ROW;
    for (let word = 0; word < WORDS; word++) this.rows[at + word] = words[word] ?? 0;
    const hash = hashOf(words, 0);
    const mask = this.#slots.length - 1;
    for (let step = 0; step < REACH; step++) {
      const index = (hash + step) & mask;
      if (this.#slots[index] !== 0) continue;
      this.#slots[index] = (hash & ~POSITION) | (position + 1);
      return true;
    }
    return false;
  }

  #slotOf(position: number): number {
    const hash = hashOf(this.rows, position * ROW);
    const mask = this.#slots.length - 1;
    for (let step = 0; step < REACH; step++) {
      const index = (hash + step) & mask;
      if (((this.#slots[index] ?? 0) & POSITION) === position + 1) return index;
    }
    throw new InvariantError('a uid that is not kept as text has a slot');
  }

  /** Closes the gaps and makes room for a quarter more; returns the new position of each old one, -1 for a gap. */
  rebuild(): Int32Array {
    const [nodes, rows] = [this.#nodes, this.rows];
    const capacity = Math.max(SMALLEST, Math.ceil(this.#size * 1.25));
    let slots = SMALLEST * 2;
    while (slots < capacity * 1.5) slots *= 2;
    this.#slots = new Int32Array(slots);
    this.rows = new Int32Array(capacity * ROW);
    this.named = new Int32Array(capacity);
    this.#nodes = [];
    this.#others = new Map();
    this.#size = 0;
    const moved = new Int32Array(nodes.length).fill(-1);
    for (const [position, node] of nodes.entries()) {
      if (!node) continue;
      const to = this.append(node);
      moved[position] = to;
      for (let word = WORDS; word < ROW; word++) {
        this.rows[to * ROW + word] = rows[position * ROW + word] ?? 0;
      }
    }
    return moved;
  }
}

function hasWords(rows: Int32Array, at: number): boolean {
  return (
    rows[at] === words[0] &&
    rows[at + 1] === words[1] &&
    rows[at + 2] === words[2] &&
    rows[at + 3] === words[3]
  );
}

function hashOf(rows: Int32Array, at: number): number {
  const a = (rows[at] ?? 0) ^ (rows[at + 3] ?? 0);
  const b = (rows[at + 1] ?? 0) ^ (rows[at + 2] ?? 0);
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
