import { expect, it } from 'vitest';
import { placeBeside } from '../../src/map/place-beside.ts';

it('a card at the pointer is whole and beside it, near every edge of the map', () => {
  const map = document.createElement('section');
  map.style.cssText = 'position: relative; width: 400px; height: 300px;';
  const card = document.createElement('div');
  card.style.cssText = 'position: absolute; overflow: hidden; width: max-content;';
  card.textContent = 'Waits for ReplicaSet payments/ledger, which blocks it. '.repeat(20);
  map.append(card);
  document.body.append(map);
  const whole = map.getBoundingClientRect();
  for (const [x, y] of [
    [5, 5],
    [395, 5],
    [5, 295],
    [395, 295],
    [200, 150],
  ] as const) {
    placeBeside(card, x, y);
    const { left, right, top, bottom } = card.getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(whole.left);
    expect(right).toBeLessThanOrEqual(whole.right);
    expect(top).toBeGreaterThanOrEqual(whole.top);
    expect(bottom).toBeLessThanOrEqual(whole.bottom);
    const isOver = left <= whole.left + x && right >= whole.left + x;
    expect(isOver && top <= whole.top + y && bottom >= whole.top + y).toBe(false);
  }
  map.remove();
});
