import { describe, expect, it } from 'vitest';
import { shorten } from '../../src/ui/shorten.ts';

describe('words that no object can have', () => {
  it.each([
    ['Kind shop/web', 'Kind shop/web'],
    [`${'n'.repeat(63)}/${'a'.repeat(253)}`, `${'n'.repeat(63)}/${'a'.repeat(253)}`],
    [
      `does not serve K${'ind'.repeat(333)} in v1`,
      `does not serve K${'ind'.repeat(19)}in…nd${'ind'.repeat(6)} in v1`,
    ],
    [`${'😀'.repeat(318)}`, `${'😀'.repeat(60)}…${'😀'.repeat(20)}`],
  ])('%#: are cut in the middle', (text, expected) => {
    expect(shorten(text)).toBe(expected);
  });
});
