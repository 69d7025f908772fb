import { describe, expect, it } from 'vitest';
import { UidSlots } from '../../src/graph/uid-slots.ts';
import { readUid, WORDS, words } from '../../src/graph/uid-words.ts';
import { crowdedUids, earlyUid as uidOf } from '../support/ordinary-object.ts';

/** Slots with these uids, and the rows they stand in. */
function entered(uids: readonly string[]): { slots: UidSlots; rows: Int32Array } {
  const slots = new UidSlots(WORDS, uids.length);
  const rows = new Int32Array(uids.length * WORDS);
  for (const [position, uid] of uids.entries()) {
    readUid(uid);
    rows.set(words, position * WORDS);
    slots.enter(position);
  }
  return { slots, rows };
}

describe('slots of uids', () => {
  it('has a likely position for every uid, which is hardly ever that of another', () => {
    const uids = Array.from({ length: 1000 }, (_, serial) => uidOf(serial));
    const { slots, rows } = entered(uids);
    const guesses = uids.map((_, position) => slots.guess(rows, position * WORDS));
    expect(guesses).not.toContain(-1);
    expect(guesses.filter((guess, position) => guess === position).length).toBeGreaterThan(990);
    for (const [position, uid] of uids.entries()) {
      readUid(uid);
      expect(slots.find(rows)).toBe(position);
    }
  });

  it('guesses no position of a uid that left, nor of one that never came', () => {
    const uids = Array.from({ length: 50 }, (_, serial) => uidOf(serial));
    const { slots, rows } = entered(uids);
    for (let position = 0; position < 50; position += 2) slots.leave(rows, position);
    for (let position = 0; position < 50; position++) {
      expect(slots.guess(rows, position * WORDS)).toBe(position % 2 === 0 ? -1 : position);
    }
    for (let serial = 50; serial < 100; serial++) {
      readUid(uidOf(serial));
      expect(slots.guess(words, 0)).toBe(-1);
    }
  });

  it('reads where a search begins: nothing, or an entry', () => {
    const { slots, rows } = entered([uidOf(1)]);
    expect(slots.peek(rows, 0)).not.toBe(0);
    readUid(uidOf(2));
    expect(slots.peek(words, 0)).toBe(0);
  });

  it('searches no further than where uids may be, when users crowd them on one place', () => {
    const { slots, rows } = entered(crowdedUids(100));
    expect(slots.guess(rows, 99 * WORDS)).toBe(0);
    for (let position = 0; position < 64; position++) slots.leave(rows, position);
    expect(slots.guess(rows, 99 * WORDS)).toBe(-1);
  });
});
