import type { NodeRecord } from '@gcscope/gc-core/wire';

import cytoscape from 'cytoscape';
import { expect, it } from 'vitest';
import { GraphStore } from '../../../src/data/graph-store.ts';
import { wholeGraph } from '../../../src/data/selection.ts';
import { Backdrop } from '../../../src/map/paint/backdrop.ts';
import { FarView } from '../../../src/map/paint/far-view.ts';
import { paintMap } from '../../../src/map/paint/paint-map.ts';
import { AFAR_ZOOM } from '../../../src/map/view/measures.ts';
import { Arrangement } from '../../../src/map/world/arrangement.ts';
import { problemsOf } from '../../../src/map/world/problems.ts';
import { ViewIndex } from '../../../src/map/world/view-index.ts';
import { drawing } from '../../support/drawing.ts';
import { record } from '../../support/record.ts';

const [WIDTH, HEIGHT] = [600, 400];
const PROBLEMS: Readonly<Record<string, Partial<NodeRecord>>> = {
  blocked: {
    beingDeleted: true,
    summary: { verdict: 'waits', rule: 'FG-02', blockedBy: 'finalizer example.com/hold' },
  },
  'being deleted': { beingDeleted: true, summary: { verdict: 'waits', rule: 'FG-02' } },
  'goes next': { summary: { verdict: 'goes', rule: 'CL-01' } },
  'wrong reference': {
    summary: { verdict: 'stays', rule: 'AD-20', wrong: [{ index: 0, finding: 'dangling' }] },
  },
};

/** A world of so many namespaces of 3 to 60 objects, of which one object of each seventh has the problem. */
function worldOf(namespaces: number, problem: Partial<NodeRecord>): NodeRecord[] {
  return Array.from({ length: namespaces }, (_, at) =>
    Array.from({ length: 3 + ((at * 17) % 58) }, (_, one) =>
      record({
        uid: `${at}-${one}`,
        namespace: `team-${at}`,
        ...(at % 7 === 0 && one === 1 && problem),
      }),
    ),
  ).flat();
}

/** The px of a map, its middle at a place of the world. */
function pictureOf(
  arrangement: Arrangement,
  zoom: number,
  { x, y }: { readonly x: number; readonly y: number },
): Uint8ClampedArray {
  const pan = { x: WIDTH / 2 - x * zoom, y: HEIGHT / 2 - y * zoom };
  const { brush } = drawing({ zoom, pan }, WIDTH, HEIGHT);
  paintMap(brush, brush, {
    cy: cytoscape({ headless: true }),
    arrangement,
    loaded: { cards: new Map(), edges: new Map() },
    index: new ViewIndex(arrangement.layout),
    farView: new FarView(),
    backdrop: new Backdrop(1),
    routes: [],
    isMarked: () => undefined,
    selected: undefined,
    isCompared: false,
  });
  return brush.context.getImageData(0, 0, WIDTH, HEIGHT).data;
}

/** Number of px of two pictures that differ, so far across and down from the middle. */
function differing(
  one: Uint8ClampedArray,
  two: Uint8ClampedArray,
  across: number,
  down: number,
): number {
  let count = 0;
  const [left, right] = [Math.max(0, WIDTH / 2 - across), Math.min(WIDTH, WIDTH / 2 + across)];
  const [top, bottom] = [Math.max(0, HEIGHT / 2 - down), Math.min(HEIGHT, HEIGHT / 2 + down)];
  for (let y = Math.floor(top); y < bottom; y++) {
    for (let x = Math.floor(left); x < right; x++) {
      const at = 4 * (y * WIDTH + x);
      if ([0, 1, 2].some((part) => Math.abs((one[at + part] ?? 0) - (two[at + part] ?? 0)) > 24)) {
        count++;
      }
    }
  }
  return count;
}

it.each(
  Object.entries(PROBLEMS).flatMap(([name, problem]) =>
    [12, 300].map((namespaces) => [name, namespaces, problem] as const),
  ),
)(
  'at each zoom an object is to be seen that is or has: %s; among %d namespaces',
  (_, namespaces, problem) => {
    const arrangement = new Arrangement();
    const store = new GraphStore(worldOf(namespaces, problem));
    arrangement.arrange(store, wholeGraph(), { width: WIDTH, height: HEIGHT }, true);
    const { layout } = arrangement;
    // A calm copy of the world: without marks and problems.
    const marks = arrangement.marks.map(() => 0);
    const calm: Arrangement = Object.create(arrangement, {
      marks: { value: marks },
      problems: { value: problemsOf(layout, marks) },
    });
    const at = layout.uids.indexOf('7-1');
    const [x, y] = [layout.x[at] ?? 0, layout.y[at] ?? 0];
    const frame = layout.namespaces[layout.frames[at] ?? -1];
    if (!frame) throw new Error('The object has no namespace.');
    for (let zoom = 0.01; zoom < 1; zoom *= 1.5) {
      const isNear = zoom >= AFAR_ZOOM;
      const place = isNear
        ? { x, y }
        : { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
      const [across, down] = isNear
        ? [120 * zoom, 40 * zoom]
        : [(frame.width * zoom) / 2 + 2, (frame.height * zoom) / 2 + 2];
      const seen = differing(
        pictureOf(arrangement, zoom, place),
        pictureOf(calm, zoom, place),
        across,
        down,
      );
      expect.soft(seen, `zoom ${zoom}`).toBeGreaterThan(40);
    }
  },
);
