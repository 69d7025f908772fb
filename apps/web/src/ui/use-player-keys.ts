import { useEffect } from 'react';
import type { Player } from './PlayerControls.tsx';

/** Elements in which a key has another meaning. */
const TYPING = 'input:not([type=range]), textarea, select, [contenteditable=true]';
const OWN_ARROWS = `${TYPING}, [role=radiogroup], [role=dialog], [role=listbox], [role=menu]`;
const OWN_SPACE = `${OWN_ARROWS}, button, a, summary`;

/**
 * The keys of a player, wherever the focus is, also on the map: arrows step, Home and End jump, space runs and pauses,
 * Esc calls `onEscape`; without it, Esc is for something else.
 */
export function usePlayerKeys(
  { cursor, last, jump, toggle }: Player,
  onEscape: (() => void) | undefined,
): void {
  useEffect(() => {
    const acts = new Map([
      ['ArrowLeft', () => jump(cursor - 1)],
      ['ArrowRight', () => jump(cursor + 1)],
      ['Home', () => jump(0)],
      ['End', () => jump(last)],
      [' ', toggle],
      ['Escape', onEscape],
    ]);
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { key, target } = event;
      const act = acts.get(key);
      const own = key === ' ' ? OWN_SPACE : OWN_ARROWS;
      if (!act || (target instanceof Element && target.closest(own) !== null)) return;
      event.preventDefault();
      // The map uses the arrows as well.
      event.stopPropagation();
      act();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  });
}
