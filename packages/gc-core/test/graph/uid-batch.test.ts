import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UidBatch } from '../../src/graph/uid-batch.ts';
import { expectUids, readUid, takeWords, WORDS, words } from '../../src/graph/uid-words.ts';
import { propertyRuns } from '../support/property-runs.ts';

const UID = '01234567-89ab-cdef-fedc-ba9876543210';
const OTHER = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const WRONG = [...'/:`gA \0\u007f\u0080\u0430', '\ud800', '\uffff'];

/** What `readUid` makes of the text, read alone. */
function alone(text: string): number[] | undefined {
  takeWords(new Int32Array(WORDS), 0);
  expectUids('', 0, '', 0, words);
  return readUid(text) ? [...words] : undefined;
}

/** What it makes of texts that were read together. */
function together(texts: readonly string[]): (number[] | undefined)[] {
  const batch = new UidBatch(texts.length);
  batch.clear();
  for (const text of texts) batch.add(text);
  batch.read();
  return texts.map((text, index) => {
    takeWords(new Int32Array(WORDS), 0);
    batch.expect(index, text, texts[index + 1] ?? '');
    return readUid(text) ? [...words] : undefined;
  });
}

/** The words themselves, as a search ahead takes them. */
function wordsOf(texts: readonly string[]): number[][] {
  const batch = new UidBatch(texts.length);
  for (const text of texts) batch.add(text);
  batch.read();
  return texts.map((_, index) => [...batch.words.slice(index * WORDS, (index + 1) * WORDS)]);
}

const digit = fc.constantFrom(...'0123456789abcdef');
const part = (length: number): fc.Arbitrary<string> =>
  fc.array(digit, { minLength: length, maxLength: length }).map((digits) => digits.join(''));
const uid = fc.tuple(part(8), part(4), part(4), part(4), part(12)).map((parts) => parts.join('-'));
const broken = fc
  .tuple(uid, fc.nat(35), fc.constantFrom(...WRONG, '-', '0'))
  .map(([text, at, character]) => `${text.slice(0, at)}${character}${text.slice(at + 1)}`);

describe('uids read together', () => {
  it('has the words that each has alone', () => {
    expect(wordsOf([UID, OTHER])).toEqual([alone(UID), alone(OTHER)]);
    fc.assert(
      fc.property(fc.array(uid, { minLength: 1, maxLength: 5 }), (uids) => {
        expect(wordsOf(uids)).toEqual(uids.map(alone));
      }),
      propertyRuns(),
    );
  });

  it('takes no other text for a uid, whatever stands beside it', () => {
    const text = fc.oneof(uid, broken, fc.string(), fc.constant(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (texts) => {
        expect(together(texts)).toEqual(texts.map(alone));
      }),
      propertyRuns(200),
    );
  });

  it.each(WRONG)('refuses %j in every place', (character) => {
    for (let at = 0; at < UID.length; at++) {
      const text = `${UID.slice(0, at)}${character}${UID.slice(at + 1)}`;
      expect(together([OTHER, text, UID])).toEqual([alone(OTHER), undefined, alone(UID)]);
    }
  });

  it('leaves the nil uid to be read alone: in rows it stands for none', () => {
    const nil = UID.replaceAll(/[^-]/g, '0');
    const batch = new UidBatch(2);
    for (const text of [nil, UID]) batch.add(text);
    batch.read();
    expect([batch.isUid(0), batch.isUid(1)]).toEqual([false, true]);
    expect(together([nil])).toEqual([[0, 0, 0, 0]]);
  });

  it('refuses hyphens in the place of digits, and digits in the place of hyphens', () => {
    for (let at = 0; at < UID.length; at++) {
      const text = `${UID.slice(0, at)}${UID[at] === '-' ? '0' : '-'}${UID.slice(at + 1)}`;
      expect(together([text])).toEqual([undefined]);
    }
  });

  it('expects nothing any more of those that were read or added before', () => {
    const [first, other] = [alone(UID), alone(OTHER)];
    const batch = new UidBatch(2);
    for (const text of [UID, OTHER]) batch.add(text);
    batch.read();
    batch.expect(0, UID, OTHER);
    batch.clear();
    batch.add(UID);
    batch.clear();
    for (const text of [OTHER, UID]) batch.add(text);
    batch.read();
    takeWords(new Int32Array(WORDS), 0);
    expect([readUid(UID), ...words]).toEqual([true, ...(first ?? [])]);
    batch.expect(0, OTHER, UID);
    expect([readUid(OTHER), ...words]).toEqual([true, ...(other ?? [])]);
    expect([readUid(UID), ...words]).toEqual([true, ...(first ?? [])]);
    takeWords(new Int32Array(WORDS), 0);
    expect([readUid(UID), ...words]).toEqual([true, ...(first ?? [])]);
  });

  it('begins anew with those that are added after it was cleared', () => {
    const batch = new UidBatch(10);
    for (const texts of [[UID], [OTHER, UID], [UID, OTHER, UID]]) {
      batch.clear();
      for (const text of texts) batch.add(text);
      batch.read();
      expect(texts.map((_, index) => batch.isUid(index))).toEqual(texts.map(() => true));
      expect([...batch.words.slice(0, WORDS)]).toEqual(alone(texts[0] ?? ''));
    }
  });

  it.each([3, 10])('moves none to the place of another, in room for %s', (capacity) => {
    const batch = new UidBatch(capacity);
    // Twice as many bytes as characters: the next uid stands where the one after it should.
    for (const text of ['\u0430'.repeat(36), UID, OTHER]) batch.add(text);
    batch.read();
    expect([0, 1, 2].map((index) => batch.isUid(index))).toEqual([false, false, false]);
  });

  it('takes no end of a text from what was read before', () => {
    const batch = new UidBatch(1);
    batch.add(UID);
    batch.read();
    expect(batch.isUid(0)).toBe(true);
    batch.clear();
    batch.add(`${UID.slice(0, -1)}\u0430`);
    batch.read();
    expect(batch.isUid(0)).toBe(false);
  });

  it('expects none next to a uid that is none itself', () => {
    const batch = new UidBatch(3);
    const bad = UID.replace('0', 'g');
    for (const text of [UID, OTHER, bad]) batch.add(text);
    batch.read();
    batch.expect(1, OTHER, bad);
    expect(readUid(bad)).toBe(false);
  });
});
