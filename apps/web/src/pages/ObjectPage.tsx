import { type Uid, visibleText } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useGo, usePage, useView, ViewLink } from '../address/navigation.tsx';
import { DEFAULT_DEPTH, MAX_DEPTH } from '../address/view-search.ts';
import { objectQuery } from '../data/api.ts';
import { around, asItWas } from '../data/selection.ts';
import { useLive, useRecord } from '../data/use-graph.ts';
import { ObjectList } from '../features/filter/ObjectList.tsx';
import { ObjectPanel } from '../features/object/ObjectPanel.tsx';
import { ShareView } from '../features/share/ShareView.tsx';
import { GraphCanvas } from '../map/GraphCanvas.tsx';
import { useStacks } from '../map/use-stacks.ts';
import { IfRead } from '../ui/IfRead.tsx';
import { kindAndName } from '../ui/object-name.ts';
import { Readiness } from '../ui/Readiness.tsx';
import { useNarrow } from '../ui/use-narrow.ts';
import { ViewSwitch } from '../ui/ViewSwitch.tsx';
import { Workspace } from '../ui/Workspace.tsx';

/** The page of one uid: the map focused on the object, and everything known about it. */
export function ObjectPage(): ReactNode {
  const page = usePage();
  return page?.page === 'object' ? <PageOf key={page.uid} uid={page.uid} /> : null;
}

function PageOf({ uid }: { readonly uid: Uid }): ReactNode {
  const { store } = useLive();
  const view = useView();
  const go = useGo();
  const narrow = useNarrow();
  const stacks = useStacks(uid);
  const { data: details, error } = useQuery(objectQuery(uid));
  const depth = view.depth ?? DEFAULT_DEPTH;
  const live = useRecord(store, uid);
  const isThere = live?.virtual === false;
  const known = isThere ? live : (details?.record ?? live);
  const aftermath = isThere ? undefined : details?.aftermath;
  const selector = useMemo(
    () => (aftermath ? asItWas(aftermath) : around(uid, depth)),
    [aftermath, uid, depth],
  );
  // Details are of the object alone.
  const isDetails = narrow && view.view !== 'map';
  const name = known ? visibleText(kindAndName(known)) : 'Object';
  return (
    <>
      <title>{`${name}${aftermath ? ', gone' : ''} · gcscope`}</title>
      <section className="toolbar" aria-label="View of the object">
        {/* Elsewhere the panel has it. */}
        {narrow && !isDetails && <h1 className="hidden-visually">{name}</h1>}
        <ViewLink
          page={{ page: 'map' }}
          change={{ selected: uid, depth: undefined }}
          className="button"
        >
          <ArrowLeft size={14} aria-hidden /> Whole cluster
        </ViewLink>
        {!aftermath && !isDetails && <DepthChoice />}
        <span className="toolbar-gap" />
        <ShareView shown={() => selector(store)} about={{ title: name, focus: uid }} />
        <ViewSwitch list={narrow ? 'Details' : 'List'} />
      </section>
      <Workspace
        right={<ObjectPanel uid={view.selected ?? uid} />}
        list={
          <IfRead>
            <ObjectList store={store} selector={selector} />
          </IfRead>
        }
        map={
          <Readiness>
            <GraphCanvas
              store={store}
              selector={selector}
              label="Map of the object, its owners and dependents"
              selected={view.selected ?? uid}
              onSelect={(other) => go({ selected: other === uid ? undefined : other })}
              onOpen={(other) => go({}, { page: 'object', uid: other })}
              camera={view.camera}
              onCamera={(camera) => go({ camera }, undefined, { replace: true })}
              stacks={stacks}
              {...(details && {
                nothing: `This object is not in the graph. See its last known state in ${narrow ? 'its details' : 'the panel'}.`,
              })}
              // Without a panel beside it, the map says why.
              {...(!details && error && narrow && { nothing: error.message })}
            />
          </Readiness>
        }
      />
    </>
  );
}

const DEPTHS = [1, 2, 3, 5, MAX_DEPTH] as const;

/** How many levels of owners and dependents the map of an object shows. */
function DepthChoice(): ReactNode {
  const go = useGo();
  const depth = useView().depth ?? DEFAULT_DEPTH;
  return (
    <label className="depth">
      <span className="soft">Depth</span>
      <select
        value={depth}
        onChange={(event) =>
          go({ depth: Number(event.target.value), camera: undefined }, undefined, { replace: true })
        }
      >
        {[...new Set([...DEPTHS, depth])]
          .sort((a, b) => a - b)
          .map((each) => (
            <option key={each} value={each}>
              {each === MAX_DEPTH ? 'all levels' : each === 1 ? '1 level' : `${each} levels`}
            </option>
          ))}
      </select>
    </label>
  );
}
