import { visibleText } from '@gcscope/gc-core/wire';
import { ALL_OPEN } from '@gcscope/picture';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { ToggleButton } from 'react-aria-components';
import { useGo, useView } from '../address/navigation.tsx';
import type { GraphStore } from '../data/graph-store.ts';
import { filtered, NO_FILTER } from '../data/selection.ts';
import { useConnection, useLive } from '../data/use-graph.ts';
import { useLabels } from '../data/use-labels.ts';
import { Lately } from '../features/activity/Lately.tsx';
import { ActiveFilters } from '../features/filter/ActiveFilters.tsx';
import { FilterPanel } from '../features/filter/FilterPanel.tsx';
import { IfLabelled } from '../features/filter/IfLabelled.tsx';
import { ObjectList } from '../features/filter/ObjectList.tsx';
import { ObjectPanel } from '../features/object/ObjectPanel.tsx';
import { PrintedView, ShareView, type ShareViewProps } from '../features/share/ShareView.tsx';
import { Headline } from '../features/summary-bar/Headline.tsx';
import { SummaryBar } from '../features/summary-bar/SummaryBar.tsx';
import { GraphCanvas } from '../map/GraphCanvas.tsx';
import { useStacks } from '../map/use-stacks.ts';
import { stackOptions } from '../map/world/arrangement.ts';
import { Readiness } from '../ui/Readiness.tsx';
import { useShownView } from '../ui/use-shown-view.ts';
import { useWindow } from '../ui/use-window.ts';
import { ViewSwitch } from '../ui/ViewSwitch.tsx';
import { Workspace } from '../ui/Workspace.tsx';

/** The first screen: a summary of the cluster above its live map. */
export function MapPage(): ReactNode {
  const { store } = useLive();
  const outline = useOutline();
  const view = useView();
  const go = useGo();
  const selector = useSelector();
  const stacks = useStacks();
  const narrow = useWindow('narrow');
  const { cluster } = useConnection();
  const { selected, filters } = view;
  useMapOfPlace();
  const shownAs = useShownView() === 'list' ? 'List' : 'Map';
  const shared: ShareViewProps = {
    shown: () => selector(store),
    stacks: stacks?.stacking && stackOptions(stacks.stacking, selected, store),
  };
  return (
    <>
      <title>{`${cluster ? `${shownAs} of ${visibleText(cluster.context)}` : shownAs} · gcscope`}</title>
      <section className="bar toolbar" aria-label="View of the cluster">
        <h1 className="hidden-visually">The whole cluster</h1>
        <SummaryBar />
        {narrow && (
          <ToggleButton
            className="button"
            isSelected={filters === 'open'}
            onChange={(open) =>
              go({ filters: open ? 'open' : undefined }, undefined, { replace: true })
            }
          >
            <SlidersHorizontal size={14} aria-hidden /> Filters
          </ToggleButton>
        )}
        <ShareView {...shared} />
        <ViewSwitch />
      </section>
      <section className="news" aria-label="News of the cluster">
        <Headline />
        <Lately />
      </section>
      <ActiveFilters />
      <Workspace
        left={(!narrow || filters === 'open') && <FilterPanel />}
        right={selected !== undefined && <ObjectPanel uid={selected} />}
        list={
          <Readiness>
            <IfLabelled>
              <PrintedView {...shared} />
              <ObjectList store={store} selector={selector} />
            </IfLabelled>
          </Readiness>
        }
        map={
          <Readiness outline={outline}>
            <IfLabelled>
              <GraphCanvas
                store={outline ?? store}
                selector={selector}
                label="Map of the cluster"
                selected={selected}
                onSelect={(uid) => outline ?? go({ selected: uid })}
                onOpen={(uid) => outline ?? go({}, { page: 'object', uid })}
                camera={view.camera}
                onCamera={(camera, entered) =>
                  // The browser's back button leads from a namespace to the place before it.
                  go({ camera }, undefined, { replace: !entered })
                }
                stacks={outline && stacks ? { ...stacks, onToggle: () => {} } : stacks}
                onShowAll={() => go({ ...NO_FILTER, camera: undefined })}
              />
            </IfLabelled>
          </Readiness>
        }
      />
    </>
  );
}

/** A place in the address shows the map on a narrow screen, too; from then on the address says so by itself, as the place may be left. */
function useMapOfPlace(): void {
  const { view, camera } = useView();
  const isOfPlace = useWindow('narrow') && view === undefined && camera !== undefined;
  const go = useGo();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `go` is new with each rendering.
  useEffect(() => {
    if (isOfPlace) go({ view: 'map' }, undefined, { replace: true });
  }, [isOfPlace]);
}

/** The graph while its uids and names are on their way, unless the view names an object. */
function useOutline(): GraphStore | undefined {
  const { outline } = useConnection();
  const { selected, labels, stacks = [] } = useView();
  const named = stacks.filter((id) => id !== ALL_OPEN);
  return selected === undefined && labels.length + named.length === 0 ? outline : undefined;
}

/** The selector of the filter: the same function while the filter is the same, whatever else changes in the address. */
function useSelector(): ReturnType<typeof filtered> {
  const { namespaces, kinds, states, finalizers, labels } = useView();
  const { uids } = useLabels({ labels, kinds });
  return useMemo(
    () => filtered({ namespaces, kinds, states, finalizers, labels }, uids),
    [namespaces, kinds, states, finalizers, labels, uids],
  );
}
