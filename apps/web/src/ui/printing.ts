import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { Memory } from './memory.ts';

const printing = new Memory<boolean>();
/** The details that are open only on paper. */
let unfolded: readonly HTMLDetailsElement[] = [];

// The browser prints what stands there at the end of the event.
window.addEventListener('beforeprint', () => setPrinting(true));
window.addEventListener('afterprint', () => setPrinting(false));

function setPrinting(now: boolean): void {
  flushSync(() => printing.set(now));
  for (const each of unfolded) each.open = false;
  unfolded = now ? [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')] : [];
  for (const each of unfolded) each.open = true;
}

/** Whether the page is being printed. */
export function isPrinting(): boolean {
  return printing.get() ?? false;
}

/** Calls the listener when printing begins and ends, until the returned function is called. */
export const onPrinting: (listener: () => void) => () => void = printing.subscribe;

/** Whether the page is being printed, for components. */
export function usePrinting(): boolean {
  return useSyncExternalStore(onPrinting, isPrinting);
}
