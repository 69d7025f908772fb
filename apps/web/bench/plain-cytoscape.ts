import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type cytoscape from 'cytoscape';
import { syntheticWorld } from '../../../packages/picture/bench/synthetic-world.ts';
import { layout, rowsOf } from '../../../packages/picture/src/index.ts';
import { VIEWPORT, watchRedraws } from './map-gestures.ts';

const CYTOSCAPE = join(
  dirname(createRequire(import.meta.url).resolve('cytoscape')),
  'cytoscape.min.js',
);

/** A graph as Cytoscape takes it: where the cards stand and which of them are joined, by place in the list. */
export interface PlainGraph {
  readonly cards: readonly {
    readonly x: number;
    readonly y: number;
    readonly label: string;
  }[];
  readonly edges: readonly (readonly [owner: number, dependent: number])[];
}

/** All objects of the synthetic world, each in the place that we give it, with every reference. */
export function plainGraph(objects: number): PlainGraph {
  const rows = rowsOf(syntheticWorld(objects));
  const { x, y } = layout(rows);
  const { firsts, owners } = rows.edges;
  return {
    cards: rows.names.map((label, row) => ({
      x: x[row] ?? Number.NaN,
      y: y[row] ?? Number.NaN,
      label,
    })),
    edges: rows.names.flatMap((_, row) =>
      [...owners.subarray(firsts[row], firsts[row + 1])].map((owner) => [owner, row] as const),
    ),
  };
}

/**
 * A page with Cytoscape alone that holds the whole graph, in its fastest settings: rectangles, straight edges without arrows,
 * labels only where they can be read. Returns the milliseconds until all of it is painted.
 */
export async function openPlain(
  chrome: Browser,
  graph: PlainGraph,
): Promise<{ readonly page: Page; readonly paint: number }> {
  const page = await (await chrome.newContext(VIEWPORT)).newPage();
  await page.goto('about:blank');
  await page.setContent('<div id="map" style="position: absolute; inset: 0"></div>');
  await page.addScriptTag({ path: CYTOSCAPE });
  const paint = await page.evaluate(
    ({ cards, edges }) =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        const { cytoscape: create } = window as unknown as { cytoscape: typeof cytoscape };
        const map = create({
          container: document.querySelector('#map'),
          pixelRatio: 1,
          layout: { name: 'preset' },
          elements: {
            nodes: cards.map(({ x, y, label }, id) => ({
              data: { id: String(id), label },
              position: { x, y },
            })),
            edges: edges.map(([owner, dependent], at) => ({
              data: { id: `e${at}`, source: String(owner), target: String(dependent) },
            })),
          },
          style: [
            {
              selector: 'node',
              style: {
                shape: 'rectangle',
                width: 192,
                height: 44,
                label: 'data(label)',
                'min-zoomed-font-size': 9,
                'text-valign': 'center',
              },
            },
            { selector: 'edge', style: { 'curve-style': 'straight', events: 'no' } },
          ],
        });
        map.fit();
        map.one('render', () =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => resolve(performance.now() - start)),
          ),
        );
      }),
    graph,
  );
  await watchRedraws(page, '#map');
  return { page, paint };
}
