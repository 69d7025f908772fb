import { expect, it } from 'vitest';
import { CARD_NAMES_ZOOM, formatZoom } from '../../../src/map/view/measures.ts';

it('a zoom at which cards have no names yet is not shown as the one at which they have', () => {
  expect(formatZoom(CARD_NAMES_ZOOM)).toBe('30 %');
  expect(formatZoom(CARD_NAMES_ZOOM - 0.001)).toBe('29 %');
  expect(formatZoom(0.0998)).toBe('9.9 %');
  // 100 times these is not whole.
  expect([0.29, 0.57, 0.032, 1.1].map(formatZoom)).toEqual(['29 %', '57 %', '3.2 %', '110 %']);
});
