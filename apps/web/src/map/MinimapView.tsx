import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import type { OwnershipMap } from './ownership-map.ts';

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
