import { Map as MapIcon, Maximize, Minus, Plus } from 'lucide-react';
import {
  memo,
  type NamedExoticComponent,
  type ReactNode,
  useCallback,
  useRef,
  useSyncExternalStore,
} from 'react';
import { Button, ToggleButton, Toolbar } from 'react-aria-components';
import { useGo, useView } from '../address/navigation.tsx';
import { emptyNamespaces } from '../data/empty-namespaces.ts';
import type { GraphStore } from '../data/graph-store.ts';
import { useLive } from '../data/use-graph.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { ZOOM_STEP } from './keyboard.ts';
import { Legend } from './Legend.tsx';
import { MinimapView, useMinimap } from './MinimapView.tsx';
import { NamespaceJump } from './NamespaceJump.tsx';
import type { OwnershipMap } from './ownership-map.ts';
import { formatZoom } from './view/measures.ts';
import type { Viewport } from './view/viewport.ts';
import type { NamespaceSummary } from './world/problems.ts';

export interface MapControlsProps {
  readonly map: OwnershipMap;
  /** A small map would tell no more: nothing of the graph is out of view, or little. */
  readonly isWhole: boolean;
  readonly namespaces: readonly NamespaceSummary[];
  /** The graph of which the map shows all. */
  readonly all: GraphStore | undefined;
}

/**
 * Namespaces, legend, minimap, fit, zoom: one stop of the Tab key before the map; the arrow keys lead through it. They stay while
 * chips move in a drag.
 */
export const MapControls: NamedExoticComponent<MapControlsProps> = memo(function MapControls({
  map,
  isWhole,
  namespaces,
  all,
}: MapControlsProps): ReactNode {
  const { legend } = useView();
  const go = useGo();
  const { store: live } = useLive();
  const legendButton = useRef<HTMLButtonElement>(null);
  const [hasMinimap, setMinimap] = useMinimap();
  const setLegend = (isOpen: boolean): void => {
    go({ legend: isOpen ? 'open' : undefined }, undefined, { replace: true });
  };
  return (
    <div className="map-corner">
      {legend === 'open' && (
        <Legend
          drawn={map.looks}
          onClose={() => {
            setLegend(false);
            legendButton.current?.focus();
          }}
        />
      )}
      {hasMinimap && !isWhole && <MinimapView map={map} />}
      <Toolbar className="map-controls floating" aria-label="Map">
        {namespaces.length > 1 && (
          <NamespaceJump
            namespaces={namespaces}
            // A simulation has only those of the objects that matter.
            empty={all === live ? emptyNamespaces(live) : []}
            onEnter={(namespace) => map.enter(namespace)}
            onSelect={(selected) => go({ selected })}
          />
        )}
        <ToggleButton
          ref={legendButton}
          className="button"
          data-quiet=""
          isSelected={legend === 'open'}
          onChange={setLegend}
        >
          Legend
        </ToggleButton>
        {!isWhole && (
          <ToggleButton
            className="button minimap-switch"
            data-quiet=""
            data-square=""
            aria-label="Minimap"
            isSelected={hasMinimap}
            onChange={setMinimap}
          >
            <MapIcon size={14} aria-hidden />
          </ToggleButton>
        )}
        <IconButton label="Fit everything" onPress={() => map.fit()}>
          <Maximize size={14} />
        </IconButton>
        <IconButton label="Zoom out" onPress={() => map.viewport.zoomBy(1 / ZOOM_STEP)}>
          <Minus size={14} />
        </IconButton>
        <Zoom viewport={map.viewport} />
        <IconButton label="Zoom in" onPress={() => map.viewport.zoomBy(ZOOM_STEP)}>
          <Plus size={14} />
        </IconButton>
      </Toolbar>
    </div>
  );
});

/** The zoom; by itself, as it changes in every frame while the map zooms. */
function Zoom({ viewport }: { readonly viewport: Viewport }): ReactNode {
  const watch = useCallback((listener: () => void) => viewport.watchZoom(listener), [viewport]);
  const zoom = useSyncExternalStore(watch, () => formatZoom(viewport.zoom));
  return (
    <Button
      className="button zoom"
      data-quiet=""
      aria-label={`Zoom ${zoom}. Back to 100 %`}
      onPress={() => viewport.zoomTo(1)}
    >
      {zoom}
    </Button>
  );
}
