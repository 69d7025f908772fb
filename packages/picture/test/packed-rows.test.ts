import { type PackedNodes, packedFault, packNodes, unpackNodes } from '@gcscope/gc-core/wire';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowsOfPacked } from '../src/index.ts';
import { record, reference } from './support/records.ts';
import { svgOf } from './support/svg-of.ts';

const whole = packNodes([
  record({ uid: 'o', summary: { verdict: 'stays', rule: 'AD-01', wrong: [] } }),
  record({ uid: 'p', owners: [reference('o'), reference('gone')], resourceVersion: '7' }),
]);

it('packed nodes can be drawn and read whenever no fault is found', () => {
  const value = fc.oneof(
    fc.constantFrom(null, 'x', -1, 0, 1, 9, 0.5, 1e300),
    fc.jsonValue({ maxDepth: 1 }),
  );
  const broken = fc.record({
    name: fc.constantFrom(...(Object.keys(whole) as (keyof PackedNodes)[])),
    at: fc.nat(2),
    value,
    whole: fc.boolean(),
  });
  let drawn = 0;
  fc.assert(
    fc.property(fc.array(broken, { minLength: 1, maxLength: 2 }), (faults) => {
      const columns: Record<string, unknown> = { ...structuredClone(whole) };
      for (const { name, at, value: put, whole: all } of faults) {
        const column = columns[name];
        if (all || !Array.isArray(column)) columns[name] = put;
        else column[at] = put;
      }
      if (packedFault(columns) !== undefined) return;
      // The columns were checked, though the compiler cannot know.
      const packed = columns as unknown as PackedNodes;
      const rows = rowsOfPacked(packed);
      svgOf(rows);
      unpackNodes(packed);
      drawn += 1;
    }),
    { numRuns: 1000 },
  );
  expect(drawn).toBeGreaterThan(0);
});
