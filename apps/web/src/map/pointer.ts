import type { Uid } from '@gcscope/gc-core/wire';
import type { Stack } from '@gcscope/picture';
import type { Core, EventObject } from 'cytoscape';
import type { MapEvents } from './map-events.ts';

/** What is under the pointer. */
export interface Target {
  readonly uid: Uid;
  readonly stack: Stack | undefined;
}

/** Reports clicks, and what the pointer is over; `at` finds what a pointer event is about. */
export function listenToPointer(
  cy: Core,
  at: (event: EventObject) => Target | undefined,
  { onSelect, onOpen, onStack, onHover }: MapEvents,
): void {
  cy.on('tap', (event) => {
    const target = at(event);
    if (!target?.stack) onSelect(target?.uid);
    // The second click of a double click would undo the first.
    else if ((event.originalEvent as MouseEvent).detail < 2) onStack(target.stack);
  });
  cy.on('dbltap', (event) => {
    const target = at(event);
    if (target && !target.stack) onOpen(target.uid);
  });
  let hovered: Uid | undefined;
  cy.on('mousemove', (event) => {
    const uid = at(event)?.uid;
    if (uid === hovered) return;
    hovered = uid;
    cy.container()?.classList.toggle('pointing', uid !== undefined);
    onHover(uid, event.renderedPosition);
  });
}
