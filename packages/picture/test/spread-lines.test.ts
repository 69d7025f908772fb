import { expect, it } from 'vitest';
import { type Line, spread } from '../src/spread-lines.ts';

it('keeps any number of lines in their lane', () => {
  const [low, high] = [-20, 20];
  const routes = Array.from({ length: 130_000 }, (_, turn): Line[] => [
    { axis: 0, at: 0, low, high, from: 0, to: 100, turn, goal: turn, place: turn },
  ]);
  spread(routes);
  const places = routes.map(([line]) => line?.at ?? Number.NaN);
  expect(places.find((at) => !(at >= low && at <= high))).toBeUndefined();
  // Lines stand in the order in which they turn off.
  expect(places[0]).toBeLessThan(places.at(-1) as number);
});

/** Makes so many lines in one lane with this much room. */
function lane(
  count: number,
  room: number,
  keys: (at: number) => Pick<Line, 'goal' | 'place'>,
): Line[] {
  const lines = Array.from({ length: count }, (_, turn): Line => {
    const reach = { low: -room / 2, high: room / 2, from: 0, to: 100 };
    return { axis: 0, at: 0, ...reach, turn, ...keys(turn) };
  });
  spread(lines.map((line) => [line]));
  return lines;
}

function placesOf(lines: readonly Line[]): number {
  return new Set(lines.map(({ at }) => at)).size;
}

it('many lines to one goal run as one, a few side by side', () => {
  const one = (): Pick<Line, 'goal' | 'place'> => ({ goal: 1, place: 1 });
  expect(placesOf(lane(8, 48, one))).toBe(8);
  expect(placesOf(lane(9, 48, one))).toBe(1);
  // Another one beside them keeps to itself.
  const lines = lane(10, 48, (at) => ({ goal: at === 4 ? 2 : 1, place: 1 }));
  expect(placesOf(lines)).toBe(2);
  expect(lines.filter(({ at }) => at === lines[4]?.at)).toEqual([lines[4]]);
});

it('where no line can be followed, those to one place run as one', () => {
  const each = (at: number): Pick<Line, 'goal' | 'place'> => ({ goal: at, place: at % 2 });
  expect(placesOf(lane(18, 48, each))).toBe(18);
  expect(placesOf(lane(24, 48, each))).toBe(2);
  expect(placesOf(lane(8, 18, each))).toBe(8);
});
