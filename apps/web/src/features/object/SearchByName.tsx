import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useGo } from '../../address/navigation.tsx';

/** Opens the search, where a uid leads nowhere. */
export function SearchByName(): ReactNode {
  const go = useGo();
  return (
    <Button className="button" data-primary="" onPress={() => go({ dialog: 'search' })}>
      Search by name
    </Button>
  );
}
