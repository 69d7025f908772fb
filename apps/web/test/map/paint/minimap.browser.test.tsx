import { layout, palette, rowsOf } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { Minimap } from '../../../src/map/paint/minimap.ts';
import { record } from '../../support/record.ts';

const BOX = { x: 0, y: 0, width: 100, height: 100 };

describe('the minimap', () => {
  it('is drawn when it has room, and without any it waits', () => {
    const canvas = document.createElement('canvas');
    const minimap = new Minimap(canvas);
    const laidOut = layout(rowsOf([record({ uid: 'a' })]));
    const paint = (): void =>
      minimap.paint(palette('light'), laidOut, { namespaces: [], marks: [] }, BOX);
    // It is not on the page yet, or its pane is folded.
    expect(paint).not.toThrow();
    canvas.style.cssText = 'width: 120px; height: 80px';
    document.body.append(canvas);
    paint();
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, 120, 80) ?? { data: [] };
    canvas.remove();
    expect([...data].some((channel) => channel > 0)).toBe(true);
  });
});
