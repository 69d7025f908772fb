import { expect, it } from 'vitest';
import { formatCount } from '../src/format-count.ts';

it('writes counts as English does', () => {
  for (const count of [0, 7, 999, 1000, 10_000, 123_456, 1_000_000, 1_234_567_890]) {
    expect(formatCount(count)).toBe(count.toLocaleString('en'));
  }
});
