import { describe, expect, it } from 'vitest';
import { flagsOf, SharedReferences } from '../../../src/graph/store/shared-references.ts';
import { hashWords, WORDS } from '../../../src/graph/store/uid-words.ts';
import type { OwnerReference } from '../../../src/meta/object-reference.ts';
import { ownedBy } from '../../support/nodes.ts';
import { ALL_FLAGS, crowdedUids, earlyUid as uidOf } from '../../support/ordinary-object.ts';

/** First eight digits of a uid of zeros that is looked for at this one of 512 places. */
function firstAt(place: number): number {
  const uid = new Int32Array(WORDS);
  for (let first = 1; ; first++) {
    uid[0] = first;
    if ((hashWords(uid, 0) & 511) === place) return first;
  }
}

const UID = '01234567-89ab-cdef-fedc-ba9876543210';

describe('SharedReferences', () => {
  it('numbers what references name by uids of the ordinary form', () => {
    const references = new SharedReferences();
    const all = Array.from({ length: 1000 }, (_, at) => ownedBy('o', { uid: uidOf(at) }));
    expect(references.find(ownedBy('o', { uid: uidOf(0) }))).toBe(-1);
    expect(all.map((each) => references.add(each))).toEqual(all.map((_, at) => at + 1));
    expect(all.map((each) => references.find({ ...each }))).toEqual(all.map((_, at) => at + 1));
    expect(all.every((each, at) => references.isReference(at + 1, each))).toBe(true);
    expect(all.some((each, at) => references.isReference(at, each))).toBe(false);
    for (const part of [{ name: 'x' }, { kind: 'x' }, { apiVersion: 'x' }, { uid: 'x' }]) {
      const others = all.map((each) => ({ ...each, ...part }));
      expect(others.some((each, at) => references.isReference(at + 1, each))).toBe(false);
      expect(others.every((each) => references.find(each) === -1)).toBe(true);
    }
    expect(references.add(ownedBy('o', { uid: uidOf(1000), kind: 'Another' }))).toBe(1001);
    expect(references.add(ownedBy('o', { uid: 'x' }))).toBe(-1);
    expect(references.isReference(-1, ownedBy('o', { uid: UID }))).toBe(false);
  });

  it.each([0, 1, 40, 41, 88, 300])('keeps types and names of %s characters apart', (length) => {
    const references = new SharedReferences();
    const types = ['v1', 'v2'].flatMap((apiVersion) => [
      { apiVersion, kind: 'A' },
      { apiVersion, kind: 'B' },
    ]);
    const all = types.map((type, at) =>
      ownedBy('o', { ...type, uid: uidOf(at), name: String(at).repeat(length) }),
    );
    const numbers = all.map((each) => references.add(each));
    expect(all.map((each) => references.find(each))).toEqual(numbers);
    for (const each of all) {
      const others = types.filter(({ apiVersion, kind }) => {
        return references.find({ ...each, apiVersion, kind }) > 0;
      });
      expect(others).toEqual([{ apiVersion: each.apiVersion, kind: each.kind }]);
    }
  });

  it('gives a uid one number, whatever else a second reference names', () => {
    const references = new SharedReferences();
    const reference = ownedBy('o', { uid: UID });
    expect(references.add(reference)).toBe(1);
    expect(references.add(reference)).toBe(-1);
    expect(references.add(ownedBy('other', { uid: UID }))).toBe(-1);
    expect(references.add(ownedBy('o', { uid: uidOf(2) }))).toBe(2);
  });

  it('gives no number where users crowd uids on one place, and finds the others', () => {
    const references = new SharedReferences();
    const crowd = crowdedUids(100).map((uid) => ownedBy('o', { uid }));
    const numbers = crowd.map((each) => references.add(each));
    expect(numbers.filter((each) => each > 0)).toHaveLength(64);
    expect(crowd.map((each) => references.find(each))).toEqual(numbers);
  });

  it('tells references apart by each part of the uid', () => {
    const references = new SharedReferences();
    const number = references.add(ownedBy('o', { uid: UID }));
    for (const at of [0, 9, 14, 19, 24, 35]) {
      const uid = `${UID.slice(0, at)}5${UID.slice(at + 1)}`;
      expect(references.isReference(number, ownedBy('o', { uid }))).toBe(false);
    }
  });

  it.each(['', 'n', 'x'.repeat(40), 'x'.repeat(41), 'x'.repeat(300), 'ÿ', 'name-ā', '名'])(
    'tells the name %j from those that differ in a character, or are longer or shorter',
    (name) => {
      const references = new SharedReferences();
      const number = references.add(ownedBy('o', { uid: UID, name }));
      const is = (other: string): boolean =>
        references.isReference(number, ownedBy('o', { uid: UID, name: other }));
      expect(is(name)).toBe(true);
      for (const other of [`${name}n`, `n${name}`, name.slice(1), name.replace(/.$/, '\u0101')]) {
        expect(is(other)).toBe(other === name);
      }
      for (let at = 0; at < name.length; at++) {
        const changed = `${name.slice(0, at)}-${name.slice(at + 1)}`;
        expect(is(changed)).toBe(changed === name);
      }
    },
  );

  it('tells names of control characters apart, wherever their owner was found', () => {
    for (let length = 2; length < 12; length++) {
      const references = new SharedReferences();
      const [name, other] = ['\0', '\u0005'].map((last) => `n${'\0'.repeat(length - 2)}${last}`);
      const number = references.add(ownedBy('o', { uid: UID, name: name ?? '' }));
      for (const position of [0, 4, 0x4ff, 0x4_ffff]) {
        references.setOwnerPosition(number, position);
        expect(references.ownerPosition(number)).toBe(position);
        expect(references.find(ownedBy('o', { uid: UID, name: name ?? '' }))).toBe(number);
        expect(references.find(ownedBy('o', { uid: UID, name: other ?? '' }))).toBe(-1);
      }
    }
  });

  it('knows nowhere an owner was found before it is told, nor after numbers start anew', () => {
    const references = new SharedReferences();
    const number = references.add(ownedBy('o', { uid: UID }));
    expect(references.ownerPosition(number)).toBe(-1);
    references.setOwnerPosition(number, 7);
    expect(references.ownerPosition(number)).toBe(7);
    const numberNow = references.renumber();
    expect(references.ownerPosition(numberNow(number))).toBe(-1);
  });

  it('gives no number to the 257th type', () => {
    const references = new SharedReferences();
    const numbers = Array.from({ length: 258 }, (_, at) =>
      references.add(ownedBy('o', { uid: uidOf(at), kind: `Kind${at}` })),
    );
    expect(numbers.slice(255)).toEqual([256, -1, -1]);
    expect(references.add(ownedBy('o', { uid: uidOf(300), kind: 'Kind7' }))).toBe(257);
  });

  it('gives the same list for the same flags each time', () => {
    const references = new SharedReferences();
    const number = references.add(ownedBy('o', { uid: UID }));
    for (const flags of ALL_FLAGS) {
      const reference = { ...flags, uid: UID, name: 'o' };
      const list = references.list(number, flagsOf(reference));
      expect(list).toStrictEqual([reference]);
      expect(references.list(number, flagsOf({ ...reference }))).toBe(list);
    }
    expect(references.list(0, 0)).toEqual([]);
  });

  it('numbers anew what is asked for, once', () => {
    const references = new SharedReferences();
    const all = Array.from({ length: 5 }, (_, at) => ownedBy('o', { uid: uidOf(at) }));
    for (const each of all) references.add(each);
    const numberNow = references.renumber();
    expect([4, 0, 2, 4].map(numberNow)).toEqual([1, 0, 2, 1]);
    expect(all.map((each) => references.find(each))).toEqual([-1, 2, -1, 1, -1]);
    expect(references.list(1, 0)).toEqual([all[3]]);
  });

  it('numbers all anew, in any order, where users crowd uids on places next to each other', () => {
    const references = new SharedReferences();
    const crowd = (first: number, size: number): OwnerReference[] =>
      Array.from({ length: size }, (_, at) => {
        const uid = `${first.toString(16).padStart(8, '0')}-0000-4000-${uidOf(at).slice(4, 8)}-000000000000`;
        return ownedBy('o', { uid });
      });
    const all = [...crowd(firstAt(100), 64), ...crowd(firstAt(110), 10)];
    expect(all.map((each) => references.add(each))).toEqual(all.map((_, at) => at + 1));
    const numberNow = references.renumber();
    for (let former = all.length; former > 0; former--) {
      const reference = all[former - 1];
      const number = numberNow(former);
      expect(references.list(number, 0)).toEqual([reference]);
      expect(reference && references.isReference(number, reference)).toBe(true);
    }
  });
});
