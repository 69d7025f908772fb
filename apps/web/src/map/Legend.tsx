import './legend.css';
import {
  type Palette,
  palette,
  STACKED,
  shortKind,
  WAITS_DASH,
  WAITS_LOOK,
  WAITS_MEANING,
} from '@gcscope/picture';
import { type ReactNode, useEffect, useState } from 'react';
import { describeState, formatState } from '../data/describe-state.ts';
import { STATES } from '../data/graph-store.ts';
import { StateSign } from '../ui/Marks.tsx';
import { useTheme } from '../ui/theme.ts';
import { WAITING_DASH } from './elements/waiting-edges.ts';
import type { MapLooks } from './map-looks.ts';
import type { ProblemState } from './world/problems.ts';
import { type LineLook, NO_LOOKS, type ShownLooks } from './world/shown-looks.ts';

interface LineMeaning {
  readonly look: LineLook;
  readonly meaning: string;
  /** Whether the meaning explains a line of the map. */
  readonly explains: (line: LineLook) => boolean;
}

const PLAIN: LineLook = { blocking: false, invalid: false, further: false, waited: false };

const LINES: readonly LineMeaning[] = [
  { look: PLAIN, meaning: 'from a dependent to its owner', explains: ({ waits }) => !waits },
  {
    look: { ...PLAIN, blocking: true },
    meaning: 'blocks a foreground deletion of the owner',
    explains: ({ blocking }) => blocking,
  },
  {
    look: { ...PLAIN, blocking: true, waited: true },
    meaning: 'a foreground deletion waits for the dependent now',
    explains: ({ waited }) => waited,
  },
  {
    look: { ...WAITS_LOOK, waited: false },
    meaning: WAITS_MEANING,
    explains: ({ waits }) => waits === true,
  },
  {
    look: { ...PLAIN, further: true },
    meaning: 'a further owner',
    explains: ({ further, waits }) => further && !waits,
  },
  {
    look: { ...PLAIN, invalid: true },
    meaning: 'a wrong reference',
    explains: ({ invalid }) => invalid,
  },
];

/** Meanings of the shade of a namespace, by its worst problem. */
const SHADES: Readonly<Record<ProblemState, string>> = {
  blocked: 'a namespace: the more objects are blocked in it, the deeper its red',
  goes: 'a namespace: the more objects go next in it, the deeper its violet',
  terminating: 'a namespace: the more objects are terminating in it, the deeper its amber',
  wrong: 'a namespace where nothing is blocked, but references are wrong',
};

function strokeOf({ waited, waits, invalid, blocking }: LineLook, colours: Palette): string {
  if (waited || waits) return colours.amber;
  if (invalid) return colours.invalid;
  return blocking ? colours.edgeBlocking : colours.edge;
}

function dashOf({ waited, waits, further }: LineLook): readonly number[] | undefined {
  if (waited) return WAITING_DASH;
  if (waits) return WAITS_DASH;
  return further ? [2, 3] : undefined;
}

/** Elements that handle Esc themselves. */
const OWN_ESCAPE = '[role=dialog], [role=listbox], [role=menu], input, select, textarea';

export interface LegendProps {
  /** Looks that the legend explains. */
  readonly drawn: Pick<MapLooks, 'now' | 'watch'>;
  readonly onClose: () => void;
}

/**
 * Explains the marks and lines in view, and those that came and went since the map opened. It follows the map once that
 * stands still. Esc closes it before it lets go of an object or leaves the page.
 */
export function Legend({ drawn, onClose }: LegendProps): ReactNode {
  const [looks, setLooks] = useState<ShownLooks>(NO_LOOKS);
  const { states, hasStacks, shades, counted, lines, shortKind: kind, hasRings } = looks;
  const colours = palette(useTheme());
  useEffect(() => {
    const look = (): void => setLooks(drawn.now);
    look();
    return drawn.watch(look);
  }, [drawn]);
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
        {STATES.filter((state) => states.has(state)).map((state) => (
          <li key={state}>
            <span className="legend-card" data-state={state}>
              <StateSign state={state} />
            </span>
            <span>
              {state !== 'calm' && `${formatState(state)}: `}
              <span className="soft">{describeState(state)}</span>
            </span>
          </li>
        ))}
        {hasStacks && (
          <li>
            <span className="legend-card" data-stack="" aria-hidden="true">
              12
            </span>
            <span className="soft">{STACKED}</span>
          </li>
        )}
        {kind !== undefined && (
          <li>
            <span className="legend-kind" aria-hidden="true">
              {shortKind(kind)}
            </span>
            <span className="soft">
              a kind by its short name in kubectl: {shortKind(kind)} is {kind}
            </span>
          </li>
        )}
        {hasRings && (
          <li>
            <span className="legend-card" data-ring="" />
            <span className="soft">a ring that fades: the object has just changed</span>
          </li>
        )}
        {counted && (
          <li>
            <span className="legend-sum" data-state={counted} aria-hidden="true">
              <span>
                <StateSign state={counted} />
              </span>
              4
            </span>
            <span className="soft">
              a mark of several objects: the worst of them, and their number, if there is room
            </span>
          </li>
        )}
        {shades.map((state) => (
          <li key={state}>
            <span className="legend-card" data-shade={state} />
            <span className="soft">{SHADES[state]}</span>
          </li>
        ))}
        {LINES.filter(({ explains }) => lines.some(explains)).map(({ look, meaning }) => (
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
