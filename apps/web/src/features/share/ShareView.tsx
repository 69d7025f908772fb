import { absentLists, formatTimestamp, type Uid } from '@gcscope/gc-core/wire';
import type { StackOptions } from '@gcscope/picture';
import type { ReactNode } from 'react';
import { useGo, useView } from '../../address/navigation.tsx';
import { DEFAULT_DEPTH, type ViewSearch } from '../../address/view-search.ts';
import type { Selection } from '../../data/selection.ts';
import { useConnection, useLive } from '../../data/use-graph.ts';
import { viewTitle } from '../../ui/describe-filter.ts';
import { PrintedPicture } from '../../ui/PrintedPicture.tsx';
import { ShareMenu, type ShareSection } from '../../ui/ShareMenu.tsx';
import type { ViewToSave } from '../../ui/save-view.ts';
import { shareGraph } from '../../ui/share-graph.ts';
import { useTheme } from '../../ui/theme.ts';

export interface ShareViewProps {
  /** Objects that the view shows. */
  readonly shown: () => Pick<Selection, 'records' | 'absent' | 'context'>;
  /** Options of the stacks of siblings in the view; absent if none stack. */
  readonly stacks?: StackOptions | undefined;
  /** The title of the view, and its object; by default the cluster with its filter. */
  readonly about?: Pick<ViewToSave, 'title' | 'focus'>;
}

/** The view as it is saved and printed. */
function useViewToSave({ shown, stacks, about }: ShareViewProps): () => ViewToSave {
  const { store } = useLive();
  const { cluster } = useConnection();
  const view = useView();
  return () => {
    const { records, context, absent = new Map() } = shown();
    return {
      title: viewTitle(cluster, view, store.counts),
      ...about,
      savedAt: formatTimestamp(Date.now()),
      ...(context.size > 0 && { context: [...context] }),
      ...absentLists(absent),
      records,
      stacks,
    };
  };
}

/** The picture of the view, on paper alone. */
export function PrintedView(props: ShareViewProps): ReactNode {
  return <PrintedPicture toSave={useViewToSave(props)} />;
}

/** Shares the view: its link, and its graph in all forms; and as the server writes it, the graph of an object and the whole. */
export function ShareView(props: ShareViewProps): ReactNode {
  const { store } = useLive();
  const view = useView();
  const go = useGo();
  const theme = useTheme();
  const toSave = useViewToSave(props);
  const object = view.selected ?? props.about?.focus;
  const sections: ShareSection[] = [
    { title: 'This view', items: shareGraph(toSave, { theme, linkBase: window.location.origin }) },
    ...(object === undefined ? [] : [sectionOf(object, view, store.records.has(object))]),
    {
      title: 'Whole graph',
      items: [
        { words: 'Open as SVG', href: '/graph.svg' },
        { words: 'Open as DOT', hint: 'as the collector writes it', href: '/graph.dot' },
      ],
    },
    {
      title: 'From a file',
      items: [{ words: 'Open a saved picture', run: () => go({}, { page: 'picture' }) }],
    },
  ];
  return <ShareMenu link={() => window.location.href} sections={sections} />;
}

/** The picture and the graph of one object, which its uid finds as long as anybody knows it. */
function sectionOf(
  uid: Uid,
  { depth = DEFAULT_DEPTH, stacks = [] }: ViewSearch,
  isThere: boolean,
): ShareSection {
  const path = `/o/${encodeURIComponent(uid)}`;
  const drawn = new URLSearchParams([['depth', `${depth}`], ...stacks.map((id) => ['stack', id])]);
  return {
    title: 'This object',
    items: [
      { words: 'Open its SVG', href: `${path}.svg?${drawn}` },
      ...(isThere ? [{ words: 'Open its DOT', href: `${path}.dot?depth=${depth}` }] : []),
    ],
  };
}
