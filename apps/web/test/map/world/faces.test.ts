import { rowsOf, type Stack, stackSiblings } from '@gcscope/picture';
import { expect, it } from 'vitest';
import { GraphStore } from '../../../src/data/graph-store.ts';
import { wholeGraph } from '../../../src/data/selection.ts';
import { Faces, objectsOf } from '../../../src/map/world/faces.ts';
import { record } from '../../support/record.ts';

const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'owner' };
const members = ['a', 'b', 'c', 'd'].map((uid) =>
  record({ uid, kind: 'Pod', namespace: 'shop', name: uid, owners: [owner] }),
);

it('a stack keeps its owners and namespace while its first member is already gone', () => {
  const records = [...members, record({ uid: 'owner', kind: 'ConfigMap', namespace: 'shop' })];
  const rows = stackSiblings(rowsOf(records));
  const left = new Map(records.filter(({ uid }) => uid !== 'a').map((each) => [each.uid, each]));
  const selection = wholeGraph()(new GraphStore([...left.values()]));
  const faces = new Faces(selection, rows, (uid) => left.get(uid));
  const [stack = ''] = faces.stacks.keys();
  expect(faces.records.get(stack)).toMatchObject({ namespace: 'shop', owners: [owner] });
});

it('a stack stands for its members, who count once where they have cards beside it', () => {
  const { stacks } = stackSiblings(rowsOf([...members, record({ uid: 'owner' })]));
  const byUid = new Map<string, Stack>([...stacks.values()].map((stack) => [stack.uid, stack]));
  const [uid = ''] = byUid.keys();
  const objects = (cards: readonly string[]): readonly string[] =>
    [...objectsOf(cards, byUid)].sort();
  expect(objects(['other', uid])).toEqual(['a', 'b', 'c', 'd', 'other']);
  expect(objects(['a', 'b', 'c', 'd', uid])).toEqual(['a', 'b', 'c', 'd']);
});
