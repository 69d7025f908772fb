import { layout, rowsOf } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { keyAction } from '../../../src/map/keyboard.ts';
import { nextCard } from '../../../src/map/world/next-card.ts';
import { ownedBy, record } from '../../support/record.ts';

const owner = record({ uid: 'owner', kind: 'Job' });
const first = record({ uid: 'first', owners: [ownedBy(owner)] });
const second = record({ uid: 'second', owners: [ownedBy(owner)] });
const place = layout(rowsOf([owner, first, second]));

describe('travelling with the arrow keys', () => {
  it('goes along edges and ends where they end', () => {
    expect(nextCard(place, 'first', 'up')).toBe('owner');
    expect(nextCard(place, 'owner', 'up')).toBeUndefined();
    expect(nextCard(place, 'owner', 'down')).toBe('first');
    expect(nextCard(place, 'second', 'down')).toBeUndefined();
    expect(nextCard(place, 'first', 'right')).toBe('second');
    expect(nextCard(place, 'second', 'right')).toBeUndefined();
    expect(nextCard(place, 'second', 'left')).toBe('first');
  });

  it('goes from root to root in reading order', () => {
    const roots = ['a', 'b', 'c'].map((uid) => record({ uid }));
    const row = layout(rowsOf(roots));
    const visited = ['a'];
    for (let next = nextCard(row, 'a', 'right'); next !== undefined; ) {
      visited.push(next);
      next = nextCard(row, next, 'right');
    }
    expect(visited).toEqual(['a', 'b', 'c']);
  });

  it('starts anywhere when the object is not on the map', () => {
    expect(nextCard(place, 'unknown', 'up')).toBe(place.uids[0]);
  });

  it('leaves the keys of the browser to the browser', () => {
    const press = { key: 'f', ctrlKey: false, metaKey: false, altKey: false, preventDefault() {} };
    expect(keyAction(press)).toEqual({ type: 'fit' });
    expect(keyAction({ ...press, ctrlKey: true })).toBeUndefined();
    expect(keyAction({ ...press, key: 'x' })).toBeUndefined();
  });
});
