import type { Uid } from '@gcscope/gc-core/wire';
import { ALL_OPEN } from '@gcscope/picture';
import { useMemo } from 'react';
import { useGo, useView } from '../address/navigation.tsx';
import { toggled } from '../data/selection.ts';
import type { Stacking } from './world/arrangement.ts';

/** The stacks of siblings of a view, as its address has them. */
export interface Stacks {
  /** Absent while no siblings stand in stacks. */
  readonly stacking: Stacking | undefined;
  readonly onToggle: (id: string) => void;
  readonly onOpenAll: (open: boolean) => void;
}

/**
 * Stacks for a map; `apart` is the object that the page is about. `undefined` while the filter names kinds: a user who asks for
 * Pods wants to see Pods.
 */
export function useStacks(apart?: Uid): Stacks | undefined {
  const { stacks: open = [], kinds } = useView();
  const go = useGo();
  const key = JSON.stringify(open);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is new with each address, the key is not.
  const stacking = useMemo(
    () => (open.includes(ALL_OPEN) ? undefined : { open, apart }),
    [key, apart],
  );
  if (kinds.length > 0) return undefined;
  return {
    stacking,
    onToggle: (id) => go(({ stacks = [] }) => ({ stacks: toggled(stacks, id) })),
    onOpenAll: (all) => go({ stacks: all ? [ALL_OPEN] : undefined }),
  };
}
