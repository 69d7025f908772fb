import './map.css';
import { type Absence, type NodeRecord, type Uid, visibleText } from '@gcscope/gc-core/wire';
import { describeStack } from '@gcscope/picture';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { formatPlace, type Place } from '../address/view-search.ts';
import { formatState } from '../data/describe-state.ts';
import { type GraphStore, statesOf } from '../data/graph-store.ts';
import type { Selector } from '../data/selection.ts';
import { useRecord } from '../data/use-graph.ts';
import { describeReferences } from '../ui/describe-reference.ts';
import { useTheme } from '../ui/theme.ts';
import type { EdgeChips as Chips } from './edges/chip-room.ts';
import { EdgeChips } from './edges/EdgeChips.tsx';
import { type Hover, HoverCard } from './HoverCard.tsx';
import { MapControls } from './MapControls.tsx';
import { MapStatement } from './MapStatement.tsx';
import type { MapEvents, MapStatus } from './map-events.ts';
import { NamespaceHover, type NamespaceHoverProps } from './NamespaceHover.tsx';
import { OwnershipMap } from './ownership-map.ts';
import { type Selecting, useMapKeys } from './use-map-keys.ts';
import type { InView } from './view/in-view.ts';
import { isOverview, type Start } from './view/start.ts';

export interface GraphCanvasProps extends Selecting {
  /** The graph: the live one, or that of a simulation. */
  readonly store: GraphStore;
  /** Selects what to show. Keep the same function while the view is the same: a new one restarts the view. */
  readonly selector: Selector;
  /** Accessible name of the map. */
  readonly label: string;
  /** Objects that the page names beside the selected one: the map shows them with it where they have room. */
  readonly mentioned?: readonly Uid[] | undefined;
  /** The map comes to this object instead of the selected one, if it is there. */
  readonly instead?: Uid | undefined;
  /** Start of the view. If it changes to a place that the map did not itself report by `onCamera`, the map travels there. */
  readonly camera?: Start | undefined;
  readonly onCamera?: (place: Place | undefined, entered?: boolean) => void;
  /** Clears the filter, where there is one. */
  readonly onShowAll?: () => void;
  /** The message when there is nothing to draw and no filter. */
  readonly nothing?: string;
}

/** The namespace under the pointer. */
interface Inside extends Pick<NamespaceHoverProps, 'lines' | 'tapped' | 'x' | 'y'> {
  readonly namespace: string;
}

