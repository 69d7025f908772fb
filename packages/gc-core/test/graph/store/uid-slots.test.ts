import { describe, expect, it } from 'vitest';
import { UidSlots } from '../../../src/graph/store/uid-slots.ts';
import { readUid, WORDS, words } from '../../../src/graph/store/uid-words.ts';
import { crowdedUids, earlyUid as uidOf } from '../../support/ordinary-object.ts';

/** Slots with these uids, and where a uid is found in them. */
function entered(uids: readonly string[]): {
  readonly leave: (position: number) => void;
  readonly find: (uid: string) => number;
} {
  const slots = new UidSlots(WORDS, uids.length);
  const rows = new Int32Array(uids.length * WORDS);
  for (const [position, uid] of uids.entries()) {
    readUid(uid);
    rows.set(words, position * WORDS);
    slots.enter(position);
  }
  return {
    leave: (position) => void slots.leave(rows, position),
    find: (uid) => (readUid(uid) ? slots.find(rows) : -1),
  };
}

describe('slots of uids', () => {
  it('find each uid that is there, and none that left or never came', () => {
    const uids = Array.from({ length: 1000 }, (_, serial) => uidOf(serial));
    const { leave, find } = entered(uids);
    for (let position = 0; position < 1000; position += 2) leave(position);
    for (const [position, uid] of uids.entries()) {
      expect(find(uid)).toBe(position % 2 === 0 ? -1 : position);
    }
    for (let serial = 1000; serial < 1100; serial++) expect(find(uidOf(serial))).toBe(-1);
  });

  it('say where a uid may be without a slot, when users crowd them on one place', () => {
    const uids = crowdedUids(100);
    const { find } = entered(uids);
    expect(find(uids[0] ?? '')).toBe(0);
    expect(find(uids[99] ?? '')).toBe(-2);
  });
});
