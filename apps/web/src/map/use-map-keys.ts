import type { Uid } from '@gcscope/gc-core/wire';
import type { Stack } from '@gcscope/picture';
import { useCallback, useEffect, useState } from 'react';
import { type KeyPress, keyAction } from './keyboard.ts';
import type { MapStatus } from './map-events.ts';
import type { OwnershipMap } from './ownership-map.ts';
import type { Stacks } from './use-stacks.ts';

/** The selected object of a map, and the functions that change it. */
export interface Selecting {
  readonly selected: Uid | undefined;
  readonly onSelect: (uid: Uid | undefined) => void;
  readonly onOpen: (uid: Uid) => void;
  /** The stacks of siblings; without it each object has a card of its own. */
  readonly stacks?: Stacks | undefined;
}

/** The keys of a map. */
export interface MapKeys {
  readonly onKey: (event: KeyPress) => void;
  /** The stack that the arrows have led to; the object before it stays selected. */
  readonly focused: Stack | undefined;
  /** Goes to an object or a stack; stays the same function while the map moves. */
  readonly travel: (to: Uid | undefined) => void;
}

/** Keys travel over the map, open objects and stacks, and zoom. */
export function useMapKeys(
  map: OwnershipMap | undefined,
  status: MapStatus | undefined,
  { selected, stacks, onSelect, onOpen }: Selecting,
): MapKeys {
  const [focus, setFocus] = useState<Uid>();
  const focused = focus === undefined ? undefined : status?.stacks.get(focus);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selected object ends the focus.
  useEffect(() => setFocus(undefined), [selected]);
  useEffect(() => map?.focus(focus), [map, focus]);

  const stacked = status?.stacks;
  const travel = useCallback(
    (next: Uid | undefined): void => {
      if (next === undefined) return;
      const isStack = stacked?.has(next) === true;
      setFocus(isStack ? next : undefined);
      if (!isStack && next !== selected) onSelect(next);
    },
    [stacked, selected, onSelect],
  );
  const open = (): void => {
    if (focused) stacks?.onToggle(focused.id);
    else if (selected !== undefined) onOpen(selected);
  };
  const letGo = (): void => {
    const last = selected === undefined ? lastOpened(stacks, status) : undefined;
    if (focused) setFocus(undefined);
    else if (last !== undefined) stacks?.onToggle(last);
    else onSelect(undefined);
  };
  const onKey = (event: KeyPress): void => {
    const action = map && keyAction(event);
    if (!action) return;
    event.preventDefault();
    switch (action.type) {
      case 'travel':
        travel(map.neighbour(action.direction));
        return;
      case 'open':
        open();
        return;
      case 'let go':
        letGo();
        return;
      case 'fit':
        map.fit();
        return;
      case 'zoom by':
        map.viewport.zoomBy(action.factor);
        return;
      case 'zoom to':
        map.viewport.zoomTo(action.zoom);
        return;
      default:
        action satisfies never;
    }
  };

  useEffect(() => {
    // While nothing on the page has the focus, the keys are the map's.
    const onBodyKey = (event: globalThis.KeyboardEvent): void => {
      const { target } = event;
      const isNothing =
        target === document.body || (target instanceof Element && target.matches('.page'));
      if (isNothing && !event.defaultPrevented) onKey(event);
    };
    window.addEventListener('keydown', onBodyKey);
    return () => window.removeEventListener('keydown', onBodyKey);
  });
  return { onKey, focused, travel };
}

/** The stack that was opened last, of those that are on the map. */
function lastOpened(stacks: Stacks | undefined, status: MapStatus | undefined): string | undefined {
  const open = [...(status?.stacks.values() ?? [])].filter(({ isOpen }) => isOpen);
  const ids = new Set(open.map(({ id }) => id));
  return stacks?.stacking?.open.findLast((id) => ids.has(id));
}
