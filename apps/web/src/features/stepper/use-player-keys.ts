import { useEffect } from 'react';
import type { SimulationSession } from './simulation-session.ts';

/** Elements in which a key has another meaning. */
const TYPING = 'input:not([type=range]), textarea, select, [contenteditable=true]';
const OWN_ARROWS = `${TYPING}, [role=radiogroup], [role=dialog], [role=listbox], [role=menu]`;
const OWN_SPACE = `${OWN_ARROWS}, button, a, summary`;

/**
 * The keys of the player, wherever the focus is, also on the map: arrows step, Home and End jump, space runs and pauses,
 * Esc calls `onEscape`; without it, Esc is for something else.
 */
export function usePlayerKeys(
  session: SimulationSession,
  onEscape: (() => void) | undefined,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const act = actionOf(event, session, onEscape);
      if (!act) return;
      event.preventDefault();
      // The map uses the arrows as well.
      event.stopPropagation();
      act();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  });
}

function actionOf(
  { key, target }: KeyboardEvent,
  session: SimulationSession,
  onEscape: (() => void) | undefined,
): (() => void) | undefined {
  const within = (selector: string): boolean =>
    target instanceof Element && target.closest(selector) !== null;
  const { running, view } = session.getState();
  switch (key) {
    case 'ArrowLeft':
      return within(OWN_ARROWS) ? undefined : () => session.back();
    case 'ArrowRight':
      return within(OWN_ARROWS) ? undefined : () => session.next();
    case 'Home':
      return within(OWN_ARROWS) ? undefined : () => session.jump(0);
    case 'End':
      return within(OWN_ARROWS) ? undefined : () => session.jump(view.steps.length);
    case ' ':
      if (within(OWN_SPACE)) return undefined;
      return () => (running ? session.pause() : session.run());
    case 'Escape':
      return within(OWN_ARROWS) ? undefined : onEscape;
    default:
      return undefined;
  }
}
