import { palette, WAITED, WAITS } from '@gcscope/picture';
import { expect, it, vi } from 'vitest';
import { type MapRoute, toMapRoute } from '../../../src/map/edges/map-routes.ts';
import { colourOf, paintRoutes } from '../../../src/map/paint/paint-routes.ts';
import { type Drawing, drawing } from '../../support/drawing.ts';

const { edge, frame } = palette('light');
const NO_TRAITS = { dependent: 0, owner: 1, traits: 0 };

/** One line along y = 50, and one that crosses it at x = 100. */
function crossing(zoom: number): Drawing {
  const routes: readonly MapRoute[] = [
    // Lines run on the middles of px, where one of little more than a px covers one of them whole.
    toMapRoute({ ...NO_TRAITS, points: [20.5, 50.5, 180.5, 50.5] }),
    toMapRoute({ ...NO_TRAITS, points: [40.5, 20.5, 100.5, 20.5, 100.5, 90.5, 40.5, 90.5] }),
  ];
  const made = drawing({ zoom, pan: { x: 0, y: 0 } }, 200, 100);
  paintRoutes(made.brush, routes, () => undefined);
  return made;
}

it('a line leaves a gap in the line that it crosses', () => {
  const { colourAt } = crossing(1);
  expect([colourAt(100, 50), colourAt(100, 70)]).toEqual([edge, edge]);
  expect([colourAt(70, 50), colourAt(130, 50)]).toEqual([edge, edge]);
  expect([colourAt(98, 50), colourAt(102, 50)]).toEqual([frame.fill, frame.fill]);
});

it('from afar, where the gaps would be all that is left, there are none', () => {
  const { colourAt, boxOf } = crossing(0.29);
  expect(colourAt(28, 14)).not.toBe(frame.fill);
  expect(boxOf(frame.fill)).toBeUndefined();
});

it.each([
  ['that runs through half of the map is pale', 0, undefined, 3000, false],
  ['that is shorter is not', 0, undefined, 1000, true],
  ['is not pale once it is selected', 0, 'selected', 3000, true],
  ['is not pale while it is waited for', WAITED, undefined, 3000, true],
] as const)('a line %s', (_, traits, mark, length, isFull) => {
  const route = toMapRoute({ ...NO_TRAITS, traits, points: [-length, 50.5, 180.5, 50.5] });
  const { brush, boxOf } = drawing({ zoom: 1, pan: { x: 0, y: 0 } }, 150, 100);
  paintRoutes(brush, [route], () => mark);
  const colour = colourOf(route, palette('light'), mark);
  expect(boxOf(colour) !== undefined).toBe(isFull);
});

it('while one line is hovered, the others step back', () => {
  const [other, hovered] = [20.5, 70.5].map((y) =>
    toMapRoute({ ...NO_TRAITS, points: [10, y, 140, y] }),
  );
  if (!other || !hovered) throw new Error('There are no lines.');
  const { brush } = drawing({ zoom: 1, pan: { x: 0, y: 0 } }, 150, 100);
  paintRoutes(brush, [other, hovered], (route) => (route === hovered ? 'hovered' : undefined));
  const alphaAt = (y: number): number => brush.context.getImageData(75, y, 1, 1).data[3] ?? 0;
  expect(alphaAt(20)).toBeLessThan(0.7 * 255);
  expect(alphaAt(70)).toBe(255);
});

it('of a long dashed line only what is in view is drawn, and its dashes move with the map', () => {
  const points = [0.5, 50.5, 40_000.5, 50.5, 40_000.5, 90.5, 50_000.5, 90.5];
  const route = toMapRoute({ ...NO_TRAITS, traits: WAITED, points });
  const at = (pan: number): { readonly row: readonly boolean[]; readonly ends: number[] } => {
    const { brush, colourAt } = drawing({ zoom: 1, pan: { x: pan, y: 0 } }, 200, 100);
    const to = vi.spyOn(brush.context, 'lineTo');
    paintRoutes(brush, [route], () => undefined);
    const row = Array.from({ length: 197 }, (_, x) => colourAt(x, 50) === palette('light').amber);
    return { row, ends: to.mock.calls.map(([x]) => x + pan) };
  };
  const [one, other] = [at(-20_000), at(-20_003)];
  expect(new Set(one.row)).toEqual(new Set([true, false]));
  expect(other.row.slice(0, 190)).toEqual(one.row.slice(3, 193));
  expect(one.ends).toEqual([208]);
});

it('a dash-dot line has no gap where it turns', () => {
  const { amber } = palette('light');
  const made = drawing({ zoom: 1, pan: { x: 0, y: 0 } }, 200, 100);
  const points = [20.5, 20.5, 134.5, 20.5, 134.5, 77.5, 180.5, 77.5];
  paintRoutes(made.brush, [toMapRoute({ ...NO_TRAITS, traits: WAITS, points })], () => undefined);
  const before = [131, 132].map((x) => made.colourAt(x, 20));
  const behind = [22, 23].map((y) => made.colourAt(134, y));
  expect([...before, ...behind]).toEqual([amber, amber, amber, amber]);
  const row = Array.from({ length: 100 }, (_, x) => made.colourAt(30 + x, 20));
  expect(row.filter((colour) => colour !== amber).length).toBeGreaterThan(20);
});
