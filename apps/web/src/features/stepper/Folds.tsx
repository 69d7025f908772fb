import { PanelBottom, PanelRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components';
import { useGo, useView } from '../../address/navigation.tsx';
import { FOLDABLES } from '../../address/view-search.ts';
import { toggled } from '../../data/selection.ts';
import { useWindow } from '../../ui/use-window.ts';
import { foldedIn, useFolded } from './show-details.ts';

const LOOKS = {
  steps: { word: 'Steps', Sign: PanelRight },
  details: { word: 'Details', Sign: PanelBottom },
} as const;

/** Folds and unfolds panes of the player; the map takes their room. */
export function Folds(): ReactNode {
  const { beside } = useView();
  const folded = useFolded();
  const hasSteps = !useWindow('narrow') && beside === undefined;
  const go = useGo();
  return FOLDABLES.filter((pane) => hasSteps || pane !== 'steps').map((pane) => {
    const { word, Sign } = LOOKS[pane];
    const after = toggled(folded, pane);
    return (
      <ToggleButton
        key={pane}
        className="button fold"
        aria-label={word}
        isSelected={!folded.includes(pane)}
        onChange={() => go(foldedIn(after, beside !== undefined), undefined, { replace: true })}
      >
        <Sign size={14} aria-hidden /> <span className="hidden-when-narrow">{word}</span>
      </ToggleButton>
    );
  });
}
