import { expect, it } from 'vitest';
import { counted, formatCount } from '../../src/meta/format-count.ts';

it('writes counts as English does', () => {
  for (const count of [0, 7, 999, 1000, 10_000, 123_456, 1_000_000, 1_234_567_890]) {
    expect(formatCount(count)).toBe(count.toLocaleString('en'));
  }
  expect([counted(1, 'pod'), counted(0, 'pod')]).toEqual(['1 pod', '0 pods']);
  expect(counted(12_345, 'sandbox', 'sandboxes')).toBe('12,345 sandboxes');
});
