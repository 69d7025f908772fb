import type { Uid } from '@gcscope/gc-core/wire';
import type { Core, ElementDefinition, NodeSingular, Position } from 'cytoscape';
import type { CardMoves } from './card-moves.ts';
import { type CardElement, cardId, type EdgeElement, type MapElements } from './elements.ts';

/** Manner of showing a change. */
export interface Manner {
  /** Milliseconds a card moves to a new place; 0 puts it there. */
  readonly moveMillis: number;
  /** Moves the cards. */
  readonly moves: CardMoves;
  /** Gone objects stay as crossed cards for a while. */
  readonly gone: ReadonlySet<Uid>;
}

/** Beyond this many, moving cards look restless: they jump. */
const MOST_MOVED = 250;

/**
 * Makes Cytoscape hold exactly the target and the gone cards, in one batch that touches only differences.
 * Returns the loaded elements, to be passed as `loaded` the next time.
 */
export function reconcile(
  cy: Core,
  loaded: MapElements,
  target: MapElements,
  manner: Manner,
): MapElements {
  const cards = new Map(target.cards);
  cy.batch(() => {
    const leaving = cy.collection();
    for (const edge of loaded.edges.values()) {
      if (!target.edges.has(edge.id)) leaving.merge(cy.getElementById(edge.id));
    }
    leaving.remove();
    for (const card of removeCards(cy, loaded, target, manner.gone)) cards.set(card.uid, card);
    changeCards(cy, loaded, target, manner);
    cy.add(changedEdges(cy, loaded, target));
  });
  return { cards, edges: target.edges };
}

/** Marks a card and its edges, and no other. */
export function markSelected(cy: Core, uid: Uid | undefined): void {
  cy.batch(() => {
    cy.elements('.selected').removeClass('selected');
    if (uid === undefined) return;
    const node = cy.getElementById(cardId(uid));
    node.addClass('selected').connectedEdges().addClass('selected');
  });
}

/** Removes cards that are not in the target; returns gone ones that stay. */
function removeCards(
  cy: Core,
  loaded: MapElements,
  target: MapElements,
  gone: ReadonlySet<Uid>,
): CardElement[] {
  const stay: CardElement[] = [];
  const fading = cy.collection();
  const leaving = cy.collection();
  for (const card of loaded.cards.values()) {
    if (target.cards.has(card.uid)) continue;
    const element = cy.getElementById(cardId(card.uid));
    if (!gone.has(card.uid)) {
      leaving.merge(element);
      continue;
    }
    stay.push(card);
    if (!element.hasClass('gone')) fading.merge(element);
  }
  // Changes all at once: Cytoscape would tell its renderer of each by itself.
  fading.data({ mark: 'gone', wrong: false }).addClass('gone');
  leaving.remove();
  return stay;
}

function changeCards(cy: Core, loaded: MapElements, target: MapElements, manner: Manner): void {
  const added: ElementDefinition[] = [];
  const moved: [NodeSingular, Position][] = [];
  for (const card of target.cards.values()) {
    const before = loaded.cards.get(card.uid);
    if (!before) {
      added.push(toNode(card));
      continue;
    }
    const element = cy.getElementById(cardId(card.uid)) as NodeSingular;
    if (!equal(before.data, card.data) || element.hasClass('gone')) {
      element.data({ ...card.data }).removeClass('gone');
    }
    if (!equal(before.position, card.position)) moved.push([element, card.position]);
  }
  cy.add(added);
  const millis = moved.length <= MOST_MOVED ? manner.moveMillis : 0;
  for (const [node, position] of moved) manner.moves.begin(node, position, millis);
}

/** Edges to add; those that only changed their look or way are changed in place. */
function changedEdges(cy: Core, loaded: MapElements, target: MapElements): ElementDefinition[] {
  const added: ElementDefinition[] = [];
  for (const edge of target.edges.values()) {
    const before = loaded.edges.get(edge.id);
    const element = cy.getElementById(edge.id);
    if (!before || element.empty()) {
      added.push(toEdge(edge));
    } else if (before.from !== edge.from || !equal(before.data, edge.data)) {
      element.data({ ...edge.data });
      element.toggleClass('routed', edge.from !== 'straight');
      element.toggleClass('cell', edge.from === 'cell');
    }
  }
  return added;
}

function toNode(card: CardElement): ElementDefinition {
  return {
    group: 'nodes',
    data: { id: cardId(card.uid), uid: card.uid, ...card.data },
    position: { ...card.position },
    // A drag that begins on a card moves the map, as one beside it: at 100 % a view is full of cards.
    pannable: true,
  };
}

function toEdge(edge: EdgeElement): ElementDefinition {
  const classes = { straight: [], tree: ['routed'], cell: ['routed', 'cell'] }[edge.from];
  return {
    group: 'edges',
    data: { id: edge.id, source: cardId(edge.dependent), target: cardId(edge.owner), ...edge.data },
    classes,
  };
}

function equal(a: object, b: object): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
