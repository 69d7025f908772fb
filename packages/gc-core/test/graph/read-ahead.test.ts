import { describe, expect, it } from 'vitest';
import { NodeTable } from '../../src/graph/node-table.ts';
import { AHEAD, ReadAhead } from '../../src/graph/read-ahead.ts';
import { SharedReferences } from '../../src/graph/shared-references.ts';
import { readUid, WORDS, words } from '../../src/graph/uid-words.ts';
import { identityOf, nodeOf, ownedBy } from '../support/nodes.ts';
import { change, earlyUid, OWNER } from '../support/ordinary-object.ts';

const NIL = '00000000-0000-0000-0000-000000000000';
/** Has the hash of `earlyUid(1)`. */
const LIKE_FIRST = '00000001-0000-4000-8001-00000000000a';

function readAhead(uids: readonly string[]): ReadAhead {
  const table = new NodeTable();
  for (const uid of uids) table.append(nodeOf(identityOf('x', { uid })));
  return new ReadAhead(table, new SharedReferences());
}

describe('ReadAhead', () => {
  it('knows where the nodes of uids are that the API server made, without a search', () => {
    const uids = Array.from({ length: AHEAD }, (_, at) => earlyUid(at + 1));
    const ahead = readAhead(uids);
    ahead.read(uids.toReversed().map((uid) => change(uid)));
    expect(uids.map((_, index) => ahead.position(index))).toEqual(
      uids.map((_, index) => AHEAD - 1 - index),
    );
    expect([-1, AHEAD].map((index) => ahead.position(index))).toEqual([-1, -1]);
  });

  it('leaves the others to a search: texts, uids that are not there, those of one hash', () => {
    const ahead = readAhead(['text', earlyUid(1), NIL]);
    ahead.read(['text', earlyUid(2), NIL, LIKE_FIRST, earlyUid(1)].map((uid) => change(uid)));
    expect([0, 1, 2, 3, 4].map((index) => ahead.position(index))).toEqual([-1, -1, -1, -1, 1]);
  });

  it('has the words of every first owner', () => {
    const ahead = readAhead([]);
    const owners = [earlyUid(7), undefined, 'text', NIL, OWNER];
    ahead.read(
      owners.map((uid, at) => {
        const ownerReferences = uid === undefined ? [] : [ownedBy('o', { uid })];
        return change(earlyUid(at + 1), { ownerReferences });
      }),
    );
    const read = owners.map((_, index) => ahead.ownerAt(index));
    expect(read.slice(1, 4)).toEqual([-1, -1, -1]);
    for (const index of [0, 4]) {
      const at = read[index] ?? -1;
      expect(readUid(owners[index] ?? '')).toBe(true);
      expect([...ahead.words.slice(at, at + WORDS)]).toEqual([...words]);
    }
  });
});
