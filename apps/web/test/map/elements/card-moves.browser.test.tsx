import cytoscape, { type Core, type NodeSingular } from 'cytoscape';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CardMoves } from '../../../src/map/elements/card-moves.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'],
    }),
);
afterEach(() => void vi.useRealTimers());

function mapOf(...ids: string[]): { cy: Core; nodes: NodeSingular[] } {
  const cy = cytoscape({
    headless: true,
    elements: ids.map((id) => ({ data: { id }, position: { x: 0, y: 0 } })),
  });
  return { cy, nodes: ids.map((id) => cy.getElementById(id) as NodeSingular) };
}

/** Places of a card in the next frames. */
function places(node: NodeSingular, frames: number): number[] {
  return Array.from({ length: frames }, () => {
    vi.advanceTimersToNextFrame();
    return node.position('x');
  });
}

it('a card moves in each frame, fast at first, and ends exactly where it should', () => {
  const { cy, nodes } = mapOf('a');
  const [card] = nodes as [NodeSingular];
  new CardMoves(cy).begin(card, { x: 100, y: 7 }, 220);
  const way = places(card, 14);
  const steps = way.map((x, at) => x - (way[at - 1] ?? 0));
  for (let at = 1; at < 13; at++) {
    expect(steps[at]).toBeGreaterThan(0);
    expect(steps[at]).toBeLessThan(steps[at - 1] as number);
  }
  expect(card.position()).toEqual({ x: 100, y: 7 });
});

it('a card that gets another place on its way goes on from where it is; in no time it is there', () => {
  const { cy, nodes } = mapOf('a', 'b');
  const [card, other] = nodes as [NodeSingular, NodeSingular];
  const moves = new CardMoves(cy);
  moves.begin(card, { x: 100, y: 0 }, 220);
  const [before = 0] = places(card, 5).slice(-1);
  moves.begin(card, { x: 0, y: 0 }, 220);
  moves.begin(other, { x: 50, y: 0 }, 220);
  const [next = 0] = places(card, 1);
  expect(next).toBeLessThan(before);
  expect(next).toBeGreaterThan(before / 2);
  moves.begin(other, { x: 5, y: 5 }, 0);
  places(card, 20);
  expect(card.position()).toEqual({ x: 0, y: 0 });
  expect(other.position()).toEqual({ x: 5, y: 5 });
});

it('a card that has gone, or a map that has ended, asks for no more frames', () => {
  const { cy, nodes } = mapOf('a', 'b');
  const [card, other] = nodes as [NodeSingular, NodeSingular];
  const moves = new CardMoves(cy);
  moves.begin(card, { x: 100, y: 0 }, 220);
  card.remove();
  vi.advanceTimersToNextFrame();
  expect(vi.getTimerCount()).toBe(0);
  moves.begin(other, { x: 100, y: 0 }, 220);
  moves.stop();
  expect(vi.getTimerCount()).toBe(0);
});
