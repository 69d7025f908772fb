import { type Box, CARD_WIDTH, overlaps, palette } from '@gcscope/picture';
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
    dependent: 99,
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
    selected: undefined,
    isCompared: false,
  });
  return { ...made, ...all };
}

it('a line that crosses the name of a namespace runs below it, and goes on on both sides', () => {
  const zoom = 0.5;
  // Before the first letter.
  const at = 4.5 / zoom;
  const { colourAt, names } = painted(zoom, [-60, -60, at, -60, at, 80, 300, 80]);
  const [{ x, y, width, height } = { x: 0, y: 0, width: 0, height: 0 }] = names;
  expect([x < PAN.x + 4, width > 20]).toEqual([true, true]);
  const column = Array.from({ length: height + 8 }, (_, from) => colourAt(PAN.x + 4, y + from - 4));
  expect(column.slice(6, -6)).not.toContain(edge);
  expect([column.at(0), column.at(-1)]).toEqual([edge, edge]);
});

it('a line along the name of a namespace does not strike it out', () => {
  const row = (down: number): readonly string[] => {
    const { colourAt, names } = painted(0.5, [-60, down, 600, down]);
    const [{ x, y, width, height } = { x: 0, y: 0, width: 0, height: 0 }] = names;
    expect(width).toBeGreaterThan(20);
    const middle = Math.round(y + height / 2);
    return Array.from({ length: Math.floor(width) - 14 }, (_, at) => colourAt(x + 7 + at, middle));
  };
  const { names } = painted(0.5, [-60, 900, 600, 900]);
  const [{ y, height } = { y: 0, height: 0 }] = names;
  expect(row((Math.round(y + height / 2) + 0.5 - PAN.y) / 0.5)).toEqual(row(900));
});

it('from afar a line to a namespace ends at the edge of its frame, and not on its name', () => {
  const zoom = 0.06;
  const [x, y] = [12 / zoom, 10 / zoom];
  const { names, boxOf, colourAt } = painted(zoom, [9000, y, x, y]);
  const [name = { x: 0, y: 0, width: 0, height: 0 }] = names;
  expect(overlaps(name, { x: PAN.x + 12, y: PAN.y + 10, width: 10, height: 1 })).toBe(true);
  const line = boxOf(edge);
  expect(line?.x).toBeGreaterThan(name.x + name.width - 1);
  const tip = (line?.x ?? 0) + 7;
  expect([-3, 0, 3].map((aside) => colourAt(tip, PAN.y + 10 + aside))).toEqual([edge, edge, edge]);
});

it('the name of the selected object has its ring where it is wider than its card', () => {
  const zoom = 0.4;
  const summary = { verdict: 'waits', rule: 'API-35', blockedBy: 'finalizer x/y' } as const;
  const held = record({
    uid: 'held',
    name: 'exported-token-of-today',
    beingDeleted: true,
    summary,
  });
  const arrangement = new Arrangement();
  arrangement.arrange(new GraphStore([held]), wholeGraph(), { width: 900, height: 600 }, false);
  const { x, y } = arrangement.layout;
  const ringOf = (selected: string | undefined): Box | undefined => {
    const made = drawing({
      zoom,
      pan: { x: 450 - (x[0] ?? 0) * zoom, y: 300 - (y[0] ?? 0) * zoom },
    });
    paintMap(made.brush, made.brush, {
      cy: cytoscape({ headless: true }),
      arrangement,
      loaded: { cards: new Map(), edges: new Map() },
      index: undefined,
      farView: new FarView(),
      backdrop: new Backdrop(1),
      routes: [],
      isMarked: () => undefined,
      selected,
      isCompared: false,
    });
    return made.boxOf(palette('light').accent);
  };
  expect(ringOf(undefined)).toBeUndefined();
  expect(ringOf('held')?.width).toBeGreaterThan(1.2 * CARD_WIDTH * zoom);
});
