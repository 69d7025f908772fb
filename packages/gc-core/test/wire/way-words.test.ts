import { describe, expect, it } from 'vitest';
import type { Way } from '../../src/wire/forecast-columns.ts';
import { describeEnds } from '../../src/wire/way-words.ts';

describe('the numbers of a deletion', () => {
  it.each<[Partial<Record<Way, number>>, string[]]>([
    [{}, []],
    [{ deleted: 1 }, ['1 deleted']],
    [{ later: 2, kept: 1 }, ['2 deleted, all of them later', '1 kept']],
    [{ deleted: 1000, later: 3, blocked: 1 }, ['1,003 deleted, 3 of them later', '1 blocked']],
  ])('of %j count what is deleted later among the deleted', (counts, words) => {
    expect(describeEnds((way) => counts[way] ?? 0)).toEqual(words);
  });
});
