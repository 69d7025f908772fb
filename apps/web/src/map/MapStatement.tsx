import { hiddenBy, type Stack } from '@gcscope/picture';
import { Info } from 'lucide-react';
import { memo, type NamedExoticComponent, type ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { shownBy } from '../data/selection.ts';
import { formatNone, formatPart, formatTally, tallied } from '../data/tally.ts';
import { useNarrow } from '../ui/use-narrow.ts';
import type { MapStatus } from './map-events.ts';
import type { Stacks } from './use-stacks.ts';

export interface MapStatementProps {
  readonly status: MapStatus;
  /** A namespace in view is too small for its name. */
  readonly isAnyNameless: boolean;
  readonly onShowAll?: (() => void) | undefined;
  /** The message when there is nothing to draw and no filter. */
  readonly nothing?: string | undefined;
  readonly stacks?: Stacks | undefined;
}

/**
 * Counts what is not drawn, or not as a card, and offers to show it. Nothing if all objects have cards. Counted once a status:
 * the map around it is drawn again with every move of the mouse. On a narrow page only the count of a filtered view stays in
 * sight, the rest would cover the foot of the map.
 */
export const MapStatement: NamedExoticComponent<MapStatementProps> = memo(function MapStatement({
  status,
  isAnyNameless,
  onShowAll,
  nothing = 'Nothing to draw.',
  stacks,
}: MapStatementProps): ReactNode {
  const isNarrow = useNarrow();
  const { selection, drawn, cards, missingLines } = status;
  const shown = shownBy(selection);
  const hidden = tallied(selection.total) - tallied(shown);
  const closed = [...status.stacks.values()].filter(({ isOpen }) => !isOpen);
  const isOffered = stacks !== undefined && (closed.length > 0 || !stacks.stacking);
  const isAllSaid = drawn === cards && missingLines === 0 && !isAnyNameless && !isOffered;
  if (hidden <= 0 && isAllSaid) return null;
  if (tallied(shown) === 0) return <Empty {...{ status, onShowAll, nothing }} />;
  const more = (
    <>
      {closed.length > 0 && <InStacks stacks={closed} />}
      {isOffered && <StackAll stacks={stacks} />}
      <Undrawn status={status} isAnyNameless={isAnyNameless} />
    </>
  );
  return (
    <>
      {(hidden > 0 || !isNarrow) && (
        <div
          className={isNarrow ? 'map-statement map-strip' : 'map-statement floating'}
          role="status"
        >
          {hidden > 0 && <Filtered selection={selection} onShowAll={onShowAll} />}
          {!isNarrow && more}
        </div>
      )}
      {isNarrow && !isAllSaid && <Folded>{more}</Folded>}
    </>
  );
});

/** Nothing to draw: because of the filter, or because there is nothing. */
function Empty({
  status: { selection },
  onShowAll,
  nothing,
}: Pick<MapStatementProps, 'status' | 'onShowAll' | 'nothing'>): ReactNode {
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

/** How many objects match the filter. */
function Filtered({
  selection,
  onShowAll,
}: Pick<MapStatus, 'selection'> & Pick<MapStatementProps, 'onShowAll'>): ReactNode {
  return (
    <>
      <span>
        {formatPart(selection.matches, selection.total)}
        {selection.context.size > 0 && `, and ${owners(selection.context.size)} for context`}.
      </span>
      {onShowAll && (
        <Button className="button" data-quiet="" onPress={onShowAll}>
          Show all
        </Button>
      )}
    </>
  );
}

/** What has no card, no name or no line. */
function Undrawn({
  status,
  isAnyNameless,
}: Pick<MapStatementProps, 'status' | 'isAnyNameless'>): ReactNode {
  const rectangles = status.drawn - status.cards;
  const { missingLines } = status;
  return (
    <>
      {rectangles > 0 && <span>{formatRectangles(status)}</span>}
      {isAnyNameless && <span>Small namespaces have no name at this zoom.</span>}
      {missingLines > 0 && <span>{formatMissing(missingLines, rectangles)}</span>}
    </>
  );
}

/** A sign that unfolds the statement. */
function Folded({ children }: { readonly children: ReactNode }): ReactNode {
  const label = 'How the map is drawn';
  return (
    <DialogTrigger>
      <Button className="button map-fold floating" data-square="" aria-label={label}>
        <Info size={16} aria-hidden />
      </Button>
      <Popover className="floating" placement="top start">
        <Dialog className="map-statement" aria-label={label}>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** If there are rectangles, their sentence already says to zoom in. */
function formatMissing(lines: number, rectangles: number): string {
  const what =
    lines === 1
      ? '1 line to an owner elsewhere is'
      : `${number(lines)} lines to owners elsewhere are`;
  return `${what} not drawn.${rectangles > 0 ? '' : ' Zoom in to see them.'}`;
}

function formatRectangles({ selection, stacks, drawn, cards }: MapStatus): string {
  if (cards === 0) {
    return `All ${formatTally(shownBy(selection))} are drawn as rectangles. Zoom in for cards.`;
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
