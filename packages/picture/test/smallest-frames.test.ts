import { describe, expect, it } from 'vitest';
import { type FloorOf, smallestFrames, type Urgent } from '../src/smallest-frames.ts';

/** The map of a window of 1,440 px beside the filters, and that of a phone: their worlds are as wide as they are. */
const DESK = 1083;
const PHONE = 358;
const FRAMES = 1500;

/** Urgent namespaces: so many with something blocked, so many with wrong references, each with so many objects. */
function urgentOf(blocked: number, wrong: number, problems = 1): readonly Urgent[] {
  return Array.from({ length: blocked + wrong }, (_, index) => {
    return { index, problems, rank: index < blocked ? 0 : 1 };
  });
}

/** The share of the world that the namespaces from one to before another take. */
function shareOf(floorOf: FloorOf, [from, to]: readonly [number, number], area: number): number {
  let sum = 0;
  for (let index = from; index < to; index++) {
    sum += floorOf(index).width * floorOf(index).height;
  }
  return sum / area;
}

describe('the least size of a namespace among 1,500', () => {
  it('has room for its name and the mark of a wrong reference, and for a number if there are several', () => {
    const one = smallestFrames(DESK, 1.7, FRAMES, urgentOf(0, 1))(0);
    expect(one.width).toBeGreaterThan('shop-103'.length * 5.4 + 4 + 13);
    const several = smallestFrames(DESK, 1.7, FRAMES, urgentOf(0, 300, 4))(0);
    const alone = smallestFrames(DESK, 1.7, FRAMES, urgentOf(0, 300))(0);
    expect(several.width - alone.width).toBeGreaterThan(8);
  });

  it('has room for the mark of something blocked below its name', () => {
    const { height } = smallestFrames(DESK, 1.7, FRAMES, urgentOf(39, 305))(0);
    expect(height).toBeGreaterThan(17 + 13 + 2);
  });

  it('leaves room for others where many have something blocked', () => {
    const floorOf = smallestFrames(DESK, 1.7, FRAMES, urgentOf(80, 305));
    const share = shareOf(floorOf, [0, 80], (DESK * DESK) / 1.7);
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.35);
  });

  it('has room for the names of the worst where there is not enough for all', () => {
    const floorOf = smallestFrames(PHONE, 0.7, FRAMES, urgentOf(39, 305));
    const named = (index: number): boolean => floorOf(index).width > 'shop-103'.length * 5.4 + 13;
    expect(named(0)).toBe(true);
    expect(named(39 + 40)).toBe(true);
    expect(named(39 + 304)).toBe(false);
    // Each of the other frames has room for its mark.
    expect(floorOf(39 + 304).width).toBeGreaterThan(8);
    const all = shareOf(floorOf, [0, FRAMES], (PHONE * PHONE) / 0.7);
    expect(all).toBeGreaterThan(0.75);
    expect(all).toBeLessThan(0.83);
  });
});
