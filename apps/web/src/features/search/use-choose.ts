import type { NodeRecord, ObjectReference } from '@gcscope/gc-core/wire';
import { useEffect, useRef } from 'react';
import { useGo, useOpenHref, usePage, useView } from '../../address/navigation.tsx';
import { matchesFilter } from '../../data/selection.ts';
import { useConnection } from '../../data/use-graph.ts';
import { useLabels } from '../../data/use-labels.ts';
import type { PaletteEntry } from './entries.ts';
import { rememberRecent } from './recent.ts';
import type { Row } from './rows.ts';

export interface Choosing {
  readonly onClose: () => void;
  readonly copy: (text: string) => void;
  readonly setQuery: (query: string) => void;
}

/** Goes where a line leads, or does what it says. */
export function useChoose({ onClose, copy, setQuery }: Choosing): (row: Row) => void {
  const openObject = useOpenObject();
  const act = useAct(onClose, copy);
  const page = usePage();
  const go = useGo();
  return (row) => {
    switch (row.type) {
      case 'object':
        openObject(row.object, row.record);
        break;
      case 'filter':
        // A filter replaces those of the same kind on the map and the list; the others stay.
        go(
          { ...row.filter, camera: undefined, dialog: undefined },
          page?.page === 'map' ? undefined : { page: 'map' },
        );
        break;
      case 'entry':
        rememberRecent({ type: 'entry', id: row.entry.id });
        act(row.entry.act);
        break;
      case 'word':
        setQuery(`${row.word}:`);
        break;
      default:
        row satisfies never;
    }
  };
}

/** Opens an object: the map selects one that it shows; any other opens its page. */
function useOpenObject(): (object: ObjectReference, record: NodeRecord | undefined) => void {
  const view = useView();
  const page = usePage();
  const go = useGo();
  const { cluster } = useConnection();
  const { uids } = useLabels(view);
  return ({ uid, apiVersion, kind, namespace, name }, record) => {
    const object = { uid, apiVersion, kind, namespace, name };
    if (cluster) rememberRecent({ type: 'object', server: cluster.server, object });
    const isShown =
      record !== undefined &&
      matchesFilter(record, view) &&
      (view.labels.length === 0 || uids?.has(uid) === true);
    if (page?.page === 'map' && isShown) go({ selected: uid, dialog: undefined });
    else go({ dialog: undefined }, { page: 'object', uid });
  };
}

function useAct(
  onClose: () => void,
  copy: (text: string) => void,
): (act: PaletteEntry['act']) => void {
  const go = useGo();
  const open = useOpenHref();
  const onceClosed = useRef<() => void>(undefined);
  useEffect(
    () => () => {
      // Runs after React has taken the palette away: paper needs another rendering before it is printed.
      if (onceClosed.current) setTimeout(onceClosed.current);
    },
    [],
  );
  return (act) => {
    switch (act.type) {
      case 'go':
        go({ dialog: undefined, ...act.change }, act.page);
        break;
      case 'open':
        open(act.href);
        break;
      case 'copy':
        copy(act.text);
        break;
      case 'file':
        window.open(act.href, '_blank', 'noopener');
        onClose();
        break;
      case 'do':
        // Actions that open a menu or print need the page without the palette.
        onceClosed.current = act.run;
        onClose();
        break;
      default:
        act satisfies never;
    }
  };
}
