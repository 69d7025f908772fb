import { overlaps, palette } from '@gcscope/picture';
import cytoscape from 'cytoscape';
import { expect, it } from 'vitest';
import { GraphStore } from '../../../src/data/graph-store.ts';
import { wholeGraph } from '../../../src/data/selection.ts';
import { type MapRoute, toMapRoute } from '../../../src/map/edges/map-routes.ts';
import { Backdrop } from '../../../src/map/paint/backdrop.ts';
import { FarView } from '../../../src/map/paint/far-view.ts';
import { type Painted, paintMap } from '../../../src/map/paint/paint-map.ts';
import { Arrangement } from '../../../src/map/world/arrangement.ts';
import { type Drawing, drawing } from '../../support/drawing.ts';
import { record } from '../../support/record.ts';

const { edge } = palette('light');
const PAN = { x: 20, y: 60 };

/** A map of one namespace with a line that ends, or runs, where `points` says, px of the world from the namespace's corner. */
function painted(zoom: number, points: readonly number[]): Drawing & Painted {
  const arrangement = new Arrangement();
  const store = new GraphStore(
    Array.from({ length: 40 }, (_, at) => record({ uid: `${at}`, namespace: 'preview-of-today' })),
  );
  arrangement.arrange(store, wholeGraph(), { width: 900, height: 600 }, false);
  const [{ x = 0, y = 0 } = {}] = arrangement.layout.namespaces;
  const corner = { x: PAN.x - x * zoom, y: PAN.y - y * zoom };
  const made = drawing({ zoom, pan: corner });
  const route: MapRoute = toMapRoute({
    dependent: 0,
    owner: 1,
    traits: 0,
    points: points.map((value, at) => value + (at % 2 === 0 ? x : y)),
  });
  const all = paintMap(made.brush, made.brush, {
    cy: cytoscape({ headless: true }),
    arrangement,
    loaded: { cards: new Map(), edges: new Map() },
    index: undefined,
    farView: new FarView(),
    backdrop: new Backdrop(1),
    routes: [route],
    isMarked: () => 'hovered',
    isCompared: false,
  });
  return { ...made, ...all };
}

it('a line that crosses the name of a namespace can be followed across it', () => {
  const zoom = 0.5;
  // Before the first letter.
  const at = 6.5 / zoom;
  const { colourAt, names } = painted(zoom, [-60, -60, at, -60, at, 80, 300, 80]);
  const [{ x, y, width, height } = { x: 0, y: 0, width: 0, height: 0 }] = names;
  expect([x < PAN.x + 6, width > 20]).toEqual([true, true]);
  const column = Array.from({ length: height }, (_, from) => colourAt(PAN.x + 6, y + from));
  expect(new Set(column)).toEqual(new Set([edge]));
});

it('from afar the arrowhead of a line stands on the name of a namespace', () => {
  const zoom = 0.06;
  const tip = { x: 12, y: 10 };
  const [x, y] = [tip.x / zoom, tip.y / zoom];
  const { colourAt, names } = painted(zoom, [9000, y, x, y]);
  const at = { x: PAN.x + tip.x, y: PAN.y + tip.y };
  expect(names.some((name) => overlaps(name, { ...at, width: 10, height: 1 }))).toBe(true);
  expect([-3, 0, 3].map((aside) => colourAt(at.x + 8, at.y + aside))).toEqual([edge, edge, edge]);
});
