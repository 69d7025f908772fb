import type { REASONS } from './survivor-reasons.ts';

/** The same of what reads ahead and guesses. */
export const READ_AHEAD_REASONS: typeof REASONS = [
  {
    reason:
      'What is read ahead, or guessed, is checked before it counts; without it there is a search',
    survivors: [
      'graph/uid-batch.ts: { const at = index * WORDS; const [known, nextKnown] = [this.isUid(in… → {}',
      'graph/read-ahead.ts: -1 → +1',
      'graph/read-ahead.ts: { this.#uids.clear(); for (const { identity, meta } of changes) { thi… → {}',
      'graph/read-ahead.ts: { this.#uids.add(identity.uid); this.#uids.add(meta?.ownerReferences?… → {}',
      'graph/read-ahead.ts: i < length → false',
      'graph/read-ahead.ts: i < length → i <= length',
      'graph/read-ahead.ts: i < length → i >= length',
      'graph/read-ahead.ts: 2 * i * WORDS → 2 * i / WORDS',
      'graph/read-ahead.ts: 2 * i → 2 / i',
      'graph/read-ahead.ts: Math.max(places[i] ?? 0, 0) * ROW → Math.max(places[i] ?? 0, 0) / ROW',
      'graph/read-ahead.ts: Math.max(places[i] ?? 0, 0) → Math.min(places[i] ?? 0, 0)',
      'graph/read-ahead.ts: { seen ^= this.#references.peek(rows[Math.max(places[i] ?? 0, 0) * RO… → {}',
      'graph/read-ahead.ts: Math.max(places[i] ?? 0, 0) * ROW + REFERENCE → Math.max(places[i] ?? 0, 0) * ROW - REFERENCE',
      'graph/read-ahead.ts: index < 0 || !this.#uids.isUid(2 * index) → true',
      'graph/read-ahead.ts: index < 0 → false',
      'graph/read-ahead.ts: index < 0 → index <= 0',
      'graph/read-ahead.ts: index < 0 → index >= 0',
      'graph/read-ahead.ts: 2 * index → 2 / index',
      'graph/read-ahead.ts: position < 0 → true',
      'graph/read-ahead.ts: position < 0 → false',
      'graph/read-ahead.ts: position < 0 → position <= 0',
      'graph/read-ahead.ts: position < 0 → position >= 0',
      'graph/read-ahead.ts: position * ROW → position / ROW',
      'graph/read-ahead.ts: 2 * index * WORDS → 2 * index / WORDS',
      'graph/read-ahead.ts: 2 * index + 1 → 2 * index - 1',
      'graph/read-ahead.ts: (2 * index + 1) * WORDS → (2 * index + 1) / WORDS',
      'graph/read-ahead.ts: { this.#uids.expect(2 * index, identity.uid, meta?.ownerReferences?.[… → {}',
      'graph/read-ahead.ts: \'\' → "Stryker was here!"',
    ],
  },
  {
    reason:
      'Only a graph of sixteen million nodes comes so far, or one that broke a promise of this program',
    survivors: ['graph/uid-slots.ts: false → true'],
  },
];
