import { counted, formatCount, visibleText } from '@gcscope/gc-core/wire';
import { hiddenBy, type Stack } from '@gcscope/picture';
import { Info } from 'lucide-react';
import { memo, type NamedExoticComponent, type ReactNode } from 'react';
import { Button, DialogTrigger } from 'react-aria-components';
import { shownBy } from '../data/selection.ts';
import { formatNone, formatPart, formatTally, tallied } from '../data/tally.ts';
import { ClearFilters } from '../ui/ClearFilters.tsx';
import { FloatingDialog } from '../ui/FloatingDialog.tsx';
import { useWindow } from '../ui/use-window.ts';
import type { MapStatus } from './map-events.ts';
import type { Stacks } from './use-stacks.ts';
import { CARD_NAMES_ZOOM } from './view/measures.ts';

export interface MapStatementProps {
  readonly status: MapStatus;
  /** A namespace in view is too small for its name. */
  readonly isAnyNameless: boolean;
  /** Cards are too small for names; those of trees and of objects with problems are larger. */
  readonly areCardsNameless: boolean;
  /** Some rectangles have their names. */
  readonly isAnyNamed: boolean;
  /** Number of lines to owners elsewhere that are not drawn. */
  readonly missingLines: number;
  /** The nearest namespace, while nothing is in view. */
  readonly nearest?: string | undefined;
  /** The view begins with a part of the map. */
  readonly isPart?: boolean;
  readonly ways: Ways;
  readonly onShowAll?: (() => void) | undefined;
  /** The message when there is nothing to draw and no filter. */
  readonly nothing?: string | undefined;
  readonly stacks?: Stacks | undefined;
}

/** Ways out of an empty place of the map. */
interface Ways {
  enter(namespace: string): void;
  fit(): void;
}

/**
 * Counts objects that are not drawn, or not as cards, and offers to show them. Nothing if all objects have cards. Counted once a status:
 * the map around it is drawn again with every move of the mouse. One line: the rest is said on demand, and so is all on a
 * narrow page but the count of a filtered view, as it would cover the foot of the map.
 */
export const MapStatement: NamedExoticComponent<MapStatementProps> = memo(function MapStatement(
  props: MapStatementProps,
): ReactNode {
  const { status, onShowAll, nothing = 'Nothing to draw.' } = props;
  const isNarrow = useWindow('narrow');
  const { selection } = status;
  const shown = shownBy(selection);
  const hidden = tallied(selection.total) - tallied(shown);
  const sentences = sentencesOf(props);
  if (hidden <= 0 && sentences.length === 0) return null;
  if (tallied(shown) === 0) return <Empty {...{ status, onShowAll, nothing }} />;
  // The sentences that fit on a line or two of a desk's page: those on rectangles are long, and so is the count of a filtered view.
  const few = isNarrow ? 0 : hidden > 0 || status.drawn > status.cards ? 1 : 2;
  const inSight = props.nearest === undefined ? few : 1;
  const rest = sentences.slice(inSight);
  const fold = rest.length > 0 && <Folded isNarrow={isNarrow}>{rest}</Folded>;
  return (
    <>
      {(hidden > 0 || inSight > 0) && (
        <div
          className={isNarrow ? 'map-statement map-strip' : 'map-statement floating'}
          role="status"
        >
          {hidden > 0 && <Filtered selection={selection} onShowAll={onShowAll} />}{' '}
          {sentences.slice(0, inSight)}
          {!isNarrow && fold}
        </div>
      )}
      {isNarrow && fold}
    </>
  );
});

/** Sentences on objects without a card, a name or a line, the most important first. From afar stacks are rectangles as all others. */
function sentencesOf({
  status,
  isAnyNameless,
  areCardsNameless,
  isAnyNamed,
  missingLines,
  nearest,
  isPart,
  ways,
  stacks,
}: MapStatementProps): readonly ReactNode[] {
  if (nearest !== undefined) return [<Nowhere key="nowhere" {...{ status, nearest, ways }} />];
  const { drawn, cards } = status;
  const closed = [...status.stacks.values()].filter(({ isOpen }) => !isOpen);
  const isOffered = stacks !== undefined && (closed.length > 0 || !stacks.stacking);
  const rectangles = drawn - cards;
  return [
    cards > 0 && (closed.length > 0 || isOffered) && (
      <p key="stacks">
        {closed.length > 0 && inStacks(closed)} {isOffered && <StackAll stacks={stacks} />}
      </p>
    ),
    isPart && (
      <p key="part">
        Part of the map is out of view. <ShowEverything ways={ways} />
      </p>
    ),
    rectangles > 0 && <p key="rectangles">{formatRectangles(status, isAnyNamed)}</p>,
    stacks !== undefined && cards > 0 && areCardsNameless && (
      <p key="cards">{`Zoom in to ${100 * CARD_NAMES_ZOOM} % for the names of all cards.`}</p>
    ),
    isAnyNameless && <p key="nameless">Small namespaces have no name at this zoom.</p>,
    missingLines > 0 && <p key="lines">{formatMissing(missingLines, rectangles)}</p>,
  ].filter((sentence) => sentence !== false && sentence !== undefined);
}

