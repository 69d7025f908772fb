import './edge-chips.css';
import type { Uid } from '@gcscope/gc-core/wire';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, type LucideIcon } from 'lucide-react';
import { Fragment, memo, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { CutWord } from '../../ui/CutWord.tsx';
import { StateSign } from '../../ui/Marks.tsx';
import { chipKey, type PlacedChip } from './chip-room.ts';
import type { EdgeChip } from './edge-chips.ts';

/** Arrows by the side where an edge leaves the view. */
const ARROWS: Readonly<Record<EdgeChip['side'], LucideIcon>> = {
  left: ArrowLeft,
  right: ArrowRight,
  top: ArrowUp,
  bottom: ArrowDown,
};

/** Goes to the object at the far end. */
type OnGo = (uid: Uid) => void;

export interface EdgeChipsProps {
  readonly chips: readonly PlacedChip[];
  readonly onGo: OnGo;
}

/** Chips where edges leave the view: each has the name of the far end, which leads there. */
export function EdgeChips({ chips, onGo }: EdgeChipsProps): ReactNode {
  return chips.map((chip) => {
    const { far, farIs, text, invalid, waits, side, box, tie } = chip;
    const { x, y, width, height } = box;
    return (
      <Fragment key={chipKey(chip)}>
        {tie && (
          <svg
            className="edge-chip-tie"
            data-wrong={invalid || undefined}
            data-waits={waits}
            aria-hidden
          >
            <polyline points={tie.map((point) => `${point.x},${point.y}`).join(' ')} />
          </svg>
        )}
        <div
          className="edge-chip"
          style={{ transform: `translate(${x}px, ${y}px)`, width, height }}
        >
          <Chip {...{ far, farIs, text, invalid, waits, side, onGo }} />
        </div>
      </Fragment>
    );
  });
}

interface ChipProps extends Pick<EdgeChip, 'far' | 'farIs' | 'text' | 'invalid' | 'side'> {
  readonly waits: true | undefined;
  readonly onGo: OnGo;
}

/** Stays as it is while it moves with its edge, in each frame of a drag. */
const Chip = memo(function Chip({
  far,
  farIs,
  text,
  invalid,
  waits,
  side,
  onGo,
}: ChipProps): ReactNode {
  const Arrow = ARROWS[side];
  const waiting = farIs === 'owner' ? 'object that waits' : 'object that it waits for';
  return (
    <Button
      className="floating"
      data-wrong={invalid || undefined}
      aria-label={`Go to the ${waits ? waiting : farIs}: ${text}${invalid ? ', wrong reference' : ''}`}
      onPress={() => onGo(far)}
    >
      {invalid && <StateSign state="wrong" />}
      <Arrow size={13} />
      <span className="edge-chip-text">
        <CutWord word={text} />
      </span>
    </Button>
  );
});
