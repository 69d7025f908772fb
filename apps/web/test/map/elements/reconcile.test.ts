import { layout, rowsOf } from '@gcscope/picture';
import cytoscape from 'cytoscape';
import { expect, it } from 'vitest';
import { CardMoves } from '../../../src/map/elements/card-moves.ts';
import { elementsOf, type MapElements } from '../../../src/map/elements/elements.ts';
import { reconcile } from '../../../src/map/elements/reconcile.ts';
import { ownedBy, record } from '../../support/record.ts';

const owner = record({ uid: 'owner', kind: 'Job' });
const pods = ['__proto__', 'b', 'c'].map((uid) => record({ uid, owners: [ownedBy(owner)] }));
const ALL = [owner, ...pods];
const PLACED = layout(rowsOf(ALL));

function elements(uids: readonly string[]): MapElements {
  const shown = ALL.filter(({ uid }) => uids.includes(uid));
  return elementsOf(shown, PLACED, { context: new Set() });
}

it('what leaves goes at once, gone cards stay crossed out until their time is over, and what is back is whole', () => {
  const cy = cytoscape({ headless: true });
  const moves = new CardMoves(cy);
  let loaded: MapElements = { cards: new Map(), edges: new Map() };
  const show = (uids: readonly string[], gone: readonly string[] = []): void => {
    const manner = { moveMillis: 0, gone: new Set(gone), moves };
    loaded = reconcile(cy, loaded, elements(uids), manner);
  };
  const cards = (selector = 'node'): string[] =>
    cy
      .nodes(selector)
      .map((node) => node.data('uid') as string)
      .sort();
  show(['owner', '__proto__', 'b', 'c']);
  expect(cards()).toEqual(['__proto__', 'b', 'c', 'owner']);
  expect(cy.edges().length).toBe(3);
  show(['owner', 'c'], ['__proto__']);
  expect(cards()).toEqual(['__proto__', 'c', 'owner']);
  expect(cards('.gone')).toEqual(['__proto__']);
  expect(cards('[mark = "gone"]')).toEqual(['__proto__']);
  expect(cy.edges().length).toBe(1);
  expect([...loaded.cards.keys()].sort()).toEqual(['__proto__', 'c', 'owner']);
  show(['owner', '__proto__']);
  expect(cards('.gone')).toEqual([]);
  expect(cards('[mark = "calm"]')).toEqual(['__proto__', 'owner']);
  show([], []);
  expect(cy.elements().length).toBe(0);
});
