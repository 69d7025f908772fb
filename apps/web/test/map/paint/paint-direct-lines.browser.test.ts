import { palette, WAITS } from '@gcscope/picture';
import { expect, it } from 'vitest';
import { toMapRoute } from '../../../src/map/edges/map-routes.ts';
import { paintDirectEnds, paintDirectLines } from '../../../src/map/paint/paint-direct-lines.ts';
import { type Drawing, drawing } from '../../support/drawing.ts';

const { amber, edge } = palette('light');
const NOTHING = '#000000';

/** A line from afar, from the dependent on the left to the owner on the right. */
function line(traits: number): Drawing {
  const made = drawing({ zoom: 0.1, pan: { x: 0, y: 0 } }, 200, 100);
  // On the middle of a px, where the line covers one of them whole.
  const points = [400, 505, 1600, 505];
  const routes = [toMapRoute({ dependent: 0, owner: 1, traits, points })];
  paintDirectLines(made.brush, routes);
  paintDirectEnds(made.brush, routes);
  return made;
}

it('a line from afar has an arrowhead at the owner that can be seen', () => {
  const { colourAt } = line(0);
  expect([colourAt(100, 50), colourAt(152, 53), colourAt(47, 53)]).toEqual([edge, edge, NOTHING]);
});

it('that of a Namespace has it at what it waits for', () => {
  const { colourAt } = line(WAITS);
  expect([colourAt(100, 50), colourAt(47, 53), colourAt(152, 53)]).toEqual([amber, amber, NOTHING]);
});
