import type { SurvivorReason } from './mutant-names.ts';

/** Of the rows of numbers and texts that are kept once. */
export const ROW_REASONS: readonly SurvivorReason[] = [
  {
    reason:
      'The number 0 stands for no reference: it is never found, and under it no list stands with a name to compare',
    survivors: [
      'graph/last-seen.ts refreshRow: number === 0 → false',
      'graph/shared-references.ts SharedReferences.find: number > 0 → true',
      'graph/shared-references.ts SharedReferences.find: number > 0 → number >= 0',
    ],
  },
  {
    reason:
      'A place outside of a row of numbers or of a list reads as nothing, and a write to it is none',
    survivors: [
      'graph/last-seen.ts refreshRow: ownerAt < 0 → false',
      'graph/shared-values.ts SharedValues.isFinalizers: i < list.length → i <= list.length',
      'graph/node-table.ts NodeTable.at: position < 0 → false',
    ],
  },
  {
    reason: 'What a node keeps of a deletion is absent where there is none, kept or not',
    survivors: [
      'graph/last-seen.ts isDeleted: meta.deletionTimestamp !== undefined || meta.deletionGracePeriodSecon… → true',
    ],
  },
  {
    reason: 'An empty list that is made anew equals the shared one',
    survivors: ['graph/shared-values.ts SharedValues.shareFinalizers: number < 0 → number <= 0'],
  },
  {
    reason: 'What was remembered or read ahead spares a search, which finds the same',
    survivors: [
      'graph/shared-values.ts SharedValues.finalizersNumber: this.isFinalizers(this.#latest, list) → false',
      'graph/shared-values.ts SharedValues.finalizersNumber: number > 0 → true',
      'graph/shared-values.ts SharedValues.finalizersNumber: number > 0 → false',
      'graph/shared-values.ts SharedValues.finalizersNumber: number > 0 → number >= 0',
      'graph/shared-values.ts SharedValues.finalizersNumber: number > 0 → number <= 0',
    ],
  },
  {
    reason:
      'The long way compares whole lists and texts, and gives the answer that the row or the short way gives',
    survivors: ['graph/shared-values.ts SharedValues.isFinalizers: list.length === 0 → false'],
  },
  {
    reason:
      'Tables, lists and pools of another size hold the same: they move, become a Set or start anew at another time',
    survivors: [
      'graph/shared-values.ts SharedValues.#text: this.#texts.size >= CAPACITY → true',
      'graph/shared-values.ts SharedValues.#text: this.#texts.size >= CAPACITY → false',
      'graph/shared-values.ts SharedValues.#text: this.#texts.size >= CAPACITY → this.#texts.size > CAPACITY',
      'graph/shared-values.ts SharedValues.#text: this.#texts.size >= CAPACITY → this.#texts.size < CAPACITY',
    ],
  },
  {
    reason:
      'Both are refused by a bound that follows: a part of a time is below 64, and a year before 2064',
    survivors: [
      'graph/packed-texts.ts digits: tens > 9 → tens >= 9',
      'graph/packed-texts.ts digits: -10_000 → +10_000',
    ],
  },
  {
    reason: 'An empty Map is asked in vain',
    survivors: [
      'graph/node-table.ts NodeTable.delete: this.#others.size > 0 → true',
      'graph/node-table.ts NodeTable.delete: this.#others.size > 0 → this.#others.size >= 0',
    ],
  },
  {
    reason: 'What is written too far is overwritten by what belongs there before anybody reads it',
    survivors: [
      'graph/node-table.ts NodeTable.#enter: word < WORDS → word <= WORDS',
      'graph/node-table.ts NodeTable.rebuild: word < ROW → word <= ROW',
      'graph/shared-references.ts SharedReferences.#write: word < WORDS → word <= WORDS',
      'graph/shared-references.ts SharedReferences.#writeName: i < name.length → i <= name.length',
    ],
  },
  {
    reason: 'The text of a uid is read again, which gives the words that stand in its row',
    survivors: [
      'graph/node-table.ts NodeTable.rebuild: others.size > 0 && others.has(node.uid) → true',
      'graph/node-table.ts NodeTable.rebuild: others.size > 0 && others.has(node.uid) → others.size > 0 || others.has(node.uid)',
      'graph/node-table.ts NodeTable.rebuild: others.size > 0 → true',
      'graph/node-table.ts NodeTable.rebuild: others.size > 0 → others.size >= 0',
    ],
  },
  {
    reason:
      'The words of the row are put in place, and replaced by those of the text, or not used as it is none',
    survivors: ['graph/node-table.ts NodeTable.rebuild: !isText → true'],
  },
  {
    reason:
      'The default is for the compiler alone (`noUncheckedIndexedAccess`): the place is always there',
    survivors: [
      'graph/shared-references.ts SharedReferences.renumber: -1 → +1',
      'graph/shared-references.ts SharedReferences.uid: \'\' → "Stryker was here!"',
    ],
  },
  {
    reason:
      'A name counts as kept in bytes only if it reads the same again; any other is compared as text, with the same answer',
    survivors: [
      'graph/shared-references.ts SharedReferences.#isNamed: length === 0 → true',
      'graph/shared-references.ts SharedReferences.#hasName: (at + NAME) * BYTES → (at + NAME) / BYTES',
      'graph/shared-references.ts SharedReferences.#hasName: at + NAME → at - NAME',
      'graph/shared-references.ts SharedReferences.#hasName: i < name.length → i <= name.length',
      'graph/shared-references.ts SharedReferences.#hasName: i++ → i--',
      'graph/shared-references.ts SharedReferences.#hasName: bytes[from + i] !== name.charCodeAt(i) → true',
      'graph/shared-references.ts SharedReferences.#hasName: true → false',
    ],
  },
  {
    reason:
      'A number that is not given yet is entered for no words; no reference has it, and whoever gets it has a slot of its own',
    survivors: [
      'graph/shared-references.ts SharedReferences.#grow: number < this.#lists.length → number <= this.#lists.length',
    ],
  },
];
