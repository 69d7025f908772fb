import { describe, expect, it } from 'vitest';
import { hashWords, readUid, takeWords, words } from '../../../src/graph/store/uid-words.ts';

const UID = '01234567-89ab-cdef-fedc-ba9876543210';

describe('uids as words', () => {
  it('refuses every other character in every place, and keeps what it read last', () => {
    readUid(UID);
    const before = [...words];
    for (let at = 0; at < UID.length; at++) {
      for (const character of ['/', ':', '`', 'g', 'A', '\0', '\u007f', '\u0080', '\u0430']) {
        expect(readUid(`${UID.slice(0, at)}${character}${UID.slice(at + 1)}`)).toBe(false);
      }
      const wrong = UID[at] === '-' ? '0' : '-';
      expect(readUid(`${UID.slice(0, at)}${wrong}${UID.slice(at + 1)}`)).toBe(false);
    }
    for (const text of ['', UID.slice(1), `${UID}0`]) expect(readUid(text)).toBe(false);
    expect([...words]).toEqual(before);
  });

  it('reads the uid that is all zeros, and the one that is all ones', () => {
    expect(readUid('00000000-0000-0000-0000-000000000000')).toBe(true);
    expect([...words]).toEqual([0, 0, 0, 0]);
    expect(readUid('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe(true);
    expect([...words]).toEqual([-1, -1, -1, -1]);
  });

  it('reads a uid anew after the words of another were taken', () => {
    readUid(UID);
    const before = [...words];
    takeWords(new Int32Array([0, 1, 2, 3, 4]), 1);
    expect([...words]).toEqual([1, 2, 3, 4]);
    expect(readUid(UID)).toBe(true);
    expect([...words]).toEqual(before);
  });

  it('the hash of a uid depends on its first and its last digits', () => {
    const hashOf = (uid: string): number => {
      readUid(uid);
      return hashWords(words, 0);
    };
    const others = [UID.replace('0', '1'), UID.replace(/0$/, '1')];
    expect(new Set([UID, ...others].map(hashOf)).size).toBe(3);
    expect(hashOf(UID)).toBe(hashOf(UID));
  });
});
