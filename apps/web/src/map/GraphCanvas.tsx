import './map.css';
import { type NodeRecord, type Uid, visibleText } from '@gcscope/gc-core/wire';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Camera } from '../address/view-search.ts';
import { type GraphStore, statesOf } from '../data/graph-store.ts';
import type { Selector } from '../data/selection.ts';
import { useRecord } from '../data/use-graph.ts';
import { describeReferences } from '../ui/describe-reference.ts';
import { stateWord } from '../ui/Marks.tsx';
import { useTheme } from '../ui/theme.ts';
import { EdgeChips, type EdgeChipsProps } from './EdgeChips.tsx';
import { type Hover, HoverCard } from './HoverCard.tsx';
import { type KeyPress, keyAction } from './keyboard.ts';
import { MapControls } from './MapControls.tsx';
import { MapStatement } from './MapStatement.tsx';
import type { MapEvents, MapStatus } from './map-events.ts';
import { OwnershipMap } from './ownership-map.ts';
import type { Start } from './viewport.ts';

export interface GraphCanvasProps {
  /** The graph: the live one, or a fork of it. */
  readonly store: GraphStore;
  /** Selects what to show. Keep the same function while the view is the same: a new one restarts the view. */
  readonly selector: Selector;
  /** Accessible name of the map. */
  readonly label: string;
  readonly selected: Uid | undefined;
  readonly onSelect: (uid: Uid | undefined) => void;
  readonly onOpen: (uid: Uid) => void;
  /** Where the view starts; later changes are ignored. */
  readonly camera?: Start | undefined;
  readonly onCamera?: (camera: Camera | undefined) => void;
  /** Clears the filter, where there is one. */
  readonly onShowAll?: () => void;
  /** The message when there is nothing to draw and no filter. */
  readonly nothing?: string;
}

/** A map of a graph with its controls; the drawing itself is `OwnershipMap`'s. */
export function GraphCanvas(props: GraphCanvasProps): ReactNode {
  const { store, selector, selected, label, camera, onSelect, onOpen, onShowAll, nothing } = props;
  const host = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<OwnershipMap>();
  const [status, setStatus] = useState<MapStatus>();
  const [zoom, setZoom] = useState(1);
  const [hover, setHover] = useState<Hover>();
  const [leaving, setLeaving] = useState<Pick<EdgeChipsProps, 'chips' | 'size'>>();
  const theme = useTheme();
  const hint = useId();
  const record = useRecord(store, selected);
  // A clicked card is in view already; other selected objects are brought into view.
  const clicked = useRef<Uid>(undefined);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!host.current) return;
    const events: MapEvents = {
      onSelect: (uid) => {
        clicked.current = uid;
        latest.current.onSelect(uid);
      },
      onOpen: (uid) => latest.current.onOpen(uid),
      onCamera: (rest) => latest.current.onCamera?.(rest),
      onHover: (target, at) => setHover(target && { target, ...at }),
      onChips: (chips, size) => setLeaving({ chips, size }),
      onStatus: setStatus,
      onZoom: setZoom,
    };
    const made = new OwnershipMap(host.current, events);
    setMap(made);
    return () => made.destroy();
  }, []);

  useEffect(() => map?.setTheme(theme), [map, theme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the camera says where to start, not where to go.
  useEffect(() => map?.show(store, selector, camera), [map, store, selector]);
  useEffect(() => {
    map?.select(selected, selected !== clicked.current);
    clicked.current = undefined;
  }, [map, selected]);

  const onKey = (event: KeyPress): void => {
    const action = map && keyAction(event);
    if (!action) return;
    event.preventDefault();
    setHover(undefined);
    switch (action.type) {
      case 'travel': {
        const next = map.neighbour(action.direction);
        if (next !== undefined) onSelect(next);
        return;
      }
      case 'open':
        if (selected !== undefined) onOpen(selected);
        return;
      case 'let go':
        onSelect(undefined);
        return;
      case 'fit':
        map.fit();
        return;
      case 'zoom by':
        map.zoomBy(action.factor);
        return;
      case 'zoom to':
        map.zoomTo(action.zoom);
        return;
      default:
        action satisfies never;
    }
  };

  useEffect(() => {
    // While nothing has the focus, the keys are the map's.
    const onBodyKey = (event: globalThis.KeyboardEvent): void => {
      if (event.target === document.body && !event.defaultPrevented) onKey(event);
    };
    window.addEventListener('keydown', onBodyKey);
    return () => window.removeEventListener('keydown', onBodyKey);
  });

  return (
    <section className="map" aria-label={label}>
      {map && status && (
        <MapControls
          zoom={zoom}
          onFit={() => map.fit()}
          onZoomBy={(factor) => map.zoomBy(factor)}
          onActualSize={() => map.zoomTo(1)}
        />
      )}
      <div
        ref={host}
        className="map-host"
        role="application"
        aria-label={label}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is travelled with the arrow keys.
        tabIndex={0}
        onKeyDown={onKey}
        onMouseLeave={() => setHover(undefined)}
      />
      {leaving && <EdgeChips store={store} {...leaving} onGo={onSelect} />}
      <p id={hint} className="hidden-visually">
        Arrow up goes to the owner, down to the first dependent, left and right to siblings. Enter
        opens the object. The list view has the same objects as a table.
      </p>
      <p className="hidden-visually" aria-live="polite">
        {record && describe(record, store)}
      </p>
      {status && <MapStatement status={status} onShowAll={onShowAll} nothing={nothing} />}
      {hover && <HoverCard store={store} hover={hover} />}
    </section>
  );
}

/** An object and its references in words, for those who do not see card and lines. */
function describe(record: NodeRecord, { records }: GraphStore): string {
  const states = statesOf(record)
    .filter((state) => state !== 'calm')
    .map(stateWord);
  const place = record.namespace === '' ? 'cluster-scoped' : `in ${record.namespace}`;
  const owners = [...new Set(record.owners.map(({ uid }) => uid))];
  const references = owners
    .flatMap((uid) => describeReferences(record, uid, records.get(uid)))
    .map(({ sentence, facts, faults }) => {
      const rest = [...facts, ...faults];
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
