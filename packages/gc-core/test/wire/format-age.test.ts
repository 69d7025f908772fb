import { describe, expect, it } from 'vitest';
import { formatAge } from '../../src/wire/format-age.ts';

const M = 60_000;
const H = 60 * M;
const D = 24 * H;

describe('ages', () => {
  it.each([
    [-5, '0s'],
    [42_900, '42s'],
    [119_000, '119s'],
    [5 * M + 30_000, '5m30s'],
    [6 * M, '6m'],
    [2 * H + 59 * M, '179m'],
    [3 * H + 20 * M, '3h20m'],
    [30 * H, '30h'],
    [2 * D + 4 * H, '2d4h'],
    [100 * D, '100d'],
    [365 * 2 * D + 12 * D, '2y12d'],
    [365 * 9 * D, '9y'],
  ])('%i ms reads %s, as kubectl prints it', (span, text) => {
    expect(formatAge(span)).toBe(text);
  });
});
