import type { SurvivorReason } from './mutant-names.ts';

/** Of uids as numbers, and of what reads ahead and guesses. */
export const READ_AHEAD_REASONS: readonly SurvivorReason[] = [
  {
    reason:
      'The default is for the compiler alone (`noUncheckedIndexedAccess`): the place is always there',
    survivors: [
      'graph/uid-words.ts readDigit: -1 → +1',
      'graph/uid-batch.ts digitsOf: -1 → +1',
      'graph/read-ahead.ts ReadAhead.position: -1 → +1 (2 of 4)',
    ],
  },
  {
    reason: 'What was remembered or read ahead spares a search, which finds the same',
    survivors: [
      'graph/uid-words.ts readUid: uid === wordsOf → false',
      'graph/uid-words.ts readUid: uid === expected → false',
      'graph/uid-words.ts readUid: uid === expectedNext → false',
      'graph/uid-words.ts expectUids: { expected = uid; expectedAt = at; expectedNext = next; expectedNextA… → {}',
      'graph/uid-batch.ts UidBatch.expect: { const at = index * WORDS; const [known, nextKnown] = [this.isUid(in… → {}',
      'graph/read-ahead.ts ReadAhead.expect: { this.#uids.expect(2 * index, identity.uid, meta?.ownerReferences?.[… → {}',
    ],
  },
  {
    reason:
      'A place outside of a row of numbers or of a list reads as nothing, and a write to it is none',
    survivors: [
      'graph/uid-words.ts takeWords: word < WORDS → word <= WORDS',
      'graph/read-ahead.ts ReadAhead.position: index < 0 → false',
      'graph/read-ahead.ts ReadAhead.position: position < 0 → false',
    ],
  },
  {
    reason: 'A text of another length than a uid is compared with uids alone, and equals none',
    survivors: [
      'graph/uid-words.ts takeWords: \'\' → "Stryker was here!"',
      'graph/uid-words.ts wordsOf: \'\' → "Stryker was here!"',
      'graph/uid-words.ts expected: \'\' → "Stryker was here!"',
      'graph/uid-words.ts expectedNext: \'\' → "Stryker was here!"',
      'graph/uid-batch.ts UidBatch.clear: \'\' → "Stryker was here!" (1 of 3)',
      'graph/uid-batch.ts UidBatch.clear: \'\' → "Stryker was here!" (2 of 3)',
      'graph/uid-batch.ts UidBatch.expect: \'\' → "Stryker was here!" (1 of 2)',
      'graph/uid-batch.ts UidBatch.expect: \'\' → "Stryker was here!" (2 of 2)',
      'graph/read-ahead.ts ReadAhead.expect: \'\' → "Stryker was here!"',
    ],
  },
  {
    reason: 'Reads one text more than were added, which nobody asks for',
    survivors: ['graph/uid-batch.ts UidBatch.read: index < this.#size → index <= this.#size'],
  },
  {
    reason: 'The text is emptied again before the next is added (`clear`)',
    survivors: ['graph/uid-batch.ts UidBatch.read: \'\' → "Stryker was here!"'],
  },
  {
    reason:
      'Reads memory so that it is near when it is needed; what was read is used for nothing else',
    survivors: [
      'graph/read-ahead.ts ReadAhead.read: i < length → false (1 of 4)',
      'graph/read-ahead.ts ReadAhead.read: i < length → i <= length (1 of 4)',
      'graph/read-ahead.ts ReadAhead.read: i < length → i >= length (1 of 4)',
      'graph/read-ahead.ts ReadAhead.read: 2 * i * WORDS → 2 * i / WORDS (1 of 2)',
      'graph/read-ahead.ts ReadAhead.read: 2 * i → 2 / i (1 of 2)',
      'graph/read-ahead.ts ReadAhead.read: i < length → false (3 of 4)',
      'graph/read-ahead.ts ReadAhead.read: i < length → i <= length (3 of 4)',
      'graph/read-ahead.ts ReadAhead.read: i < length → i >= length (3 of 4)',
      'graph/read-ahead.ts ReadAhead.read: Math.max(places[i] ?? 0, 0) * ROW → Math.max(places[i] ?? 0, 0) / ROW (1 of 2)',
      'graph/read-ahead.ts ReadAhead.read: Math.max(places[i] ?? 0, 0) → Math.min(places[i] ?? 0, 0) (1 of 2)',
      'graph/read-ahead.ts ReadAhead.read: i < length → false (4 of 4)',
      'graph/read-ahead.ts ReadAhead.read: i < length → i <= length (4 of 4)',
      'graph/read-ahead.ts ReadAhead.read: i < length → i >= length (4 of 4)',
      'graph/read-ahead.ts ReadAhead.read: { seen ^= this.#references.peek(rows[Math.max(places[i] ?? 0, 0) * RO… → {}',
      'graph/read-ahead.ts ReadAhead.read: Math.max(places[i] ?? 0, 0) * ROW + REFERENCE → Math.max(places[i] ?? 0, 0) * ROW - REFERENCE',
      'graph/read-ahead.ts ReadAhead.read: Math.max(places[i] ?? 0, 0) * ROW → Math.max(places[i] ?? 0, 0) / ROW (2 of 2)',
      'graph/read-ahead.ts ReadAhead.read: Math.max(places[i] ?? 0, 0) → Math.min(places[i] ?? 0, 0) (2 of 2)',
    ],
  },
  {
    reason: 'Guesses for one change more than there are, which nobody asks for',
    survivors: ['graph/read-ahead.ts ReadAhead.read: i < length → i <= length (2 of 4)'],
  },
  {
    reason: 'Only a graph of sixteen million nodes comes so far',
    survivors: [
      'graph/uid-slots.ts UidSlots.enter: false → true (1 of 2)',
      'graph/uid-slots.ts UidSlots.find: position + 1 !== LEFT → true',
      'graph/uid-slots.ts UidSlots.find: position + 1 → position - 1',
      'graph/uid-slots.ts UidSlots.enter: position + 1 >= LEFT → false',
      'graph/uid-slots.ts UidSlots.enter: position + 1 >= LEFT → position + 1 > LEFT',
      'graph/uid-slots.ts UidSlots.enter: position + 1 → position - 1 (1 of 2)',
    ],
  },
  {
    reason:
      'Tables, lists and pools of another size hold the same: they move, become a Set or start anew at another time',
    survivors: [
      'graph/uid-slots.ts UidSlots.constructor: slots < capacity * 1.5 → slots <= capacity * 1.5',
    ],
  },
  {
    reason:
      'The long way compares whole lists and texts, and gives the answer that the row or the short way gives',
    survivors: ['graph/uid-slots.ts UidSlots.find: ((slot ^ hash) & ~POSITION) !== 0 → false'],
  },
  {
    reason: 'Reached only if this program broke a promise: a uid that has a slot is found in it',
    survivors: ['graph/uid-slots.ts UidSlots.leave: step < REACH → step <= REACH'],
  },
  {
    reason:
      'A guess is checked against the words of the row; a wrong one, or none, leads to a search',
    survivors: [
      'graph/uid-slots.ts UidSlots.guess: step < REACH → step <= REACH',
      'graph/uid-slots.ts UidSlots.guess: slot === 0 → false',
      'graph/uid-slots.ts UidSlots.guess: (slot & POSITION) !== LEFT → true',
    ],
  },
];
