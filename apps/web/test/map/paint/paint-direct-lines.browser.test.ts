import { palette, WAITS } from '@gcscope/picture';
import { expect, it } from 'vitest';
import { toMapRoute } from '../../../src/map/edges/map-routes.ts';
import { directWays, exitOf } from '../../../src/map/paint/direct-ways.ts';
import { paintDirectEnds, paintDirectLines } from '../../../src/map/paint/paint-direct-lines.ts';
import { type Drawing, drawing } from '../../support/drawing.ts';

const { amber, edge } = palette('light');
const NOTHING = '#000000';

/** Namespaces that reach 50 world px around their objects: 5 CSS px. */
const namespaces = [400, 1600].map((x) => ({
  namespace: `at ${x}`,
  label: '',
  count: 1,
  x: x - 50,
  y: 455,
  width: 100,
  height: 100,
}));

/** A line from afar, from the dependent on the left to the owner on the right. */
function line(traits: number): Drawing {
  const made = drawing({ zoom: 0.1, pan: { x: 0, y: 0 } }, 200, 100);
  // The line runs on the middle of a px, where it covers one of them whole.
  const points = [400, 505, 1600, 505];
  const routes = [toMapRoute({ dependent: 0, owner: 1, traits, points })];
  const frames = Int32Array.of(0, 1);
  const ways = directWays(made.brush, routes, { namespaces, frames }, () => 'hovered');
  paintDirectLines(made.brush, ways);
  paintDirectEnds(made.brush, ways);
  return made;
}

it('a line from afar has an arrowhead at the owner that can be seen', () => {
  const { colourAt } = line(0);
  expect([colourAt(100, 50), colourAt(147, 53), colourAt(52, 53)]).toEqual([edge, edge, NOTHING]);
});

it('that of a Namespace has it at what it waits for', () => {
  const { colourAt } = line(WAITS);
  expect([colourAt(100, 50), colourAt(52, 53), colourAt(147, 53)]).toEqual([amber, amber, NOTHING]);
});

it('ends at the edges of both namespaces: nothing in them is covered', () => {
  const { colourAt } = line(0);
  for (let x = 34; x < 39; x++) expect(colourAt(x, 50)).toBe(NOTHING);
  for (let x = 160; x < 166; x++) expect(colourAt(x, 50)).toBe(NOTHING);
});

it('a line leaves a box where it crosses its side', () => {
  const box = { x: 0, y: 0, width: 20, height: 10 };
  expect(exitOf({ x: 10, y: 5 }, { x: 110, y: 5 }, box)).toEqual({ x: 20, y: 5 });
  expect(exitOf({ x: 10, y: 5 }, { x: 10, y: -95 }, box)).toEqual({ x: 10, y: 0 });
  expect(exitOf({ x: 10, y: 5 }, { x: -90, y: 105 }, box)).toEqual({ x: 5, y: 10 });
  expect(exitOf({ x: 10, y: 5 }, { x: 12, y: 6 }, box)).toEqual({ x: 12, y: 6 });
});
