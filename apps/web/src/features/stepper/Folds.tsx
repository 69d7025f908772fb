import { PanelBottom, PanelRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components';
import { useGo, useView } from '../../address/navigation.tsx';
import type { Foldable } from '../../address/view-search.ts';
import { toggled } from '../../data/selection.ts';

const LOOKS = {
  steps: { word: 'Steps', Sign: PanelRight },
  details: { word: 'Details', Sign: PanelBottom },
} as const;

export interface FoldsProps {
  /** Those that are there to be folded. */
  readonly panes: readonly Foldable[];
}

/** Folds and unfolds panes of the player; the map takes their room. */
export function Folds({ panes }: FoldsProps): ReactNode {
  const { folded = [] } = useView();
  const go = useGo();
  return panes.map((pane) => {
    const { word, Sign } = LOOKS[pane];
    const after = toggled(folded, pane);
    return (
      <ToggleButton
        key={pane}
        className="button fold"
        aria-label={word}
        isSelected={!folded.includes(pane)}
        onChange={() =>
          go({ folded: after.length === 0 ? undefined : after }, undefined, { replace: true })
        }
      >
        <Sign size={14} aria-hidden /> <span className="fold-word">{word}</span>
      </ToggleButton>
    );
  });
}
