import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { formatNone, formatPart, formatTally, tallied, tallyOf } from '../data/tally.ts';
import type { MapStatus } from './ownership-map.ts';

export interface MapStatementProps {
  readonly status: MapStatus;
  readonly onShowAll?: (() => void) | undefined;
  /** What is said where nothing is drawn and no filter hides it. */
  readonly nothing?: string | undefined;
}

/** Says what is not drawn, or not as a card, with the number and the way to undo it. Silent when all is there. */
export function MapStatement({
  status,
  onShowAll,
  nothing = 'There is nothing to draw.',
}: MapStatementProps): ReactNode {
  const { visible, cards } = status;
  const shown = visible.records.length;
  const hidden = tallied(visible.total) - shown;
  const rectangles = shown - cards;
  if (hidden <= 0 && rectangles <= 0) return null;
  if (shown === 0) {
    return (
      <div className="message map-empty" role="status">
        <p>{onShowAll ? formatNone(visible.total) : nothing}</p>
        {onShowAll && (
          <Button className="button" onPress={onShowAll}>
            Show all
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className="map-statement floating" role="status">
      {hidden > 0 && (
        <span>
          {formatPart(visible.matches, visible.total)}
          {visible.context.size > 0 && `, and ${owners(visible.context.size)} for context`}.
        </span>
      )}
      {hidden > 0 && onShowAll && (
        <Button className="button" data-quiet="" onPress={onShowAll}>
          Show all
        </Button>
      )}
      {rectangles > 0 && (
        <span>
          {cards === 0
            ? `All ${formatTally(tallyOf(visible.records))} are drawn as rectangles: zoom in for cards.`
            : `Near the view ${number(cards)} are cards, elsewhere ${number(rectangles)} rectangles: zoom or move for theirs.`}
        </span>
      )}
    </div>
  );
}

function owners(count: number): string {
  return count === 1 ? '1 owner' : `${number(count)} owners`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}
