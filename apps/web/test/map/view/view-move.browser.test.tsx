import cytoscape, { type Core } from 'cytoscape';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ViewMove } from '../../../src/map/view/view-move.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'],
    }),
);
afterEach(() => void vi.useRealTimers());

const FAR = { zoom: 4, pan: { x: -300, y: -200 } };

/** The zooms of the next frames. */
function zooms(cy: Core, frames: number): number[] {
  return Array.from({ length: frames }, () => {
    vi.advanceTimersToNextFrame();
    return cy.zoom();
  });
}

it('moves in each frame, also when another move begins shortly before it', () => {
  const cy = cytoscape({ headless: true });
  const move = new ViewMove(cy);
  for (let notch = 2; notch <= 4; notch++) {
    const before = cy.zoom();
    vi.advanceTimersByTime(15);
    move.begin({ ...FAR, zoom: notch }, 160, () => {});
    const [first = 0, second = 0, third = 0] = zooms(cy, 3);
    expect(first - before).toBeGreaterThan((notch - before) / 5);
    expect(second).toBeGreaterThan(first);
    expect(third).toBeGreaterThan(second);
  }
});

it('keeps the point that is zoomed at in its place, and ends there exactly and once', () => {
  const cy = cytoscape({ headless: true });
  let arrived = 0;
  // A point at 100, 66.67 on the screen.
  const at = { x: 100, y: 200 / 3 };
  new ViewMove(cy).begin(FAR, 160, () => arrived++);
  for (let frame = 0; frame < 6; frame++) {
    const [zoom = 0] = zooms(cy, 1);
    expect(arrived).toBe(0);
    expect(at.x * zoom + cy.pan().x).toBeCloseTo(at.x);
    expect(at.y * zoom + cy.pan().y).toBeCloseTo(at.y);
  }
  zooms(cy, 20);
  expect([cy.zoom(), cy.pan(), arrived]).toEqual([FAR.zoom, FAR.pan, 1]);
});

it('stays where it is stopped', () => {
  const cy = cytoscape({ headless: true });
  const move = new ViewMove(cy);
  move.begin(FAR, 160, () => expect.unreachable());
  const [stopped] = zooms(cy, 1);
  move.stop();
  expect(zooms(cy, 20).every((zoom) => zoom === stopped)).toBe(true);
});
