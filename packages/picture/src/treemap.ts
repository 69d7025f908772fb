import { hierarchy, treemap as placeTreemap, treemapSquarify } from 'd3-hierarchy';
import type { Box } from './geometry.ts';

/**
 * The area shared out by weight, each rectangle as near to a square as the others allow and `gap` from the next one; in the
 * order of the weights. Weights are finite and above 0.
 */
export function treemap(
  weights: readonly number[],
  area: { readonly width: number; readonly height: number; readonly gap: number },
): readonly Box[] {
  interface Leaf {
    readonly weight: number;
    readonly index: number;
    readonly children?: readonly Leaf[];
  }
  const children = weights.map((weight, index): Leaf => ({ weight, index }));
  const root = hierarchy<Leaf>({ weight: 0, index: -1, children }, (leaf) => leaf.children)
    .sum(({ weight }) => weight)
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0) || a.data.index - b.data.index);
  const place = placeTreemap<Leaf>()
    .tile(treemapSquarify)
    .size([area.width, area.height])
    .paddingInner(area.gap)
    .round(true);
  const tiles: Box[] = [];
  for (const { data, x0, y0, x1, y1 } of place(root).leaves()) {
    if (data.index >= 0) tiles[data.index] = { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
  }
  return tiles;
}
