import { counted, type Uid, visibleText } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useGo, usePage, useView, ViewLink } from '../address/navigation.tsx';
import { DEFAULT_DEPTH, MAX_DEPTH } from '../address/view-search.ts';
import { ApiError, objectQuery } from '../data/api.ts';
import { around, asItWas, worstIn } from '../data/selection.ts';
import { useCounts, useLive, useRecord } from '../data/use-graph.ts';
import { ObjectList } from '../features/filter/ObjectList.tsx';
import { NoObject } from '../features/object/NoObject.tsx';
import { ObjectPanel } from '../features/object/ObjectPanel.tsx';
import { PrintedView, ShareView, type ShareViewProps } from '../features/share/ShareView.tsx';
import { GraphCanvas } from '../map/GraphCanvas.tsx';
import { useStacks } from '../map/use-stacks.ts';
import { kindAndName } from '../ui/object-name.ts';
import { Readiness } from '../ui/Readiness.tsx';
import { useWindow } from '../ui/use-window.ts';
import { ViewSwitch } from '../ui/ViewSwitch.tsx';
import { Workspace } from '../ui/Workspace.tsx';

/** The page of one uid: the map focused on the object, and everything known about it. */
export function ObjectPage(): ReactNode {
  const page = usePage();
  return page?.page === 'object' ? <PageOf key={page.uid} uid={page.uid} /> : null;
}

/** The data of the page on its object. */
function useShown(uid: Uid) {
  const { store } = useLive();
  const { depth = DEFAULT_DEPTH, selected } = useView();
  const { data: details, failureReason: error } = useQuery(objectQuery(uid));
  const live = useRecord(store, uid);
  const isThere = live?.virtual === false;
  const known = isThere ? live : (details?.record ?? live);
  const aftermath = isThere ? undefined : details?.aftermath;
  const selector = useMemo(
    () => (aftermath ? asItWas(aftermath) : around(uid, depth)),
    [aftermath, uid, depth],
  );
  const isInGraph = live !== undefined;
  // A Namespace has no owner or dependent beside it, so its page begins at its content. That stays the first view even if the object goes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, as soon as the graph is there.
  const inside = useMemo(() => worstIn(store, uid), [store, uid, isInGraph]);
  const instead = selected === undefined ? inside : undefined;
  // The details are of before it went: the objects around it are on their way.
  const isGoing = details !== undefined && !details.gone && !error;
  const hasMap = live !== undefined || aftermath !== undefined || isGoing;
  return { store, details, error, known, aftermath, selector, hasMap, instead };
}

function PageOf({ uid }: { readonly uid: Uid }): ReactNode {
  const { store, details, error, known, aftermath, selector, hasMap, instead } = useShown(uid);
  const view = useView();
  const go = useGo();
  const narrow = useWindow('narrow');
  const stacks = useStacks(uid);
  // Before the first object, the page says what it waits for.
  const isRead = useCounts(store).objects > 0;
  if (isRead && error && !known) return <Unknown error={error} />;
  // Details are of the object alone.
  const isDetails = narrow && view.view !== 'map';
  const nothing = <Nothing isKnown={details !== undefined} />;
  const name = known ? visibleText(kindAndName(known)) : 'Object';
  const shared: ShareViewProps = {
    shown: () => selector(store),
    about: { title: name, focus: uid },
  };
  return (
    <>
      <title>{`${name}${aftermath ? ', gone' : ''} · gcscope`}</title>
      <section className="bar toolbar" aria-label="View of the object">
        {/* Elsewhere the panel has it. */}
        {narrow && !isDetails && <h1 className="hidden-visually">{name}</h1>}
        <ViewLink
          page={{ page: 'map' }}
          change={{ selected: uid, depth: undefined }}
          className="button"
        >
          <ArrowLeft size={14} aria-hidden /> Whole cluster
        </ViewLink>
        {!aftermath && hasMap && !isDetails && <DepthChoice />}
        <span className="toolbar-gap" />
        <ShareView {...shared} />
        {(hasMap || narrow) && <ViewSwitch list={narrow ? 'Details' : 'List'} />}
      </section>
      <Workspace
        right={<ObjectPanel uid={view.selected ?? uid} />}
        list={
          <Readiness>
            <PrintedView {...shared} />
            {hasMap ? <ObjectList store={store} selector={selector} /> : nothing}
          </Readiness>
        }
        map={
          <Readiness>
            {hasMap ? (
              <GraphCanvas
                store={store}
                selector={selector}
                label="Map of the object, its owners and dependents"
                selected={view.selected ?? uid}
                instead={instead}
                onSelect={(other) => go({ selected: other === uid ? undefined : other })}
                onOpen={(other) => go({}, { page: 'object', uid: other })}
                camera={view.camera}
                onCamera={(camera) => go({ camera }, undefined, { replace: true })}
                stacks={stacks}
              />
            ) : (
              nothing
            )}
          </Readiness>
        }
      />
    </>
  );
}

/** The message in place of the map and the list, where there is nothing to show. */
function Nothing({ isKnown }: { readonly isKnown: boolean }): ReactNode {
  const narrow = useWindow('narrow');
  return (
    <p className="message" role="status">
      {isKnown
        ? `This object is not in the graph. See its last known state in ${narrow ? 'its details' : 'the panel'}.`
        : 'Loading the object…'}
    </p>
  );
}

/** The page of a uid of which nothing is known: why, and where to go on. */
function Unknown({ error }: { readonly error: Error }): ReactNode {
  const isMissing = error instanceof ApiError && error.code === 'uid-unknown';
  const title = isMissing ? 'Object not found' : 'The object could not be read';
  return <NoObject title={title} text={error.message} />;
}

const DEPTHS = [1, 2, 3, 5, MAX_DEPTH] as const;

/** The choice of how many levels of owners and dependents the map of an object shows. */
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
              {each === MAX_DEPTH ? 'all levels' : counted(each, 'level')}
            </option>
          ))}
      </select>
    </label>
  );
}
