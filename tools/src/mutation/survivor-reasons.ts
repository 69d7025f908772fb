/** Why mutants that survive cannot be found by a test, each named as `<file>: <original> → <replacement>`. */
export const REASONS: readonly {
  readonly reason: string;
  readonly survivors: readonly string[];
}[] = [
  {
    reason: 'Another rule is told: the one of the pass, or of the caller',
    survivors: [
      'collector/attempt-to-delete.ts: \'AD-16\' → ""',
      'collector/attempt-to-delete.ts: \'FG-01\' → ""',
      'collector/delete-item.ts: \'DE-05\' → ""',
      'collector/propagator-worker.ts: \'PG-20\' → ""',
      'collector/propagator-worker.ts: \'PG-31\' → ""',
    ],
  },
  {
    reason: 'Equivalent: what is put in, or left in, makes no difference to what is asked of it',
    survivors: [
      'collector/attempt-to-delete.ts: [] → ["Stryker was here"]',
      'collector/remove-finalizer.ts: [] → ["Stryker was here"]',
      'apiserver/create-object.ts: generateName === undefined → false',
      'apiserver/decode-delete-options.ts: \'\' → "Stryker was here!"',
      'apiserver/decode-object.ts: value !== undefined → true',
      'apiserver/decode-object.ts: Object.entries(fields).filter(([, value]) => value !== undefined) → Object.entries(fields)',
      'apiserver/delete-object.ts: since <= now → since < now',
      'apiserver/object-registry.ts: apiVersionOf(resource) !== object.apiVersion → true',
      'apiserver/object-storage.ts: given > this.#resourceVersion → given >= this.#resourceVersion',
    ],
  },
  {
    reason: 'The text of a broken promise of this program, which no input brings about',
    survivors: [
      'collector/propagator.ts: \'a change that is no deletion carries metadata\' → ""',
      'graph/graph-builder.ts: \'a change that is no deletion carries metadata\' → ""',
      'apiserver/patch-error.ts: \'PatchError\' → ""',
      'graph/node-table.ts: \'a uid that is not kept as text has a slot\' → ""',
    ],
  },
  {
    reason: 'Only time or room is lost: the long way, or the larger table, gives the same answer',
    survivors: [
      "graph/graph-builder.ts: type === 'MODIFIED' && meta && this.#graph.refresh(identity.uid, meta) → false",
      'graph/graph-builder.ts: \'MODIFIED\' → ""',
      'graph/graph-node.ts: this.#dependents → true',
      'graph/graph-node.ts: position < 0 → false',
      'graph/alternate-owner-identity.ts: a === b → false',
      'graph/node-set.ts: this.#nodes.length === 0 → false',
      'graph/node-set.ts: this.#nodes.length > SHORT → false',
      'graph/node-set.ts: this.#nodes.length > SHORT → true',
      'graph/node-set.ts: this.#nodes.length > SHORT → this.#nodes.length <= SHORT',
      'graph/node-set.ts: this.#nodes.length > SHORT → this.#nodes.length >= SHORT',
      'graph/node-table.ts: SMALLEST * 2 → SMALLEST / 2',
      'graph/node-table.ts: SMALLEST * ROW → SMALLEST / ROW',
      'graph/node-table.ts: capacity * 1.5 → capacity / 1.5',
      'graph/node-table.ts: slots < capacity * 1.5 → false',
      'graph/node-table.ts: slots < capacity * 1.5 → slots <= capacity * 1.5',
      'graph/node-table.ts: step < REACH → step <= REACH',
      'graph/node-table.ts: slot === 0 → false',
      'graph/node-table.ts: ((slot ^ hash) & ~POSITION) !== 0 → false',
      'graph/node-table.ts: this.#others.size === 0 → false',
      'graph/node-table.ts: at + 3 → at - 3',
      'graph/node-table.ts: rows[at + 3] ?? 0 → rows[at + 3] && 0',
      'graph/node-table.ts: rows[at + 1] ?? 0 → rows[at + 1] && 0',
      'graph/node-table.ts: rows[at + 2] ?? 0 → rows[at + 2] && 0',
      'graph/owner-references-diff.ts: before.length === 1 && after.length === 1 → false',
      'graph/owner-references-diff.ts: before.length > SHORT → before.length >= SHORT',
      'graph/owner-references-diff.ts: before.length > SHORT → false',
      'graph/owner-references-diff.ts: a === b → false',
    ],
  },
  {
    reason:
      'What may be absent for the compiler alone (`noUncheckedIndexedAccess`): the place in the list is there',
    survivors: [
      'graph/graph.ts: -1 → +1',
      'graph/graph.ts: !node → false',
      'graph/graph.ts: uid !== undefined → true',
      'graph/node-table.ts: uid === undefined → false',
      'graph/node-table.ts: -1 → +1',
      'graph/owner-references-diff.ts: after === undefined → false',
      'graph/owner-references-diff.ts: before === undefined → false',
      'graph/owner-references-diff.ts: before === undefined || after === undefined → before === undefined && after === undefined',
      'graph/owner-references-diff.ts: before === undefined || after === undefined → false',
      'graph/owner-references-diff.ts: a === undefined → false',
      'graph/owner-references-diff.ts: b === undefined → false',
      'graph/owner-references-diff.ts: a === undefined || b === undefined → a === undefined && b === undefined',
      'graph/owner-references-diff.ts: a === undefined || b === undefined → false',
    ],
  },
  {
    reason: 'A place outside the rows reads as nothing, and a write to it is none',
    survivors: [
      'graph/graph.ts: node.position >= 0 → true',
      'graph/graph.ts: position < 0 → false',
      'graph/graph.ts: number > 0 → true',
      'graph/graph.ts: number > 0 → number >= 0',
      'graph/graph.ts: position < this.#table.size → position <= this.#table.size',
      'graph/last-seen.ts: number === 0 → false',
      'graph/node-table.ts: word < WORDS → word <= WORDS',
      'graph/node-table.ts: word < ROW → word <= ROW',
    ],
  },
  {
    reason: 'Only a graph of sixteen million nodes comes so far',
    survivors: [
      'graph/node-table.ts: false → true',
      'graph/node-table.ts: position + 1 → position - 1',
      'graph/node-table.ts: position + 1 !== LEFT → true',
      'graph/node-table.ts: position + 1 >= LEFT → false',
      'graph/node-table.ts: position + 1 >= LEFT → position + 1 > LEFT',
    ],
  },
  {
    reason: 'The candidate that equals the absent owner is sorted out before',
    survivors: [
      'graph/alternate-owner-identity.ts: compare(each, absent) > 0 → compare(each, absent) >= 0',
    ],
  },
];
