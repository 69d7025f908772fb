import { type EdgeLook, palette } from '@gcscope/picture';
import type { ReactNode } from 'react';
import { StateSign, stateMeaning, stateWord } from '../ui/Marks.tsx';
import { useTheme } from '../ui/theme.ts';
import { STATES } from '../view-search.ts';

const EDGES: readonly (readonly [look: EdgeLook, meaning: string])[] = [
  [{ blocking: false, invalid: false, further: false }, 'from a dependent up to its owner'],
  [{ blocking: true, invalid: false, further: false }, 'blocks a foreground deletion of the owner'],
  [{ blocking: false, invalid: false, further: true }, 'a further owner'],
  [{ blocking: false, invalid: true, further: false }, 'a reference that does not hold'],
];

/** What the marks and lines mean. */
export function Legend(): ReactNode {
  const colours = palette(useTheme());
  return (
    <div className="legend">
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
        {EDGES.map(([look, meaning]) => (
          <li key={meaning}>
            <svg width="32" height="12" aria-hidden="true">
              <path
                d={look.blocking ? 'M0 6h29 M30 2v8' : 'M0 6h30'}
                fill="none"
                stroke={
                  look.invalid
                    ? colours.invalid
                    : look.blocking
                      ? colours.edgeBlocking
                      : colours.edge
                }
                strokeWidth={look.blocking ? 2 : 1.5}
                strokeDasharray={look.further ? '2 3' : undefined}
              />
            </svg>
            <span className="soft">{meaning}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
