import { hiddenBy, type Stack } from '@gcscope/picture';
import { memo, type NamedExoticComponent, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { formatNone, formatPart, formatTally, tallied, tallyOf } from '../data/tally.ts';
import type { MapStatus } from './map-events.ts';
import type { Stacks } from './use-stacks.ts';

export interface MapStatementProps {
  readonly status: MapStatus;
  readonly onShowAll?: (() => void) | undefined;
  /** The message when there is nothing to draw and no filter. */
  readonly nothing?: string | undefined;
  readonly stacks?: Stacks | undefined;
}

/**
 * Counts what is not drawn, or not as a card, and offers to show it. Nothing if all objects have cards. Counted once a status:
 * the map around it is drawn again with every move of the mouse.
 */
export const MapStatement: NamedExoticComponent<MapStatementProps> = memo(function MapStatement({
  status,
  onShowAll,
  nothing = 'Nothing to draw.',
  stacks,
}: MapStatementProps): ReactNode {
  const { selection, drawn, cards, missingLines } = status;
  const shown = selection.records.length;
  const hidden = tallied(selection.total) - shown;
  const rectangles = drawn - cards;
  const closed = [...status.stacks.values()].filter(({ isOpen }) => !isOpen);
  const isOffered = stacks !== undefined && (closed.length > 0 || !stacks.stacking);
  if (hidden <= 0 && rectangles <= 0 && missingLines === 0 && !isOffered) return null;
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
      {closed.length > 0 && <InStacks stacks={closed} />}
      {isOffered && <StackAll stacks={stacks} />}
      {rectangles > 0 && <span>{formatRectangles(status)}</span>}
      {missingLines > 0 && <span>{formatMissing(missingLines)}</span>}
    </div>
  );
});

function formatMissing(lines: number): string {
  const what =
    lines === 1
      ? '1 line to an owner elsewhere is'
      : `${number(lines)} lines to owners elsewhere are`;
  return `${what} not drawn. Zoom in to see them.`;
}

function formatRectangles({ selection, stacks, drawn, cards }: MapStatus): string {
  if (cards === 0) {
    return `All ${formatTally(tallyOf(selection.records))} are drawn as rectangles. Zoom in for cards.`;
  }
  const what = stacks.size > 0 ? 'objects and stacks' : 'objects';
  return `${number(cards)} ${what} near the view have cards, ${number(drawn - cards)} are rectangles. Zoom or move to see their cards.`;
}

/** How many objects have no card of their own. */
function InStacks({ stacks }: { readonly stacks: readonly Stack[] }): ReactNode {
  const objects = stacks.reduce((sum, stack) => sum + hiddenBy(stack), 0);
  return (
    <span>
      {number(objects)} objects are in{' '}
      {stacks.length === 1 ? '1 stack' : `${number(stacks.length)} stacks`}.
    </span>
  );
}

/** Opens all stacks, or stacks siblings again. */
function StackAll({ stacks: { stacking, onOpenAll } }: { readonly stacks: Stacks }): ReactNode {
  return (
    <Button className="button" data-quiet="" onPress={() => onOpenAll(stacking !== undefined)}>
      {stacking ? 'Open all' : 'Stack siblings'}
    </Button>
  );
}

function owners(count: number): string {
  return count === 1 ? '1 owner' : `${number(count)} owners`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}
