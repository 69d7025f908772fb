import './legend.css';
import {
  type EdgeLook,
  type Palette,
  palette,
  STACKED,
  WAITS_DASH,
  WAITS_LOOK,
  WAITS_MEANING,
} from '@gcscope/picture';
import { type ReactNode, useEffect } from 'react';
import { STATES } from '../data/graph-store.ts';
import { stateMeaning, stateWord } from '../data/state-words.ts';
import { StateSign } from '../ui/Marks.tsx';
import { useTheme } from '../ui/theme.ts';
import { WAITING_DASH } from './elements/waiting-edges.ts';

interface LegendLine extends EdgeLook {
  /** Is waited for now. */
  readonly waited?: boolean;
}

const EDGES: readonly (readonly [look: LegendLine, meaning: string])[] = [
  [{ blocking: false, invalid: false, further: false }, 'from a dependent to its owner'],
  [{ blocking: true, invalid: false, further: false }, 'blocks a foreground deletion of the owner'],
  [
    { blocking: true, invalid: false, further: false, waited: true },
    'a foreground deletion waits for the dependent now',
  ],
  [WAITS_LOOK, WAITS_MEANING],
  [{ blocking: false, invalid: false, further: true }, 'a further owner'],
  [{ blocking: false, invalid: true, further: false }, 'a wrong reference'],
];

function strokeOf({ waited, waits, invalid, blocking }: LegendLine, colours: Palette): string {
  if (waited || waits) return colours.amber;
  if (invalid) return colours.invalid;
  return blocking ? colours.edgeBlocking : colours.edge;
}

function dashOf({ waited, waits, further }: LegendLine): readonly number[] | undefined {
  if (waited) return WAITING_DASH;
  if (waits) return WAITS_DASH;
  return further ? [2, 3] : undefined;
}

/** What has its own use for Esc. */
const OWN_ESCAPE = '[role=dialog], [role=listbox], [role=menu], input, select, textarea';

/** What the marks and lines mean. Esc closes it before it lets go of an object or leaves the page. */
export function Legend({ onClose }: { readonly onClose: () => void }): ReactNode {
  const colours = palette(useTheme());
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, target, defaultPrevented } = event;
      const hasOwn = target instanceof Element && target.closest(OWN_ESCAPE) !== null;
      if (key !== 'Escape' || defaultPrevented || hasOwn) return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
    <section className="legend floating" aria-label="Legend" tabIndex={0}>
      <ul>
        {STATES.map((state) => (
          <li key={state}>
            <span className="legend-card" data-state={state}>
              <StateSign state={state} />
            </span>
            <span>
              {state !== 'calm' && stateWord(state)}{' '}
              <span className="soft">{stateMeaning(state)}</span>
            </span>
          </li>
        ))}
        <li>
          <span className="legend-card" data-stack="" aria-hidden="true">
            12
          </span>
          <span className="soft">{STACKED}</span>
        </li>
        <li>
          <span className="legend-card" data-ring="" />
          <span className="soft">a ring that fades: the object has just changed</span>
        </li>
        <li>
          <span className="legend-sum" aria-hidden="true">
            <span>
              <StateSign state="blocked" />
            </span>
            4
          </span>
          <span className="soft">
            a mark of several objects: the worst of them, and their number, if there is room
          </span>
        </li>
        <li>
          <span className="legend-card" data-shade="" />
          <span className="soft">a namespace: the deeper its red, the more is blocked in it</span>
        </li>
        <li>
          <span className="legend-card" data-shade="wrong" />
          <span className="soft">
            a namespace where nothing is blocked, but references are wrong
          </span>
        </li>
        {EDGES.map(([look, meaning]) => (
          <li key={meaning}>
            <svg width="32" height="12" aria-hidden="true">
              <path
                d="M0 6h30"
                fill="none"
                stroke={strokeOf(look, colours)}
                strokeWidth={look.blocking ? 2 : 1.5}
                strokeDasharray={dashOf(look)?.join(' ')}
              />
              {look.waits && <path d="M32 6l-8-4v8z" fill={strokeOf(look, colours)} />}
              {look.blocking && (
                <path d="M30 2v8" fill="none" stroke={strokeOf(look, colours)} strokeWidth={2} />
              )}
            </svg>
            <span className="soft">{meaning}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
