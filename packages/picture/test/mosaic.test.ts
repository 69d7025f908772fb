import type { NodeRecord } from '@gcscope/gc-core/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf } from '../../../tools/src/share-of.ts';
import { syntheticWorld } from '../bench/synthetic-world.ts';
import { type Box, type Frame, type Layout, layout, rowsOf } from '../src/index.ts';
import { misplaced } from './support/overlap.ts';
import { BLOCKED, record, reference } from './support/records.ts';

/** The share of `whole` that these boxes cover; they do not overlap. */
function fill(boxes: readonly Box[], whole: Box): number {
  const area = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
  return area / (whole.width * whole.height);
}

/** Namespaces with trees of any shape and objects by themselves. */
const worlds = fc
  .array(fc.record({ trees: fc.array(fc.nat(40), { maxLength: 12 }), alone: fc.nat(60) }), {
    minLength: 1,
    maxLength: 30,
  })
  .map((namespaces) =>
    namespaces.flatMap(({ trees, alone }, at) => {
      const namespace = `n${at}`;
      return [
        ...trees.flatMap((pods, tree) => {
          const uid = `${namespace}-${tree}`;
          const owned = Array.from({ length: pods }, (_, pod) =>
            record({ uid: `${uid}-${pod}`, namespace, owners: [reference(uid)] }),
          );
          return [record({ uid, namespace }), ...owned];
        }),
        ...Array.from({ length: alone }, (_, one) =>
          record({ uid: `${namespace}-alone-${one}`, namespace }),
        ),
      ];
    }),
  );

