import { describe, expect, it } from 'vitest';
import type { Brush } from '../../../src/map/paint/brush.ts';
import { Rings } from '../../../src/map/paint/rings.ts';

describe('rings around what changed', () => {
  it('are drawn in a frame whose time is from before the change', () => {
    const radii: number[] = [];
    const context = {
      beginPath: () => {},
      stroke: () => {},
      roundRect: (...[, , , , radius]: number[]) => radii.push(radius ?? Number.NaN),
    };
    const brush = { context, colours: { accent: '#00f' }, zoom: 0.05, pan: { x: 0, y: 0 } };
    const layout = { uids: ['a'], x: [0], y: [0] };
    const rings = new Rings(false);
    rings.add(['a'], 1000);
    rings.paint(brush as unknown as Brush, layout as never, 700);
    expect(radii).toHaveLength(1);
    expect(radii[0]).toBeGreaterThan(0);
  });
});
