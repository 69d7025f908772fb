import { Maximize, Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ToggleButton } from 'react-aria-components';
import { useGo, useView } from '../address/navigation.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Legend } from './Legend.tsx';

export interface MapControlsProps {
  readonly zoom: number;
  readonly onFit: () => void;
  readonly onZoomBy: (factor: number) => void;
  readonly onActualSize: () => void;
}

/** Fit, zoom, legend. Before the map in tab order. */
export function MapControls({ zoom, onFit, onZoomBy, onActualSize }: MapControlsProps): ReactNode {
  const { legend } = useView();
  const go = useGo();
  const setLegend = (isOpen: boolean): void => {
    go({ legend: isOpen ? 'open' : undefined }, undefined, { replace: true });
  };
  return (
    <>
      {legend === 'open' && <Legend />}
      <div className="map-controls floating" role="toolbar" aria-label="Map">
        <ToggleButton
          className="button"
          data-quiet=""
          isSelected={legend === 'open'}
          onChange={setLegend}
        >
          Legend
        </ToggleButton>
        <IconButton label="Fit everything" onPress={onFit}>
          <Maximize size={14} />
        </IconButton>
        <IconButton label="Zoom out" onPress={() => onZoomBy(1 / 1.3)}>
          <Minus size={14} />
        </IconButton>
        <Button
          className="button zoom"
          data-quiet=""
          aria-label={`Zoom ${Math.round(zoom * 100)} %. Back to 100 %`}
          onPress={onActualSize}
        >
          {Math.round(zoom * 100)} %
        </Button>
        <IconButton label="Zoom in" onPress={() => onZoomBy(1.3)}>
          <Plus size={14} />
        </IconButton>
      </div>
    </>
  );
}