describe('the mosaic of namespaces', () => {
  it.each([0.7, 1.5, 2.4])('fills a view of aspect %f', (aspect) => {
    const { bounds, reserved } = layout(rowsOf(syntheticWorld(2000)), undefined, aspect);
    expect(bounds.width / bounds.height / aspect).toBeGreaterThan(0.85);
    expect(bounds.width / bounds.height / aspect).toBeLessThan(1.15);
    expect(fill(reserved, bounds)).toBeGreaterThan(0.5);
  });

  it('puts few namespaces with equally many problems below each other, beside a higher one', () => {
    const chain = ['0', '1', '2', '3', '4', '5'].map((at) =>
      record({
        uid: `high-${at}`,
        namespace: 'high',
        owners: [reference(`high-${+at - 1}`)],
        beingDeleted: true,
        summary: BLOCKED,
      }),
    );
    const low = (count: number): NodeRecord[] =>
      Array.from({ length: count }, (_, at) =>
        record({ uid: `${at}`, namespace: `low-${at}`, beingDeleted: true, summary: BLOCKED }),
      );
    const belowHigh = (records: readonly NodeRecord[]): number => {
      const { namespaces } = layout(rowsOf(records), undefined, 1.7);
      const high = namespaces.find(({ label }) => label === 'high') as Frame;
      const inRow = namespaces.filter(({ y }) => y > high.y && y < high.y + high.height);
      return inRow.length;
    };
    expect(belowHigh([...chain, ...low(8)])).toBeGreaterThan(3);
    // The worst of many namespaces read from left to right.
    expect(belowHigh([...chain, ...low(80)])).toBe(0);
  });

  it('puts below a namespace with problems, beside a higher one, only equals', () => {
    const wrong = [{ index: 0, finding: 'dangling' }] as const;
    const namespace = fc.record({
      isBlocked: fc.boolean(),
      urgent: fc.integer({ min: 1, max: 2 }),
      calm: fc.nat({ max: 11 }),
    });
    const worlds = fc.array(namespace, { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(worlds, (world) => {
        const records = world.flatMap(({ isBlocked, urgent, calm }, place) =>
          Array.from({ length: urgent + calm }, (_, at) => {
            const one = { uid: `${place}-${at}`, namespace: `${place}` };
            if (at >= urgent) return record(one);
            if (isBlocked) return record({ ...one, beingDeleted: true, summary: BLOCKED });
            return record({ ...one, summary: { verdict: 'goes', rule: 'CL-13', wrong } });
          }),
        );
        const rankOf = ({ label }: Frame): unknown => {
          const { isBlocked, urgent } = world[Number(label)] ?? {};
          return { isBlocked, urgent };
        };
        const { namespaces } = layout(rowsOf(records), undefined, 1.7);
        for (const [upper, lower] of pairsBesideHigher(namespaces)) {
          expect(rankOf(lower)).toEqual(rankOf(upper));
        }
      }),
    );
  });

  it.each(shareOf([5000, 50_000]))('fills the last row of a world of %i objects', (objects) => {
    for (const aspect of [0.7, 1.7, 2.6]) {
      const { namespaces, bounds } = layout(rowsOf(syntheticWorld(objects)), undefined, aspect);
      const last = Math.max(...namespaces.map(({ y }) => y));
      const row = namespaces.filter(({ y }) => y === last);
      const end = Math.max(...row.map(({ x, width }) => x + width));
      expect(end / bounds.width).toBeGreaterThan(0.8);
    }
  });

  it.each(
    shareOf([
      [2000, 3],
      [20_000, 25],
    ] as const),
  )(
    'leaves little but gaps empty in a world of %i objects, %i namespaces of which have problems',
    (objects, urgent) => {
      for (const seed of [1, 2, 3]) {
        const { records } = withProblems(syntheticWorld(objects), urgent, seed);
        const placed = layout(rowsOf(records));
        expect(fill(placed.namespaces, placed.bounds)).toBeGreaterThan(0.87);
        expect(fill(placed.reserved, placed.bounds)).toBeGreaterThan(0.5);
        expect(misplaced(placed)).toEqual([]);
      }
    },
  );

  it('begins with the namespaces that have problems, the worst first, also where the others are taller', () => {
    const { records, urgent } = withProblems(syntheticWorld(5000), 8, 1);
    const { namespaces } = layout(rowsOf(records));
    const read = namespaces.toSorted((a, b) => a.y - b.y || a.x - b.x);
    const isUrgent = ({ namespace }: Frame): boolean => urgent.includes(namespace);
    const rankOf = ({ namespace }: Frame): number => urgent.indexOf(namespace);
    expect(
      read
        .filter(isUrgent)
        .map(rankOf)
        .toSorted((a, b) => a - b),
    ).toEqual(urgent.map((_, at) => at));
    const lastRow = read.filter(isUrgent).at(-1)?.y ?? 0;
    for (const first of read.filter(({ x, y }) => x === 0 && y <= lastRow)) {
      const row = read.filter(({ y }) => y === first.y);
      // The end of a row is filled, first with others that have problems.
      expect(row.map(isUrgent)).toEqual(
        row.map(isUrgent).toSorted((a, b) => Number(b) - Number(a)),
      );
      const above = new Set(read.filter(({ y }) => y < first.y).map(rankOf));
      expect(rankOf(first)).toBe(urgent.findIndex((_, at) => !above.has(at)));
    }
  });

  it('puts the blocked before the wrong, and equal namespaces by name, in whatever order the records come', () => {
    const wrong = [{ index: 0, finding: 'dangling' }] as const;
    const summaries = {
      a: BLOCKED,
      b: BLOCKED,
      c: { verdict: 'goes', rule: 'CL-13', wrong } as const,
      // Blocked and wrong: counts as blocked.
      d: { ...BLOCKED, wrong },
    };
    const records = Object.entries(summaries).map(([namespace, summary]) =>
      record({ uid: `pod-${namespace}`, namespace, beingDeleted: true, summary }),
    );
    const ordered = (rows: readonly NodeRecord[]): string[] =>
      layout(rowsOf(rows))
        .namespaces.toSorted((a, b) => a.y - b.y || a.x - b.x)
        .map(({ namespace }) => namespace);
    expect(ordered(records)).toEqual(['a', 'b', 'd', 'c']);
    expect(ordered(records.toReversed())).toEqual(['a', 'b', 'd', 'c']);
  });

  it.each([0, 4])('has the same order if a namespace has %i objects more', (more) => {
    const objects = (namespace: string, many: number): NodeRecord[] =>
      Array.from({ length: many }, (_, at) =>
        record({ uid: `${namespace}-${at}`, namespace, ...(at === 0 && stuck) }),
      );
    const stuck = { beingDeleted: true, summary: BLOCKED };
    const { namespaces } = layout(rowsOf([...objects('b', 36 + more), ...objects('a', 38)]));
    expect(namespaces.toSorted((a, b) => a.y - b.y || a.x - b.x)[0]?.namespace).toBe('a');
  });

  it('stays as it is when a problem comes or goes', () => {
    const calm = syntheticWorld(2000);
    const { records } = withProblems(calm, 4, 1);
    for (const [before, after] of [
      [calm, records],
      [records, calm],
    ] as const) {
      const placed = layout(rowsOf(before));
      expect(layout(rowsOf(after), placed).namespaces).toEqual(placed.namespaces);
    }
  });

  it('keeps the namespaces of any world apart, whatever its aspect', () => {
    const aspects = fc.double({ min: 0.3, max: 5, noNaN: true });
    fc.assert(
      fc.property(worlds, aspects, (records, aspect) => {
        expect(misplaced(layout(rowsOf(records), undefined, aspect))).toEqual([]);
      }),
    );
  });

  it.each([0.7, 1.7])(
    'many namespaces leave no side of their view of aspect %d empty',
    (aspect) => {
      const records = Array.from({ length: 118 }, (_, at) => {
        const namespace = `shop-${at}`;
        const summary = { verdict: 'goes', rule: 'CL-01' } as const;
        const owners = [reference(`o${at}`)];
        return [
          record({ uid: `o${at}`, namespace }),
          record({ uid: `d${at}`, namespace, owners, summary }),
        ];
      }).flat();
      const { width, height } = layout(rowsOf(records), undefined, aspect).bounds;
      expect(width / height).toBeGreaterThan(aspect * 0.97);
    },
  );

  it('stacks low namespaces beside a high one', () => {
    const low = ['a', 'b', 'c', 'd', 'e', 'f'];
    const records = ['big', ...low].flatMap((namespace) =>
      Array.from({ length: namespace === 'big' ? 90 : 2 }, (_, at) =>
        record({ uid: `${namespace}-${at}`, namespace }),
      ),
    );
    const placed = layout(rowsOf(records));
    expect(misplaced(placed)).toEqual([]);
    const big = placed.namespaces.find(({ namespace }) => namespace === 'big');
    const beside = placed.namespaces.filter(
      ({ namespace, y }) => low.includes(namespace) && y < (big?.y ?? 0) + (big?.height ?? 0),
    );
    expect(beside.length).toBeGreaterThan(1);
    expect(new Set(beside.map(({ x }) => x)).size).toBeLessThan(beside.length);
    expect(fill(placed.namespaces, placed.bounds)).toBeGreaterThan(0.85);
  });

  it('makes most of 1,392 namespaces long enough for their names on a large screen', () => {
    const records = Array.from({ length: 1392 * 20 }, (_, at) =>
      record({ uid: `${at}`, namespace: `team-${at % 1392}` }),
    );
    const { namespaces, bounds } = layout(rowsOf(records), undefined, 1.7);
    const zoom = Math.min(1692 / bounds.width, 892 / bounds.height);
    const named = namespaces.filter(
      ({ width, height, label }) => height * zoom >= 11 && width * zoom >= label.length * 5.5,
    );
    expect(named.length).toBeGreaterThan(1000);
  });

  it('leaves room for the name of the smallest namespace beside a large one', () => {
    const placed = layout(
      rowsOf([...syntheticWorld(5000), record({ uid: 'alone', namespace: 'tiny' })]),
    );
    const tiny = placed.namespaces.find(({ namespace }) => namespace === 'tiny');
    expect(onScreen(placed, tiny?.width)).toBeGreaterThan(60);
    expect(onScreen(placed, tiny?.height)).toBeGreaterThan(24);
  });
});

describe('namespaces with problems', () => {
  it('have room for their names before others have, where there are hundreds among thousands', () => {
    const records = Array.from({ length: 1500 * 20 }, (_, at) => {
      const one = { uid: `${at}`, namespace: `shop-${at % 1500}` };
      const isUrgent = at < 1500 && at % 5 === 0;
      return record(isUrgent ? { ...one, beingDeleted: true, summary: BLOCKED } : one);
    });
    const { namespaces, bounds } = layout(rowsOf(records), undefined, 1.7);
    const zoom = Math.min(1134 / bounds.width, 696 / bounds.height);
    // Beside a mark of 13 px.
    const named = namespaces.filter(
      ({ width, height, label }) =>
        height * zoom >= 13 && width * zoom >= label.length * 5 + 4 + 13,
    );
    const isUrgent = ({ label }: Frame): boolean => Number(label.slice('shop-'.length)) % 5 === 0;
    expect(named.filter(isUrgent).length).toBeGreaterThan(190);
  });

  it.each([0.7, 1.7])('have in high frames no long row of objects: aspect %f', (aspect) => {
    const records = Array.from({ length: 300 * 8 }, (_, at) => {
      const namespace = `shop-${at % 300}`;
      const isBlocked = at % 300 < 12;
      const owner = record({ uid: `owner-${at}`, namespace });
      const owned = record({ uid: `${at}`, namespace, owners: [reference(owner.uid)] });
      return [owner, isBlocked ? { ...owned, beingDeleted: true, summary: BLOCKED } : owned];
    }).flat();
    const placed = layout(rowsOf(records), undefined, aspect);
    expect(misplaced(placed)).toEqual([]);
    for (const [index, { label, height }] of placed.namespaces.entries()) {
      if (Number(label.slice('shop-'.length)) >= 12) continue;
      const rooms = placed.reserved.filter(({ frame }) => frame === index);
      const right = Math.max(...rooms.map(({ x, width }) => x + width));
      const bottom = Math.max(...rooms.map(({ y, height: high }) => y + high));
      const wide = right - Math.min(...rooms.map(({ x }) => x));
      const high = bottom - Math.min(...rooms.map(({ y }) => y));
      expect(height).toBeGreaterThan(high);
      expect(wide / high).toBeLessThan(2 * aspect);
    }
  });

  it.each([
    [0.7, 358, 531],
    [1.7, 960, 592],
    [1.7, 1134, 692],
  ])(
    'with something blocked have room for long names among hundreds with wrong references: aspect %f, %i px wide',
    (aspect, wide, high) => {
      const wrong = [{ index: 0, finding: 'dangling' }] as const;
      const records = Array.from({ length: 1500 * 20 }, (_, at) => {
        const place = at % 1500;
        const isBlocked = place % 38 === 0;
        const one = {
          uid: `${at}`,
          namespace: isBlocked ? `preview-417-${100 + place / 38}` : `shop-${place}`,
        };
        if (at < 1500 && isBlocked) {
          return record({ ...one, beingDeleted: true, summary: BLOCKED });
        }
        const isWrong = at < 1500 && place % 5 === 0;
        return record(
          isWrong ? { ...one, summary: { verdict: 'goes', rule: 'CL-13', wrong } } : one,
        );
      });
      const { namespaces, bounds } = layout(rowsOf(records), undefined, aspect);
      const zoom = Math.min(wide / bounds.width, high / bounds.height);
      const blocked = namespaces.filter(({ label }) => label.startsWith('preview-'));
      expect(blocked).toHaveLength(40);
      // The end of the name, which tells it, beside a mark of 13 px.
      const named = blocked.filter(
        ({ width, height }) =>
          height * zoom >= 15 && width * zoom >= '…417-100'.length * 5.7 + 4 + 13,
      );
      expect(named).toHaveLength(40);
      // Namespaces with wrong references have room for their names after that, on a screen of 1,440 px.
      if (wide < 1100) return;
      const others = namespaces.filter(
        ({ label, width }) => label.startsWith('shop-') && width * zoom >= 60,
      );
      expect(others.length).toBeGreaterThan(280);
    },
  );
});

/** Namespaces that stand below each other beside a higher one, the upper one first. */
function pairsBesideHigher(namespaces: readonly Frame[]): [Frame, Frame][] {
  return namespaces.flatMap((upper) =>
    namespaces
      .filter(({ x, y }) => x === upper.x && y > upper.y)
      .filter(({ y: top, height: high }) =>
        namespaces.some(
          ({ y, height }) => y <= upper.y && y + height >= top + high && height > upper.height,
        ),
      )
      .map((lower): [Frame, Frame] => [upper, lower]),
  );
}

/** The world with problems in so many of its namespaces, which are returned with it, the worst first. */
function withProblems(
  records: readonly NodeRecord[],
  count: number,
  seed: number,
): { readonly records: readonly NodeRecord[]; readonly urgent: readonly string[] } {
  const all = [...new Set(records.map(({ namespace }) => namespace))]
    .filter((namespace) => namespace.startsWith('team-'))
    .toSorted();
  const urgent = all.filter((_, at) => (at * 7 + seed) % Math.floor(all.length / count) === 0);
  const done = new Map<string, number>();
  const changed = records.map((each) => {
    const at = urgent.indexOf(each.namespace);
    const before = done.get(each.namespace) ?? 0;
    // The first third is blocked, the second has a wrong reference, the third goes next; of each the first has the most.
    if (at < 0 || before >= urgent.length - at) return each;
    done.set(each.namespace, before + 1);
    const third = Math.floor((3 * at) / urgent.length);
    if (third === 0) {
      return { ...each, beingDeleted: true, summary: BLOCKED };
    }
    const wrong = third === 1 ? ([{ index: 0, finding: 'dangling' }] as const) : undefined;
    return {
      ...each,
      summary: { verdict: 'goes', rule: 'CL-01', ...(wrong && { wrong }) } as const,
    };
  });
  return { records: changed, urgent };
}

/** A length in px where the whole world is 1,200 px wide. */
function onScreen({ bounds }: Layout, length = 0): number {
  return (length / bounds.width) * 1200;
}
