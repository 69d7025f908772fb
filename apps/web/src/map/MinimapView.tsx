import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { remember, remembered } from '../address/browser-storage.ts';
import type { OwnershipMap } from './ownership-map.ts';

const STORAGE_KEY = 'gcscope.minimap';
const FOLDED = 'folded';

/** The small map of the whole in the corner. A pointer's help: keys and the list of namespaces lead to the same places. */
export function MinimapView({ map }: { readonly map: OwnershipMap }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    map.setMinimap(canvas.current);
    return () => map.setMinimap(null);
  }, [map]);
  const look = ({ nativeEvent, buttons }: PointerEvent): void => {
    if (buttons === 1) map.lookAtMinimap(nativeEvent.offsetX, nativeEvent.offsetY);
  };
  return (
    <canvas
      ref={canvas}
      className="minimap floating"
      role="img"
      aria-label="Minimap"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        look(event);
      }}
      onPointerMove={look}
    />
  );
}

/** Whether the small map is unfolded, as this browser remembers it, and the function that changes it. */
export function useMinimap(): readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => remembered(STORAGE_KEY) !== FOLDED);
  const change = (isOpen: boolean): void => {
    setOpen(isOpen);
    remember(STORAGE_KEY, isOpen ? undefined : FOLDED);
  };
  return [isOpen, change];
}
