import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { SHARES } from '../address/view-search.ts';
import { type Pane, withinLimits } from './use-share.ts';

export interface SplitterProps {
  /** The part behind the line, as it is read out. */
  readonly label: string;
  readonly pane: Pane;
  /** `horizontal`: the line lies above the part; `vertical`: it stands before it. */
  readonly orientation: 'horizontal' | 'vertical';
  /** Size of the part in percent. */
  readonly share: number;
  readonly onShare: (share: number) => void;
}

const KEY_STEP = 4;

/** The line before a part of a page; the pointer drags it, arrow keys move it. */
export function Splitter({ label, pane, orientation, share, onShare }: SplitterProps): ReactNode {
  const [grow, shrink] =
    orientation === 'horizontal' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  const change = (to: number): void => onShare(withinLimits(pane, to));
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.offsetParent?.getBoundingClientRect();
    if (!box || box.height * box.width === 0) return;
    change(
      orientation === 'horizontal'
        ? (100 * (box.bottom - event.clientY)) / box.height
        : (100 * (box.right - event.clientX)) / box.width,
    );
  };
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === grow) change(share + KEY_STEP);
    if (key === shrink) change(share - KEY_STEP);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved.
    <div
      className="splitter"
      role="separator"
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={share}
      aria-valuemin={SHARES[pane].least}
      aria-valuemax={SHARES[pane].most}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  );
}
