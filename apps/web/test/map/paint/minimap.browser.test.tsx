import { layout, palette, rowsOf } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { Minimap } from '../../../src/map/paint/minimap.ts';
import { problemsOf } from '../../../src/map/world/problems.ts';
import { record } from '../../support/record.ts';

const BOX = { x: 0, y: 0, width: 100, height: 100 };

describe('the minimap', () => {
  it('is drawn when it has room, and without any it waits', () => {
    const canvas = document.createElement('canvas');
    const minimap = new Minimap(canvas);
    const laidOut = layout(rowsOf([record({ uid: 'a' })]));
    const paint = (): void =>
      minimap.paint(palette('light'), laidOut, { namespaces: [], marks: [] }, BOX);
    // The canvas is not on the page yet, or its pane is folded.
    expect(paint).not.toThrow();
    canvas.style.cssText = 'width: 120px; height: 80px';
    document.body.append(canvas);
    paint();
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, 120, 80) ?? { data: [] };
    canvas.remove();
    expect([...data].some((channel) => channel > 0)).toBe(true);
  });

  it('of 1,500 namespaces shows which have problems: marks do not melt into one', () => {
    const canvas = document.createElement('canvas');
    canvas.style.cssText = 'width: 200px; height: 130px';
    document.body.append(canvas);
    const summary = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;
    const rows = rowsOf(
      Array.from({ length: 1500 }, (_, at) =>
        record({ uid: `${at}`, namespace: `n${at}`, beingDeleted: true, summary }),
      ),
    );
    const laidOut = layout(rows);
    const colours = palette('light');
    const far = { x: -9e6, y: -9e6, width: 1, height: 1 };
    new Minimap(canvas).paint(colours, laidOut, problemsOf(laidOut, rows.marks), far);
    const { width, height } = canvas;
    const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    canvas.remove();
    const green = (colour: string): number => Number.parseInt(colour.slice(3, 5), 16);
    const { sign, fill } = colours.marks.blocked;
    const middle = (green(sign) + green(fill)) / 2;
    const seen = [...data].filter((_, at) => at % 4 === 1 && data[at + 2] === 255);
    const marked = seen.filter((value) => value < middle);
    expect(marked.length).toBeGreaterThan(seen.length / 20);
    expect(marked.length).toBeLessThan(seen.length / 2);
  });

  it('marks a wrong reference more lightly than what is blocked', () => {
    const canvas = document.createElement('canvas');
    canvas.style.cssText = 'width: 200px; height: 130px';
    document.body.append(canvas);
    const colours = palette('light');
    /** The darkest green of the map of one object. */
    const darkest = (one: Parameters<typeof record>[0]): number => {
      const rows = rowsOf([record(one)]);
      const laidOut = layout(rows);
      const far = { x: -9e6, y: -9e6, width: 1, height: 1 };
      new Minimap(canvas).paint(colours, laidOut, problemsOf(laidOut, rows.marks), far);
      const { width, height } = canvas;
      const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      return Math.min(...[...data].filter((_, at) => at % 4 === 1 && data[at + 2] === 255));
    };
    const wrong = [{ index: 0, finding: 'dangling' }] as const;
    const lost = darkest({ uid: 'a', summary: { verdict: 'stays', rule: 'AD-20', wrong } });
    const stuck = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;
    const blocked = darkest({ uid: 'b', beingDeleted: true, summary: stuck });
    canvas.remove();
    expect(lost).toBeGreaterThan(blocked + 60);
    expect(lost).toBeLessThan(200);
  });
});
