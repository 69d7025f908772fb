import { describe, expect, it } from 'vitest';
import {
  clearTouched,
  forget,
  markTouched,
  ROW,
  refreshRow,
  writeRow,
} from '../../../src/graph/store/last-seen.ts';
import { SharedValues } from '../../../src/graph/store/shared-values.ts';
import { metaOf } from '../../support/nodes.ts';

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
});
