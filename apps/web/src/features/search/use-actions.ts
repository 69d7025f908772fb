import { type Uid, visibleText } from '@gcscope/gc-core/wire';
import {
  Bookmark,
  Copy,
  FileCode,
  FilterX,
  Image,
  Info,
  Keyboard,
  Link2,
  List,
  ListVideo,
  Network,
  Palette,
  PanelRight,
  Printer,
  Shapes,
  Share2,
} from 'lucide-react';
import { type Page, usePage, useView, useViewHref } from '../../address/navigation.tsx';
import { DEFAULT_DEPTH } from '../../address/view-search.ts';
import { isFiltering, NO_FILTER } from '../../data/selection.ts';
import { useLive, useRecord } from '../../data/use-graph.ts';
import { kindAndName } from '../../ui/object-name.ts';
import { POLICIES } from '../../ui/policies.ts';
import { pageShare } from '../../ui/ShareMenu.tsx';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../ui/theme.ts';
import { useShownView } from '../../ui/use-shown-view.ts';
import type { PaletteEntry } from './entries.ts';

/** Pages with a map of their own. */
const MAPPED: ReadonlySet<Page['page']> = new Set([
  'map',
  'object',
  'simulate',
  'scene',
  'picture',
]);

const THEMES: readonly ThemeChoice[] = ['system', 'light', 'dark'];

/** The actions on this page; those on the object in view come first. */
export function useActions(): readonly PaletteEntry[] {
  const ofObject = useObjectActions();
  const others = [...useViewActions(), ...useThemeActions()];
  const actions = ofObject.length > 0 ? [...ofObject, ...others] : [...others, CHOOSE_ONE];
  return actions.map((action) => ({ ...action, group: 'Actions' }));
}

type Action = Omit<PaletteEntry, 'group'>;

/** There is nothing to simulate before an object is chosen. */
const CHOOSE_ONE: Action = {
  id: 'simulate',
  title: 'Simulate a delete: choose an object on the map',
  words: 'deletion player forecast',
  Icon: ListVideo,
  act: { type: 'go', change: {}, page: { page: 'map' } },
};

/** Actions on the selected object, or on the one whose page is open. */
function useObjectActions(): readonly Action[] {
  const page = usePage();
  const { selected, depth = DEFAULT_DEPTH } = useView();
  const ofPage: Uid | undefined = page && 'uid' in page ? page.uid : undefined;
  const { store } = useLive();
  const chosen = useRecord(store, selected);
  const opened = useRecord(store, ofPage);
  // An object selected in a scene is not in the cluster.
  const record = chosen ?? opened;
  const uid = record?.uid ?? ofPage;
  if (uid === undefined) return [];
  const name = record ? visibleText(kindAndName(record)) : 'this object';
  const path = `/o/${encodeURIComponent(uid)}`;
  const simulations = POLICIES.map(
    ({ policy }): Action => ({
      id: `simulate ${policy}`,
      title: `Simulate ${policy} delete of ${name}`,
      Icon: ListVideo,
      act: { type: 'go', change: { policy }, page: { page: 'simulate', uid } },
    }),
  );
  return [
    ...(record && !record.virtual ? simulations : []),
    {
      id: 'open object',
      title: `Open the page of ${name}`,
      Icon: PanelRight,
      act: { type: 'go', change: {}, page: { page: 'object', uid } },
    },
    {
      id: 'copy object link',
      title: `Copy the link to ${name}`,
      Icon: Link2,
      act: { type: 'copy', text: `${window.location.origin}${path}` },
    },
    {
      id: 'copy uid',
      title: `Copy the uid of ${name}`,
      Icon: Copy,
      act: { type: 'copy', text: uid },
    },
    {
      id: 'object svg',
      title: `Open the SVG of ${name}`,
      words: 'picture export share',
      Icon: Image,
      act: { type: 'file', href: `${path}.svg?depth=${depth}` },
    },
  ];
}

function useViewActions(): readonly Action[] {
  const view = useView();
  const page = usePage()?.page;
  const href = useViewHref();
  const share = pageShare();
  const isList = useShownView() === 'list';
  const clear: Action = {
    id: 'clear filters',
    title: 'Clear all filters',
    words: 'show everything reset',
    Icon: FilterX,
    act: { type: 'go', change: { ...NO_FILTER, camera: undefined } },
  };
  const isMapped = page !== undefined && MAPPED.has(page);
  const legend: Action = {
    id: 'legend',
    title: 'Show the legend of the map',
    words: 'help colours signs meaning',
    Icon: Info,
    act: {
      type: 'go',
      change: { legend: 'open', ...(isList && { view: 'map' }) },
      ...(!isMapped && { page: { page: 'map' } }),
    },
  };
  const switchView: Action = {
    id: 'switch view',
    title: isList ? 'Show the map' : 'Show the list',
    words: 'switch view table',
    Icon: isList ? Network : List,
    act: { type: 'go', change: { view: isList ? 'map' : 'list' } },
  };
  return [
    ...(isFiltering(view) ? [clear] : []),
    ...(page === 'map' || page === 'object' ? [switchView] : []),
    {
      id: 'copy link',
      title: 'Copy the link to this view',
      words: 'share address url',
      Icon: Link2,
      act: { type: 'copy', text: `${window.location.origin}${href}` },
    },
    ...(share
      ? [
          {
            id: 'share',
            title: `Share this view: ${share.forms.join(', ')}…`,
            words: 'picture export save print',
            Icon: Share2,
            act: { type: 'do', run: share.open },
          } as const,
        ]
      : []),
    {
      id: 'print',
      title: 'Print this page',
      words: 'paper pdf share export',
      Icon: Printer,
      act: { type: 'do', run: () => window.print() },
    },
    {
      id: 'save view',
      title: 'Save this view, or rename one…',
      words: 'saved views bookmark delete',
      Icon: Bookmark,
      act: { type: 'go', change: { dialog: 'views' } },
    },
    {
      id: 'graph svg',
      title: 'Open the whole graph as SVG',
      words: 'picture export share',
      Icon: Image,
      act: { type: 'file', href: '/graph.svg' },
    },
    {
      id: 'graph dot',
      title: 'Open the whole graph as DOT',
      words: 'graphviz export share',
      Icon: FileCode,
      act: { type: 'file', href: '/graph.dot' },
    },
    {
      id: 'kinds',
      title: 'Show the kinds, read and unread',
      words: 'forbidden health',
      Icon: Shapes,
      act: { type: 'go', change: { dialog: 'kinds' } },
    },
    legend,
    {
      id: 'keys',
      title: 'Show the keyboard shortcuts',
      words: 'help',
      Icon: Keyboard,
      act: { type: 'go', change: { dialog: 'keys' } },
    },
  ];
}

function useThemeActions(): readonly Action[] {
  const chosen = useThemeChoice();
  return THEMES.filter((theme) => theme !== chosen).map((theme) => ({
    id: `theme ${theme}`,
    title:
      theme === 'system' ? 'Switch to the theme of the system' : `Switch to the ${theme} theme`,
    words: 'mode colours appearance',
    Icon: Palette,
    act: { type: 'do', run: () => chooseTheme(theme) },
  }));
}
