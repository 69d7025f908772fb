import type { Uid } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { objectQuery } from '../api.ts';
import { ObjectList } from '../filter/ObjectList.tsx';
import { useLive } from '../live/use-graph.ts';
import { GraphCanvas } from '../map/GraphCanvas.tsx';
import { around } from '../map/visible.ts';
import { useGo, usePage, useView, ViewLink } from '../navigation.tsx';
import { IfRead } from '../shell/IfRead.tsx';
import { Readiness } from '../shell/Readiness.tsx';
import { useNarrow } from '../shell/use-narrow.ts';
import { ViewSwitch } from '../shell/ViewSwitch.tsx';
import { Workspace } from '../shell/Workspace.tsx';
import { DEFAULT_DEPTH } from '../view-search.ts';
import { DepthChoice } from './DepthChoice.tsx';
import { ObjectPanel } from './ObjectPanel.tsx';

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
  const { data: details, error } = useQuery(objectQuery(uid));
  const depth = view.depth ?? DEFAULT_DEPTH;
  const choose = useMemo(() => around(uid, depth), [uid, depth]);
  const open = (other: Uid): void =>
    go({ selected: undefined, camera: undefined }, { page: 'object', uid: other });
  return (
    <>
      <section className="toolbar" aria-label="View of the object">
        <ViewLink
          page={{ page: 'map' }}
          change={{ selected: uid, camera: undefined, depth: undefined }}
          className="button"
        >
          <ArrowLeft size={14} aria-hidden /> Whole cluster
        </ViewLink>
        <DepthChoice />
        <span className="toolbar-gap" />
        <ViewSwitch list={narrow ? 'Details' : 'List'} />
      </section>
      <Workspace
        right={<ObjectPanel uid={view.selected ?? uid} />}
        list={
          <IfRead>
            <ObjectList store={store} choose={choose} />
          </IfRead>
        }
        map={
          <Readiness>
            <GraphCanvas
              store={store}
              choose={choose}
              label="Map of the object, its owners and dependents"
              selected={view.selected ?? uid}
              onSelect={(other) => go({ selected: other === uid ? undefined : other })}
              onOpen={open}
              camera={view.camera}
              onCamera={(camera) => go({ camera }, undefined, { replace: true })}
              {...(details && {
                nothing: `This object is not in the graph. What is known of it stands ${narrow ? 'in its details' : 'in the panel'}.`,
              })}
              // Where there is no panel beside it, the map itself says why.
              {...(!details && error && narrow && { nothing: error.message })}
            />
          </Readiness>
        }
      />
    </>
  );
}
