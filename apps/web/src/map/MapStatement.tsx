import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { formatNone, formatPart, formatTally, tallied, tallyOf } from '../data/tally.ts';
import type { MapStatus } from './map-events.ts';

export interface MapStatementProps {
  readonly status: MapStatus;
  readonly onShowAll?: (() => void) | undefined;
  /** The message when there is nothing to draw and no filter. */
  readonly nothing?: string | undefined;
}

/** Counts what is not drawn, or not as a card, and offers to show it. Nothing if all objects have cards. */
export function MapStatement({
  status,
  onShowAll,
  nothing = 'Nothing to draw.',
}: MapStatementProps): ReactNode {
  const { selection, cards } = status;
  const shown = selection.records.length;
  const hidden = tallied(selection.total) - shown;
  const rectangles = shown - cards;
  if (hidden <= 0 && rectangles <= 0) return null;
  if (shown === 0) {
    return (
      <div className="message map-empty" role="status">
        <p>{onShowAll ? formatNone(selection.total) : nothing}</p>
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
          {formatPart(selection.matches, selection.total)}
          {selection.context.size > 0 && `, and ${owners(selection.context.size)} for context`}.
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
            ? `All ${formatTally(tallyOf(selection.records))} are drawn as rectangles. Zoom in for cards.`
            : `${number(cards)} objects near the view have cards, ${number(rectangles)} are rectangles. Zoom or move to see their cards.`}
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
