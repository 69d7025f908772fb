import { describe, expect, it } from 'vitest';
import { READABLE_ZOOM } from '../../../src/map/view/measures.ts';
import { notchFactor, zoomOfTurn } from '../../../src/map/view/wheel.ts';

describe('a turn of the wheel', () => {
  it.each([
    ['px', { deltaY: -100, deltaMode: 0, ctrlKey: false }],
    ['lines, as Firefox has it', { deltaY: -3, deltaMode: 1, ctrlKey: false }],
    ['a fast wheel', { deltaY: -400, deltaMode: 0, ctrlKey: false }],
    ['a wheel with Ctrl, as on a browser zoom', { deltaY: -100, deltaMode: 0, ctrlKey: true }],
  ])('leads a notch closer, as a short move: %s', (_, turn) => {
    const { factor, travels } = zoomOfTurn(turn, 2);
    expect(factor).toBeCloseTo(2, 5);
    expect(travels).toBe(true);
  });

  it('leads as far away as it led closer', () => {
    const turn = { deltaMode: 0, ctrlKey: false };
    const [closer, away] = [-100, 100].map((deltaY) => zoomOfTurn({ ...turn, deltaY }, 2).factor);
    expect((closer ?? 0) * (away ?? 0)).toBeCloseTo(1, 9);
  });

  it.each([0.014, 0.026, 0.036])('leads in four notches to readable cards from %d', (whole) => {
    expect(whole * notchFactor(whole) ** 4).toBeGreaterThan(READABLE_ZOOM);
  });

  it('is no leap, however large the world is', () => {
    expect(notchFactor(0.001)).toBe(3);
    expect(notchFactor(1)).toBe(1.5);
  });

  it('follows a trackpad at once: small turns add up to the pinch', () => {
    // Browsers report a pinch to twice the size in small steps that add up to 100 ln 2.
    let zoom = 1;
    for (let step = 0; step < 20; step++) {
      const turn = { deltaY: (-100 * Math.LN2) / 20, deltaMode: 0, ctrlKey: true };
      const { factor, travels } = zoomOfTurn(turn, 3);
      expect(travels).toBe(false);
      zoom *= factor;
    }
    expect(zoom).toBeCloseTo(2, 9);
  });
});
