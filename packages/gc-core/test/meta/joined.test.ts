import { expect, it } from 'vitest';
import { joined } from '../../src/meta/joined.ts';

it('joins a list as in a sentence', () => {
  expect(joined([])).toBe('');
  expect(joined(['a'])).toBe('a');
  expect(joined(['a', 'b'])).toBe('a and b');
  expect(joined(['a', 'b', 'c'])).toBe('a, b and c');
});
