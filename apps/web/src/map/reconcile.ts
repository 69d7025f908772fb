import type { Uid } from '@gcscope/gc-core/wire';
import type { Core, ElementDefinition, NodeSingular, Position } from 'cytoscape';
import { type CardElement, cardId, type EdgeElement, type Wanted } from './elements.ts';

/** How the change is shown. */
export interface Manner {
  /** Milliseconds a card travels to a new place; 0 puts it there. */
  readonly travel: number;
  /** Gone objects stay as crossed ghosts until they are taken away with `dropGhost`. */
  readonly ghosts: ReadonlySet<Uid>;
}

/** Travelling together looks calm only with few; beyond, cards are put in place. */
const MOST_TRAVELLERS = 250;

/**
 * Makes the map hold exactly what is wanted, and the ghosts, in one batch that touches what differs.
 * Returns what is held afterwards, to be given as `held` the next time.
 */
export function reconcile(cy: Core, held: Wanted, wanted: Wanted, manner: Manner): Wanted {
  const cards = new Map(wanted.cards);
  cy.batch(() => {
    for (const edge of held.edges.values()) {
      if (!wanted.edges.has(edge.id)) cy.getElementById(edge.id).remove();
    }
    for (const ghost of removeCards(cy, held, wanted, manner.ghosts)) cards.set(ghost.uid, ghost);
    changeCards(cy, held, wanted, manner.travel);
    cy.add(changedEdges(cy, held, wanted));
  });
  return { cards, edges: wanted.edges };
}

/** Takes away what is not wanted; returns what stays as a ghost. */
function removeCards(
  cy: Core,
  held: Wanted,
  wanted: Wanted,
  ghosts: ReadonlySet<Uid>,
): CardElement[] {
  const stay: CardElement[] = [];
  for (const card of held.cards.values()) {
    if (wanted.cards.has(card.uid)) continue;
    const element = cy.getElementById(cardId(card.uid));
    if (ghosts.has(card.uid)) {
      stay.push(card);
      element.data('mark', 'gone').data('wrong', false).addClass('gone');
    } else {
      element.remove();
    }
  }
  return stay;
}

function changeCards(cy: Core, held: Wanted, wanted: Wanted, travel: number): void {
  const added: ElementDefinition[] = [];
  const moved: [NodeSingular, Position][] = [];
  for (const card of wanted.cards.values()) {
    const before = held.cards.get(card.uid);
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
  move(moved, travel);
}

function move(moved: readonly [NodeSingular, Position][], travel: number): void {
  for (const [node, position] of moved) {
    node.stop(true);
    if (travel > 0 && moved.length <= MOST_TRAVELLERS) {
      node.animate({ position }, { duration: travel, easing: 'ease-out-cubic' });
    } else {
      node.position(position);
    }
  }
}

/** Edges to add; those that only changed their look or way are changed in place. */
function changedEdges(cy: Core, held: Wanted, wanted: Wanted): ElementDefinition[] {
  const added: ElementDefinition[] = [];
  for (const edge of wanted.edges.values()) {
    const before = held.edges.get(edge.id);
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
