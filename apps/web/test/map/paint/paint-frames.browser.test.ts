import type { NodeRecord } from '@gcscope/gc-core/wire';
import { layout, palette, rowsOf, type Theme } from '@gcscope/picture';
import { expect, it } from 'vitest';
import { paintFrames } from '../../../src/map/paint/paint-frames.ts';
import { AFAR_ZOOM, READABLE_ZOOM } from '../../../src/map/view/measures.ts';
import { problemsOf } from '../../../src/map/world/problems.ts';
import { drawing } from '../../support/drawing.ts';
import { record } from '../../support/record.ts';

const { frame, marks } = palette('light');

/** By namespace: the colour of its ground. */
function groundsOf(
  records: readonly NodeRecord[],
  zoom: number,
  theme: Theme,
): Readonly<Record<string, string>> {
  const rows = rowsOf(records);
  const placed = layout(rows);
  const { x, y } = placed.bounds;
  const pan = { x: 10 - x * zoom, y: 10 - y * zoom };
  const { brush, colourAt } = drawing({ zoom, pan }, 1400, 900);
  paintFrames({ ...brush, colours: palette(theme) }, placed, problemsOf(placed, rows.marks));
  return Object.fromEntries(
    placed.namespaces.map(({ namespace, x, y, width, height }) => [
      namespace,
      colourAt((x + width / 2) * zoom + pan.x, (y + height / 2) * zoom + pan.y),
    ]),
  );
}

/** Grounds of one namespace of each state, at a zoom. */
function grounds(zoom: number): Readonly<Record<string, string>> {
  const blocked = { verdict: 'waits', rule: 'API-35', blockedBy: 'x' } as const;
  const lost = {
    verdict: 'goes',
    rule: 'CL-13',
    wrong: [{ index: 0, finding: 'dangling' }],
  } as const;
  const records = [
    record({ uid: 'b', namespace: 'blocked', beingDeleted: true, summary: blocked }),
    // The worse of two problems counts.
    record({ uid: 'g', namespace: 'blocked', summary: { verdict: 'goes', rule: 'CL-01' } }),
    record({ uid: 'w', namespace: 'wrong', summary: lost }),
    record({ uid: 'n', namespace: 'next', summary: { verdict: 'goes', rule: 'CL-01' } }),
    record({ uid: 't', namespace: 'terminating', beingDeleted: true }),
    record({ uid: 'c', namespace: 'calm' }),
  ];
  return groundsOf(records, zoom, 'light');
}

it('from afar a namespace has the shade of the worst that is in it', () => {
  const { blocked, wrong, ...others } = grounds(AFAR_ZOOM);
  expect(others).toEqual({
    next: marks.goes.fill,
    terminating: marks.terminating.fill,
    calm: frame.fill,
  });
  expect(apart(blocked ?? '', marks.blocked.fill)).toBeLessThan(40);
  expect(wrong).not.toBe(frame.fill);
});

it.each(['light', 'dark'] as const)(
  'wrong references shade a namespace by their share, and less than one blocked object does: %s',
  (theme) => {
    const wrong = [{ index: 0, finding: 'dangling' }] as const;
    const lost = { verdict: 'goes', rule: 'CL-13', wrong } as const;
    const stuck = { verdict: 'waits', rule: 'API-35', blockedBy: 'x' } as const;
    const blocked = { few: 1, all: 100, blocked: 1 };
    const records = Object.entries(blocked).flatMap(([namespace, many]) =>
      Array.from({ length: 100 }, (_, at) => {
        const one = { uid: `${namespace}-${at}`, namespace };
        if (at >= many) return record(one);
        return record({
          ...one,
          ...(namespace === 'blocked' ? { beingDeleted: true, summary: stuck } : { summary: lost }),
        });
      }),
    );
    const shades = groundsOf(records, AFAR_ZOOM / 2, theme);
    const depth = (each: string): number => apart(shades[each] ?? '', palette(theme).frame.fill);
    expect(depth('few')).toBeLessThan(5);
    expect(depth('all')).toBeGreaterThan(15);
    expect(depth('blocked')).toBeGreaterThan(depth('all') + 20);
  },
);

it('from afar the outline of a namespace with something blocked is full, that of one with wrong references paler', () => {
  const wrong = [{ index: 0, finding: 'dangling' }] as const;
  const lost = { verdict: 'goes', rule: 'CL-13', wrong } as const;
  const stuck = { verdict: 'waits', rule: 'API-35', blockedBy: 'x' } as const;
  const coloured = (one: NodeRecord, colour: string): boolean => {
    const rows = rowsOf([one]);
    const placed = layout(rows);
    const { x, y } = placed.bounds;
    // The outline runs on the middle of a px.
    const pan = { x: 10.5 - x * AFAR_ZOOM, y: 10.5 - y * AFAR_ZOOM };
    const { brush, boxOf } = drawing({ zoom: AFAR_ZOOM, pan }, 400, 400);
    paintFrames(brush, placed, problemsOf(placed, rows.marks));
    return boxOf(colour) !== undefined;
  };
  const { invalid } = palette('light');
  expect(coloured(record({ uid: 'w', summary: lost }), invalid)).toBe(false);
  const ending = record({ uid: 'b', beingDeleted: true, summary: stuck });
  expect(coloured(ending, marks.blocked.sign)).toBe(true);
});

it('nearer, where cards say it, the shade is gone', () => {
  expect(new Set(Object.values(grounds(READABLE_ZOOM)))).toEqual(new Set([frame.fill]));
});

it.each(['light', 'dark'] as const)('the more is wrong, the deeper is the shade: %s', (theme) => {
  const summary = { verdict: 'waits', rule: 'API-35', blockedBy: 'x' } as const;
  const counts = [0, 1, 4, 40];
  const records = counts.flatMap((blocked) =>
    Array.from({ length: 40 }, (_, at) => {
      const one = { uid: `${blocked}-${at}`, namespace: `${blocked}` };
      return record(at < blocked ? { ...one, beingDeleted: true, summary } : one);
    }),
  );
  for (const zoom of [AFAR_ZOOM, 0.36]) {
    const shades = groundsOf(records, zoom, theme);
    const depths = counts.map((each) => apart(shades[each] ?? '', palette(theme).frame.fill));
    expect(depths[0]).toBe(0);
    for (const at of [1, 2, 3]) expect(depths[at]).toBeGreaterThan((depths[at - 1] ?? 0) + 8);
  }
});

/** Distance of two colours `#rrggbb`: the sum over red, green and blue. */
function apart(one: string, other: string): number {
  const parts = [1, 3, 5].map((at) =>
    Math.abs(
      Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16),
    ),
  );
  return parts.reduce((sum, part) => sum + part);
}
