import { describe, expect, it } from 'vitest';
import { TextColumn } from '../../src/live/pack-snapshot.ts';

describe('a column as text', () => {
  it.each([0, 1, 999, 1000, 1001, 2500])('is the JSON of its %s values', (length) => {
    const values = Array.from({ length }, (_, at) => (at % 3 === 0 ? at : `"${at}\u2028`));
    const column = new TextColumn<number | string>();
    for (const each of values) column.push(each);
    expect(String(Buffer.concat(column.end()))).toBe(JSON.stringify(values));
  });
});
