import { describe, expect, it } from 'vitest';
import {
  clearTouched,
  forget,
  markTouched,
  ROW,
  readRow,
  refreshRow,
  seenOf,
  writeRow,
} from '../../src/graph/last-seen.ts';
import { SharedValues } from '../../src/graph/shared-values.ts';
import { metaOf } from '../support/nodes.ts';

const AT = ROW;

describe('rows of last seen objects', () => {
  it('the mark of a change is set once, taken once, and kept by everything else', () => {
    const rows = new Int32Array(3 * ROW);
    const values = new SharedValues(() => undefined);
    const meta = metaOf('a');
    expect(clearTouched(rows, AT)).toBe(false);
    for (const act of [
      () => writeRow(rows, AT, meta, 0, 0, 0),
      () => refreshRow(rows, AT, meta, false, values),
      () => forget(rows, AT),
    ]) {
      expect([markTouched(rows, AT), markTouched(rows, AT)]).toEqual([true, false]);
      act();
      expect([clearTouched(rows, AT), clearTouched(rows, AT)]).toEqual([true, false]);
    }
    expect(rows.every((word, at) => word === 0 || (at >= AT && at < AT + ROW))).toBe(true);
  });

  it('a row that forgets holds nothing, and a row that is unmarked what it held', () => {
    const rows = new Int32Array(2 * ROW);
    writeRow(rows, AT, metaOf('a', { generation: 4 }), 0, 0, 0);
    markTouched(rows, AT);
    clearTouched(rows, AT);
    const row = readRow(rows, AT);
    expect(row && seenOf(row, undefined)).toMatchObject({ generation: 4, resourceVersion: 7 });
    forget(rows, AT);
    expect(readRow(rows, AT)).toBeUndefined();
    expect(readRow(rows, 0)).toBeUndefined();
  });
});
