import type { SurvivorReason } from './mutant-names.ts';

/** Of the graph and what draws it. */
export const GRAPH_REASONS: readonly SurvivorReason[] = [
  {
    reason:
      'Looks for more changes where none are left: nothing is read ahead and nothing processed',
    survivors: [
      'graph/graph-builder.ts GraphBuilder.processGraphChanges: from < changes.length → from <= changes.length',
    ],
  },
  {
    reason: 'What was remembered or read ahead spares a search, which finds the same',
    survivors: [
      'graph/graph-builder.ts GraphBuilder.processGraphChanges: index++ → index--',
      'graph/graph-builder.ts GraphBuilder.#process: ahead >= 0 → true',
      'graph/graph-builder.ts GraphBuilder.#process: ahead >= 0 → false',
      'graph/graph-builder.ts GraphBuilder.#process: ahead >= 0 → ahead > 0',
      'graph/graph-builder.ts GraphBuilder.#process: ahead >= 0 → ahead < 0',
      'graph/graph.ts Graph.#ownerNumbered: known → false',
      'graph/graph.ts Graph.#ownerNumbered: position === -2 → true',
      'graph/graph.ts Graph.refresh: known < 0 → true',
      'graph/graph.ts Graph.refresh: known < 0 → known <= 0',
      'graph/graph.ts Graph.readAhead: { this.#readAhead.read(changes); } → {}',
      'graph/graph.ts Graph.expect: { this.#readAhead.expect(index, change); } → {}',
    ],
  },
  {
    reason:
      'The long way compares whole lists and texts, and gives the answer that the row or the short way gives',
    survivors: [
      'graph/graph-builder.ts GraphBuilder.#process: { const flags = this.#graph.refresh(identity.uid, meta, ahead); if (f… → {}',
      'graph/graph-builder.ts GraphBuilder.#processRefreshed: meta.deletionTimestamp !== undefined → true',
      'graph/graph-builder.ts GraphBuilder.#processRefreshed: !diff && !isDeleted && !this.#note → false',
      'graph/alternate-owner-identity.ts compareText: a === b → false',
      'graph/graph.ts Graph.ownersOf: number === 0 → false',
      'graph/graph.ts Graph.ownersOf: { const owner = this.#ownerNumbered(number); return owner && owner !=… → {}',
      'graph/graph.ts Graph.#writeRow: isWritten(rows, at) → false',
      'graph/graph.ts Graph.#writeRow: { const reference = rows[at + REFERENCE] ?? 0; return writeRow(rows, … → {}',
      'graph/owner-references-diff.ts diffOwnerReferences: before.length === 1 && after.length === 1 → false',
      'graph/owner-references-diff.ts isPlainlyEqual: before.length > SHORT → false',
      'graph/owner-references-diff.ts isPlainlyEqual: before.length > SHORT → before.length >= SHORT',
      'graph/owner-references-diff.ts isPlainlyEqual: a === b → false',
      'graph/owner-references-diff.ts isPlainlyEqual: before[j]?.uid === a.uid → true',
    ],
  },
  {
    reason: 'The candidate that equals the absent owner is sorted out before',
    survivors: [
      'graph/alternate-owner-identity.ts alternateOwnerIdentity: compare(each, absent) > 0 → compare(each, absent) >= 0',
    ],
  },
  {
    reason:
      'Behind the end of the shorter text the difference has the sign of that of the lengths, or is 0',
    survivors: [
      'graph/alternate-owner-identity.ts compareText: i < left.length → i <= left.length',
    ],
  },
  {
    reason: 'A set that is made without nodes is as empty as none',
    survivors: ['graph/graph-node.ts GraphNode.cloneAs: this.#dependents → true'],
  },
  {
    reason:
      'The position is asked for only once a graph has set it: before, the node has no rows and is in no graph',
    survivors: ['graph/graph-node.ts GraphNode.#position: -1 → +1'],
  },
  {
    reason:
      'The default is for the compiler alone (`noUncheckedIndexedAccess`): the place is always there',
    survivors: [
      'graph/graph.ts Graph.takeTouched: -1 → +1',
      'graph/owner-references-diff.ts isPlainlyEqual: b === undefined → false',
      'graph/parse-dot-scanner.ts DotScanner.#rest: \'\' → "Stryker was here!"',
    ],
  },
  {
    reason:
      'The number 0 stands for no reference: it is never found, and under it no list stands with a name to compare',
    survivors: [
      'graph/graph.ts Graph.shareOwners: number > 0 → number >= 0',
      'graph/graph.ts Graph.#referenceNumber: known > 0 → known >= 0',
    ],
  },
  {
    reason: 'The number 0 has been answered in the line before',
    survivors: ['graph/graph.ts Graph.ownersOf: number > 0 → number >= 0'],
  },
  {
    reason:
      'A place outside of a row of numbers or of a list reads as nothing, and a write to it is none',
    survivors: [
      'graph/graph.ts Graph.touch: node.position >= 0 → true',
      'graph/graph.ts Graph.refresh: position < 0 → false',
      'graph/graph.ts Graph.#rebuild: position < this.#table.size → position <= this.#table.size',
      'graph/graph.ts Graph.takeTouched: index < this.#touched.length → index <= this.#touched.length',
      'graph/graph.ts readOwner: -1 → +1',
    ],
  },
  {
    reason:
      'The place is that of another list and lies outside of the words: the row does not tell the update, and the long way does',
    survivors: [
      'graph/graph.ts Graph.refresh: ahead < 0 → true (1 of 2)',
      'graph/graph.ts Graph.refresh: ahead < 0 → ahead <= 0 (1 of 2)',
    ],
  },
  {
    reason:
      'The number in a row that holds nothing is read by nobody; a number that no row has is spare',
    survivors: ['graph/graph.ts Graph.#rebuild: isWritten(rows, at) → true'],
  },
  {
    reason:
      'Tables, lists and pools of another size hold the same: they move, become a Set or start anew at another time',
    survivors: [
      'graph/node-set.ts NodeSet.add: this.#nodes.length === 0 → false',
      'graph/node-set.ts NodeSet.add: this.#nodes.length > SHORT → true',
      'graph/node-set.ts NodeSet.add: this.#nodes.length > SHORT → false',
      'graph/node-set.ts NodeSet.add: this.#nodes.length > SHORT → this.#nodes.length >= SHORT',
      'graph/node-set.ts NodeSet.add: this.#nodes.length > SHORT → this.#nodes.length <= SHORT',
    ],
  },
  {
    reason: 'One step more writes the last place, which is taken away in the next line',
    survivors: [
      'graph/node-set.ts NodeSet.delete: at < this.#nodes.length → at <= this.#nodes.length',
    ],
  },
  {
    reason: 'Neither text is a hexadecimal number',
    survivors: ['graph/parse-dot-scanner.ts DotScanner.#escape: \'\' → "Stryker was here!"'],
  },
  {
    reason: 'White space is read one character at a time, in the loop that also skips comments',
    survivors: [
      'graph/parse-dot-scanner.ts SPACE: /[ \\t\\r\\n]+|\\/\\/[^\\n]*/y → /[ \\t\\r\\n]|\\/\\/[^\\n]*/y',
    ],
  },
];