/** A map of a graph with its controls; the drawing itself is `OwnershipMap`'s. */
export function GraphCanvas(props: GraphCanvasProps): ReactNode {
  const { store, selector, selected, label, camera, onShowAll, nothing, stacks } = props;
  const { mentioned = [], instead } = props;
  const host = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<OwnershipMap>();
  const [status, setStatus] = useState<MapStatus>();
  const [inView, setInView] = useState<InView>('all');
  const [hover, setHover] = useState<Hover>();
  /** The namespace under the pointer. */
  const [inside, setInside] = useState<Inside>();
  const [isAnyNameless, setNameless] = useState(false);
  const [areCardsNameless, setCardsNameless] = useState(false);
  const [isAnyNamed, setNamed] = useState(false);
  const [missingLines, setMissingLines] = useState(0);
  /** The nearest namespace, where nothing is in view. */
  const [nearest, setNearest] = useState<string>();
  const [leaving, setLeaving] = useState<Chips>({ shown: [], more: 0 });
  const theme = useTheme();
  const hint = useId();
  const inGraph = useRecord(store, selected);
  // A clicked card is in view already; other selected objects are brought into view. `null`: no click.
  const clicked = useRef<Uid | undefined | null>(null);
  /** The place that the map reported last, or started at. */
  const reported = useRef(nameOf(camera));
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!host.current) return;
    const events: MapEvents = {
      onSelect: (uid) => {
        // The panel says more, and the map may move below the pointer. Without names no panel opens.
        if (!latest.current.store.isOutline) setHover(undefined);
        clicked.current = uid;
        latest.current.onSelect(uid);
      },
      onOpen: (uid) => latest.current.onOpen(uid),
      onStack: ({ id }) => {
        // The hover card would cover the objects that come out of the stack.
        setHover(undefined);
        latest.current.stacks?.onToggle(id);
      },
      onPlace: (place, entered) => {
        reported.current = nameOf(place);
        latest.current.onCamera?.(place, entered);
      },
      onHover: (target, at) => setHover(target && { target, ...at }),
      onHoverNamespace: (namespace, at, lines, tapped) =>
        setInside(namespace === undefined ? undefined : { namespace, lines, tapped, ...at }),
      onChips: setLeaving,
      onStatus: setStatus,
      onPaint: (names, areCards, lines) => {
        setNameless(names.isAnyNameless);
        setNamed(names.isAnyNamed);
        setCardsNameless(areCards);
        setMissingLines(lines);
      },
      onNowhere: setNearest,
      onInView: setInView,
    };
    const made = new OwnershipMap(host.current, events);
    setMap(made);
    return () => made.destroy();
  }, []);

  const stacking = stacks?.stacking;

  useEffect(() => map?.setTheme(theme), [map, theme]);
  useEffect(() => map?.stack(stacking), [map, stacking]);
  // If a view begins with most of the map, the statement says that more is out of it.
  const hasNote = leaving.more > 0 && inView !== 'most';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the note takes room from the chips.
  useEffect(() => map?.makeRoom(), [map, hasNote]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place alone does not start the view anew.
  useEffect(() => {
    reported.current = nameOf(camera);
    map?.show(store, selector, camera);
  }, [map, store, selector]);
  const place = nameOf(camera);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for the place.
  useEffect(() => {
    // Back and forward of the browser, or a link.
    if (place === reported.current || isOverview(camera)) return;
    reported.current = place;
    map?.visit(camera);
  }, [map, place]);
  const named = mentioned.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names stand for the list.
  useEffect(() => {
    map?.select({ uid: selected, mentioned, instead }, selected !== clicked.current);
    clicked.current = null;
  }, [map, selected, named, instead]);

  const { onKey, focused, travel } = useMapKeys(map, status, props);

  const { ahead, absent } = status?.selection ?? {};
  const record = (selected !== undefined && ahead?.get(selected)) || inGraph;

  const hovered = status?.namespaces.find(({ namespace }) => namespace === inside?.namespace);
  return (
    <section className="map" aria-label={label}>
      <div
        ref={host}
        className="map-host"
        role="application"
        aria-label={label}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is travelled with the arrow keys.
        tabIndex={0}
        onKeyDown={onKey}
        onKeyDownCapture={() => setHover(undefined)}
        onMouseLeave={() => {
          setHover(undefined);
          setInside(undefined);
        }}
      />
      <EdgeChips chips={leaving.shown} onGo={travel} />
      <p id={hint} className="hidden-visually">
        Arrow up goes to the owner, down to the first dependent, left and right to siblings. Enter
        opens the object, and opens or closes a stack of siblings. The list view has the same
        objects as a table.
      </p>
      <p className="hidden-visually" aria-live="polite">
        {focused
          ? `${describeStack(focused)}. ${focused.isOpen ? 'Open' : 'Stacked'}.`
          : record && describe(record, store, absent?.get(record.uid))}
      </p>
      {map && status && (
        <div className="map-foot">
          <div className="map-notes">
            {store.isOutline && (
              <p className="floating map-note" role="status">
                Reading names…
              </p>
            )}
            {hasNote && (
              <p className="floating map-note" data-lines="">
                {formatLeaving(leaving)}
              </p>
            )}
            <MapStatement
              status={status}
              isAnyNameless={isAnyNameless}
              areCardsNameless={areCardsNameless}
              isAnyNamed={isAnyNamed}
              missingLines={missingLines}
              nearest={nearest}
              isPart={inView === 'most'}
              ways={map}
              onShowAll={onShowAll}
              nothing={nothing}
              stacks={stacks}
            />
          </div>
          <MapControls
            map={map}
            isWhole={inView !== 'part'}
            namespaces={status.namespaces}
            all={status.selection.matches === status.selection.total ? store : undefined}
          />
        </div>
      )}
      {hover && (
        <HoverCard
          store={store}
          hover={hover}
          stacks={status?.stacks}
          selection={status?.selection}
        />
      )}
      {hovered && inside && <NamespaceHover summary={hovered} {...inside} />}
    </section>
  );
}

/** Lines without chips. */
function formatLeaving({ shown, more }: Chips): string {
  const lines = `${more}${shown.length > 0 ? ' more' : ''}`;
  return more === 1 ? `${lines} line leaves the view.` : `${lines} lines leave the view.`;
}

/** Tells places apart as the address does. */
function nameOf(place: Start | undefined): string {
  if (place === undefined || isOverview(place)) return '';
  return formatPlace(place);
}

/** An object and its references in words, for those who do not see card and lines. */
function describe(record: NodeRecord, { records }: GraphStore, absence?: Absence): string {
  const states = statesOf(record, absence)
    .filter((state) => state !== 'calm')
    .map(formatState);
  const place = record.namespace === '' ? 'cluster-scoped' : `in ${record.namespace}`;
  const owners = [...new Set(record.owners.map(({ uid }) => uid))];
  const references = owners
    .flatMap((uid) => describeReferences(record, uid, records.get(uid), absence === 'gone'))
    .map(({ sentence, facts, findings }) => {
      const rest = [...facts, ...findings];
      return rest.length === 0 ? sentence : `${sentence} ${rest.join(', ')}.`;
    });
  const object = [
    visibleText(`${record.kind} ${record.name}`),
    place,
    ...states,
    ...(owners.length === 0 ? ['no owner'] : []),
  ].join(', ');
  return visibleText([`${object}.`, ...references].join(' '));
}
