import { expect, it } from 'vitest';
import { formatBytes } from '../../src/meta/byte-size.ts';

it('writes sizes in binary units, and 0 for what is no size', () => {
  const sizes = [0, 1023, 1024, 1536 * 1024, 5 * 1024 ** 4, -1, Number.NaN, Infinity];
  expect(sizes.map(formatBytes)).toEqual([
    '0 B',
    '1023 B',
    '1 KiB',
    '1.5 MiB',
    '5 TiB',
    '0 B',
    '0 B',
    '0 B',
  ]);
});
