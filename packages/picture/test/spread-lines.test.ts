import { expect, it } from 'vitest';
import { type Line, spread } from '../src/spread-lines.ts';

it('keeps any number of lines in their lane', () => {
  const [low, high] = [-20, 20];
  const routes = Array.from({ length: 130_000 }, (_, turn): Line[] => [
    { axis: 0, at: 0, low, high, from: 0, to: 100, turn },
  ]);
  spread(routes);
  const places = routes.map(([line]) => line?.at ?? Number.NaN);
  expect(places.find((at) => !(at >= low && at <= high))).toBeUndefined();
  // In the order in which they turn off.
  expect(places[0]).toBeLessThan(places.at(-1) as number);
});