/** The message that nothing is in view, with ways to the nearest namespace and to all. */
function Nowhere({
  status,
  nearest,
  ways,
}: Pick<MapStatementProps, 'status' | 'ways'> & { readonly nearest: string }): ReactNode {
  const label = status.namespaces.find(({ namespace }) => namespace === nearest)?.label ?? nearest;
  return (
    <p>
      No object is here.{' '}
      <Button className="button" data-quiet="" onPress={() => ways.enter(nearest)}>
        Go to {visibleText(label)}
      </Button>{' '}
      <ShowEverything ways={ways} />
    </p>
  );
}

function ShowEverything({ ways }: { readonly ways: Ways }): ReactNode {
  return (
    <Button className="button" data-quiet="" onPress={() => ways.fit()}>
      Show everything
    </Button>
  );
}

/** The message that there is nothing to draw: because of the filter, or because there is nothing. */
function Empty({
  status: { selection },
  onShowAll,
  nothing,
}: Pick<MapStatementProps, 'status' | 'onShowAll' | 'nothing'>): ReactNode {
  return (
    <div className="message map-empty" role="status">
      <p>{onShowAll ? formatNone(selection.total) : nothing}</p>
      {onShowAll && <ClearFilters />}
      {onShowAll && (
        <Button className="button" onPress={onShowAll}>
          Show all
        </Button>
      )}
    </div>
  );
}

/** The number of objects that match the filter. */
function Filtered({
  selection,
  onShowAll,
}: Pick<MapStatus, 'selection'> & Pick<MapStatementProps, 'onShowAll'>): ReactNode {
  return (
    <p>
      {formatPart(selection.matches, selection.total)}
      {selection.context.size > 0 &&
        `, and ${counted(selection.context.size, 'owner')} for context`}
      .{' '}
      {onShowAll && (
        <Button className="button" data-quiet="" onPress={onShowAll}>
          Show all
        </Button>
      )}
    </p>
  );
}

/** Unfolds the rest of the statement. */
function Folded({
  isNarrow,
  children,
}: {
  readonly isNarrow: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const label = 'How the map is drawn';
  return (
    <DialogTrigger>
      {isNarrow ? (
        <Button className="button map-fold floating" data-square="" aria-label={label}>
          <Info size={16} aria-hidden />
        </Button>
      ) : (
        <Button className="button" data-quiet="">
          More
        </Button>
      )}
      <FloatingDialog label={label} placement="top start">
        <div className="map-statement">{children}</div>
      </FloatingDialog>
    </DialogTrigger>
  );
}

/** If there are rectangles, their sentence already says to zoom in. */
function formatMissing(lines: number, rectangles: number): string {
  const what =
    lines === 1
      ? '1 line to an owner elsewhere is'
      : `${formatCount(lines)} lines to owners elsewhere are`;
  return `${what} not drawn.${rectangles > 0 ? '' : ' Zoom in to see them.'}`;
}

function formatRectangles(
  { selection, stacks, drawn, cards }: MapStatus,
  isAnyNamed: boolean,
): string {
  if (cards === 0) {
    const fewer = stacks.size > 0 ? `${formatCount(drawn)} ` : '';
    const rest = isAnyNamed ? ', some with names.' : '. Zoom in for cards.';
    return `All ${formatTally(shownBy(selection))} are drawn as ${fewer}rectangles${rest}`;
  }
  const have =
    stacks.size > 0
      ? counted(cards, 'object or stack has a card', 'objects and stacks have cards')
      : counted(cards, 'object has a card', 'objects have cards');
  return `${have}, ${counted(drawn - cards, 'is a rectangle', 'are rectangles')}.`;
}

/** Says how many objects have no card of their own. */
function inStacks(stacks: readonly Stack[]): string {
  const objects = stacks.reduce((sum, stack) => sum + hiddenBy(stack), 0);
  const where = counted(stacks.length, 'stack');
  return `${formatCount(objects)} objects are in ${where}.`;
}

/** Opens all stacks, or stacks siblings again. */
function StackAll({ stacks: { stacking, onOpenAll } }: { readonly stacks: Stacks }): ReactNode {
  return (
    <Button className="button" data-quiet="" onPress={() => onOpenAll(stacking !== undefined)}>
      {stacking ? 'Open all' : 'Stack siblings'}
    </Button>
  );
}
