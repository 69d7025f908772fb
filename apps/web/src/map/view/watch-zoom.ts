import type { Core } from 'cytoscape';

/** Time for which the number of the zoom stays before it changes again. */
const READ_MILLIS = 100;

/** Calls back after the zoom has changed, as often as a number can be read, until the returned function is called. */
export function watchZoom(cy: Core, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, READ_MILLIS);
  };
  cy.on('zoom', soon);
  return () => {
    clearTimeout(timer);
    cy.off('zoom', soon);
  };
}
