import { CARD_HEIGHT, CARD_WIDTH, layout, rowsOf, slotOf } from '@gcscope/picture';
import { expect, it } from 'vitest';
import { boxAround } from '../../../src/map/view/box-around.ts';
import { ownedBy, record } from '../../support/record.ts';

it('the box around a card holds its owners and dependents, and nothing farther', () => {
  const top = record({ uid: 'top', kind: 'Deployment' });
  const middle = record({ uid: 'middle', kind: 'ReplicaSet', owners: [ownedBy(top)] });
  const pods = ['a', 'b', 'c'].map((uid) => record({ uid, owners: [ownedBy(middle)] }));
  const rows = rowsOf([top, middle, ...pods]);
  const made = layout(rows);
  const held = (uid: string): readonly string[] => {
    const box = boxAround(slotOf(made, uid) ?? -1, made, rows.edges);
    return made.uids.filter((_, slot) => {
      const [x = 0, y = 0] = [made.x[slot], made.y[slot]];
      const isAcross = x - CARD_WIDTH / 2 >= box.x && x + CARD_WIDTH / 2 <= box.x + box.width;
      const isDown = y - CARD_HEIGHT / 2 >= box.y && y + CARD_HEIGHT / 2 <= box.y + box.height;
      return isAcross && isDown;
    });
  };
  expect(new Set(held('middle'))).toEqual(new Set(['top', 'middle', 'a', 'b', 'c']));
  expect(held('top')).not.toContain('a');
  expect(held('a')).not.toContain('top');
  expect(held('a')).toContain('middle');
});

it('holds any number of dependents', () => {
  const count = 200_000;
  // The first card is the owner of all others, which stand beside each other.
  const edges = {
    firsts: Int32Array.from({ length: count + 1 }, (_, row) => Math.max(0, row - 1)),
    owners: new Int32Array(count),
    traits: new Uint8Array(count),
  };
  const x = Float32Array.from({ length: count }, (_, at) => at);
  expect(boxAround(0, { x, y: new Float32Array(count) }, edges).width).toBe(count - 1 + CARD_WIDTH);
});
