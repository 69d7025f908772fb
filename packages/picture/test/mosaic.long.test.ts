import { describe, expect, it } from 'vitest';
import { syntheticWorld } from '../bench/synthetic-world.ts';
import { layout, rowsOf, stackSiblings } from '../src/index.ts';
import { BLOCKED, record } from './support/records.ts';

describe('the mosaic of a large world', () => {
  it('makes each of 281 namespaces large enough for its name, on a small screen and a large one', () => {
    const world = stackSiblings(rowsOf(syntheticWorld(100_000)));
    const { namespaces, bounds } = layout(world, undefined, 1.7);
    expect(namespaces.length).toBe(281);
    for (const [wide, high] of [
      [1212, 712],
      [1692, 892],
    ] as const) {
      const zoom = Math.min(wide / bounds.width, high / bounds.height);
      // A tiny letter is at most 6 px wide, its line 10 px high; long names have two lines.
      const small = namespaces.filter(
        ({ width, height, label }) =>
          height * zoom < 10 || (width * zoom < label.length * 6 && height * zoom < 20),
      );
      expect(small.map(({ label }) => label)).toEqual([]);
    }
  });
});

describe('namespaces with problems in a large world', () => {
  it('fill a view, however many there are', () => {
    const records = syntheticWorld(100_000).map((each, at) =>
      at % 60 === 0 ? { ...each, beingDeleted: true, summary: BLOCKED } : each,
    );
    const rows = stackSiblings(rowsOf(records));
    for (const aspect of [0.7, 1.7, 2.6]) {
      const { bounds } = layout(rows, undefined, aspect);
      expect(bounds.width / bounds.height / aspect).toBeGreaterThan(0.85);
      expect(bounds.width / bounds.height / aspect).toBeLessThan(1.15);
    }
  });

  it.each([0.7, 1.7])('get the more room the more is wrong in them: aspect %f', (aspect) => {
    const objects = 40;
    const all = [1, 4, 16].flatMap((blocked) =>
      Array.from({ length: objects }, (_, at) => {
        const one = { uid: `blocked-${blocked}-${at}`, namespace: `blocked-${blocked}` };
        return record(at < blocked ? { ...one, beingDeleted: true, summary: BLOCKED } : one);
      }),
    );
    const { namespaces } = layout(rowsOf([...syntheticWorld(50_000), ...all]), undefined, aspect);
    const [one, four, sixteen] = [1, 4, 16].map((blocked) => {
      const frame = namespaces.find(({ namespace }) => namespace === `blocked-${blocked}`);
      return (frame?.width ?? 0) * (frame?.height ?? 0);
    }) as [number, number, number];
    expect(four / one).toBeGreaterThan(1.5);
    expect(sixteen / four).toBeGreaterThan(1.2);
  });
});
