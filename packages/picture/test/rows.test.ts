import { type NodeRecord, packNodes } from '@gcscope/gc-core/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookOfTraits } from '../src/edge-look.ts';
import { edgesOf, layout, rowsOf, rowsOfPacked, slotOf } from '../src/index.ts';
import { CONTROLLER } from '../src/rows.ts';
import { record, reference, uglyWorlds } from './support/records.ts';
import { smallWorld } from './support/small-world.ts';
import { svgOf } from './support/svg-of.ts';

describe('rows', () => {
  it('draw the same picture from records and from packed nodes', () => {
    fc.assert(
      fc.property(uglyWorlds, (drawn) => {
        const records = onePerUid([...drawn, ...smallWorld()]);
        const packed = JSON.parse(JSON.stringify(packNodes(records)));
        const options = { linkBase: 'http://localhost' };
        expect(svgOf(rowsOfPacked(packed), options)).toBe(svgOf(rowsOf(records), options));
      }),
    );
  });

  it('have the edges of each record, those to owners that are not there left out', () => {
    fc.assert(
      fc.property(uglyWorlds, (drawn) => {
        const records = onePerUid(drawn);
        const { uids, edges } = rowsOf(records);
        const known = new Set(uids);
        for (const [row, each] of records.entries()) {
          const found = Array.from(
            { length: (edges.firsts[row + 1] ?? 0) - (edges.firsts[row] ?? 0) },
            (_, at) => (edges.firsts[row] ?? 0) + at,
          ).map((at) => ({
            owner: uids[edges.owners[at] ?? -1],
            look: lookOfTraits((edges.traits[at] ?? 0) & ~CONTROLLER),
          }));
          expect(found).toEqual(edgesOf(each).filter(({ owner }) => known.has(owner)));
        }
      }),
    );
  });

  it('tell a further owner from the controller, wherever that is', () => {
    const further = (owners: NodeRecord['owners']): (boolean | undefined)[] => {
      const rows = rowsOf([
        record({ uid: 'a' }),
        record({ uid: 'b' }),
        record({ uid: 'c', owners }),
      ]);
      return [...rows.edges.traits].map((traits) => lookOfTraits(traits).further);
    };
    const controller = { controller: true };
    expect(further([reference('a'), reference('b')])).toEqual([false, true]);
    expect(further([reference('a'), reference('b', controller)])).toEqual([true, false]);
    expect(further([reference('a', controller), reference('b', controller)])).toEqual([
      false,
      true,
    ]);
    expect(further([reference('a'), reference('gone', controller)])).toEqual([true, false]);
    expect(
      further([reference('a'), reference('b'), reference('a', controller)]).slice(0, 2),
    ).toEqual([false, true]);
  });

  it('of several records with one uid the last counts, in the place of the first', () => {
    const rows = rowsOf([
      record({ uid: 'a', name: 'old' }),
      record({ uid: 'b' }),
      record({ uid: 'a', name: 'new' }),
    ]);
    expect(rows.uids).toEqual(['a', 'b']);
    expect(rows.names).toEqual(['new', 'b']);
    expect(slotOf(layout(rows), 'b')).toBe(1);
    expect(slotOf(layout(rows), '__proto__')).toBeUndefined();
  });
});

function onePerUid(records: readonly NodeRecord[]): NodeRecord[] {
  return [...new Map(records.map((each) => [each.uid, each])).values()];
}
