import { describe, expect, it } from 'vitest';
import { type Ray, WayFinder } from '../src/find-way.ts';
import type { Box } from '../src/geometry.ts';
import { Room } from '../src/lanes.ts';

/** Boxes of 100 x 100 with gaps of 20 in 30 rows and columns. */
function grid(): Room {
  const boxes: Box[] = Array.from({ length: 900 }, (_, at) => ({
    x: (at % 30) * 120,
    y: Math.floor(at / 30) * 120,
    width: 100,
    height: 100,
  }));
  return new Room({ x: -20, y: -20, width: 3640, height: 3640 }, boxes, [10, 10]);
}

/** The ray from the right side of the box in this column and row. */
function rightOf(room: Room, column: number, row: number): Ray {
  const [from, at] = [column * 120 + 100, row * 120 + 50];
  return { axis: 0, at, from, reach: room.reach(0, at, from, 1), straight: 0 };
}

describe('WayFinder', () => {
  it('takes a short way with few bends', () => {
    const room = grid();
    const way = new WayFinder().find(
      room,
      [rightOf(room, 2, 3)],
      [rightOf(room, 9, 8)],
      [1180, 1010],
    );
    expect(way?.stretches).toHaveLength(3);
    expect(way?.stretches.map(({ axis }) => axis)).toEqual([1, 0, 1]);
  });

  it('leads out of the room on the side of the goal', () => {
    const room = grid();
    const way = new WayFinder().find(room, [rightOf(room, 15, 2)], [], [1900, -5000]);
    expect(way?.stretches).toEqual([{ axis: 1, at: 1910 }]);
    expect(way?.end).toBe(-20);
  });

  it('looks for no crossings of a lane that leads out towards the goal', () => {
    const room = grid();
    new WayFinder().find(room, [rightOf(room, 15, 2)], [], [1900, -5000]);
    const lanes = [...room.lanesAlong(0), ...room.lanesAlong(1)];
    expect(lanes.filter(({ crossings }) => crossings !== undefined)).toEqual([]);
  });

  it('looks at a small part of a large room', () => {
    const room = grid();
    new WayFinder().find(room, [rightOf(room, 2, 3)], [rightOf(room, 4, 5)], [580, 650]);
    const lanes = [...room.lanesAlong(0), ...room.lanesAlong(1)];
    const followed = lanes.filter(({ crossings }) => crossings !== undefined);
    expect(followed.length).toBeGreaterThan(0);
    expect(followed.length).toBeLessThan(lanes.length / 5);
  });

  it('says so when there is no way', () => {
    const closed = new Room({ x: 0, y: 0, width: 100, height: 100 }, [], [10, 10]);
    const ray: Ray = { axis: 0, at: 50, from: 20, reach: 30, straight: 0 };
    expect(new WayFinder().find(closed, [ray], [], [500, 50])).toBeUndefined();
  });
});
