import type { Uid } from '@gcscope/gc-core/wire';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { StateSign } from '../ui/Marks.tsx';
import { chipKey, type PlacedChip } from './chip-room.ts';

export interface EdgeChipsProps {
  readonly chips: readonly PlacedChip[];
  /** Goes to the object at the far end. */
  readonly onGo: (uid: Uid) => void;
}

/** Where an edge leaves the view: the name of its far end, which leads there. */
export function EdgeChips({ chips, onGo }: EdgeChipsProps): ReactNode {
  return chips.map((chip) => {
    const { far, farIs, text, invalid, box } = chip;
    return (
      <Button
        key={chipKey(chip)}
        className="edge-chip floating"
        data-wrong={invalid || undefined}
        style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
        aria-label={`Go to the ${farIs}: ${text}${invalid ? ', wrong reference' : ''}`}
        onPress={() => onGo(far)}
      >
        {invalid && <StateSign state="wrong" />}
        {farIs === 'owner' ? <ArrowRight size={13} /> : <ArrowLeft size={13} />}
        <span>{text}</span>
      </Button>
    );
  });
}
