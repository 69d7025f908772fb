import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { LEAST_SHARE, MOST_SHARE } from '../../address/view-search.ts';
import { withinLimits } from './use-detail-share.ts';

export interface SplitterProps {
  /** Height of the details in percent. */
  readonly share: number;
  readonly onShare: (share: number) => void;
}

const KEY_STEP = 4;

/** The line between map and details; the pointer drags it, arrow up and down move it. */
export function Splitter({ share, onShare }: SplitterProps): ReactNode {
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!box || box.height === 0) return;
    onShare(withinLimits((100 * (box.bottom - event.clientY)) / box.height));
  };
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'ArrowUp') onShare(withinLimits(share + KEY_STEP));
    if (key === 'ArrowDown') onShare(withinLimits(share - KEY_STEP));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved.
    <div
      className="splitter"
      role="separator"
      aria-label="Height of the details"
      aria-orientation="horizontal"
      aria-valuenow={share}
      aria-valuemin={LEAST_SHARE}
      aria-valuemax={MOST_SHARE}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  );
}
