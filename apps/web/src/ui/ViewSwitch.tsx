import { List, Network } from 'lucide-react';
import type { ReactNode } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useGo } from '../address/navigation.tsx';
import { useShownView } from './use-shown-view.ts';

export interface ViewSwitchProps {
  /** Name of the list view on this page. */
  readonly list?: string;
}

/** Map or list: both say the same. */
export function ViewSwitch({ list = 'List' }: ViewSwitchProps): ReactNode {
  const view = useShownView();
  const go = useGo();
  return (
    <ToggleButtonGroup
      className="switch"
      aria-label="View"
      disallowEmptySelection
      selectedKeys={[view]}
      onSelectionChange={(keys) => go({ view: keys.has('list') ? 'list' : 'map' })}
    >
      <ToggleButton id="map" className="button">
        <Network size={14} aria-hidden /> Map
      </ToggleButton>
      <ToggleButton id="list" className="button">
        <List size={14} aria-hidden /> {list}
      </ToggleButton>
    </ToggleButtonGroup>
  );
}
