import { type Uid, visibleText } from '@gcscope/gc-core/wire';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { GraphStore } from '../data/graph-store.ts';
import { StateSign } from '../ui/Marks.tsx';
import { type EdgeChips as Chips, chipPlace, type EdgeChip, morePlace } from './edge-chips.ts';
import type { Size } from './start-camera.ts';

export interface EdgeChipsProps {
  readonly store: GraphStore;
  readonly chips: Chips;
  readonly size: Size;
  /** Goes to the object at the far end. */
  readonly onGo: (uid: Uid) => void;
}

/** Where an edge leaves the view: the name of its far end, which leads there. */
export function EdgeChips({ store, chips, size, onGo }: EdgeChipsProps): ReactNode {
  const { x, y } = morePlace(chips, size);
  return (
    <>
      {chips.shown.map((chip) => (
        <Chip
          key={`${chip.farIs} ${chip.side} ${chip.far}`}
          chip={chip}
          text={textOf(chip, store)}
          size={size}
          onGo={onGo}
        />
      ))}
      {chips.more > 0 && (
        <p className="edge-chip floating" style={{ left: x, top: y }}>
          {chips.more} more out of view
        </p>
      )}
    </>
  );
}

interface ChipProps extends Pick<EdgeChipsProps, 'size' | 'onGo'> {
  readonly chip: EdgeChip;
  readonly text: string;
}

function Chip({ chip, text, size, onGo }: ChipProps): ReactNode {
  const { x, y } = chipPlace(chip, size);
  return (
    <Button
      className="edge-chip floating"
      data-side={chip.side}
      data-wrong={chip.invalid || undefined}
      style={{ left: x, top: y }}
      aria-label={`Go to the ${chip.farIs}: ${text}${chip.invalid ? ', wrong reference' : ''}`}
      onPress={() => onGo(chip.far)}
    >
      {chip.invalid && <StateSign state="wrong" />}
      {chip.farIs === 'owner' ? <ArrowRight size={13} /> : <ArrowLeft size={13} />}
      <span>{text}</span>
    </Button>
  );
}

function textOf({ far, count, farIs }: EdgeChip, store: GraphStore): string {
  if (count > 1) return `${count} ${farIs}s`;
  const record = store.records.get(far);
  return visibleText(record ? `${record.kind} ${record.name}` : far);
}
