import { useEffect, useState } from 'react';
import { remember, remembered } from '../address/browser-storage.ts';
import { useGo, useView } from '../address/navigation.tsx';
import { atRest, useDebounced } from '../address/use-debounced.ts';
import { SHARES } from '../address/view-search.ts';

/** A part of a page whose size can be changed. */
export type Pane = keyof typeof SHARES;

const STORAGE_KEYS: Readonly<Record<Pane, string>> = {
  details: 'gcscope.simulation.details',
  panel: 'gcscope.object.panel',
};

/**
 * The size of a part in percent, and how to change it. The size in the address applies; without one, the size that this
 * browser remembers, which then goes into the address: the same link shows everyone the same page. `usual`: the size where
 * nobody has chosen one.
 */
export function useShare(
  pane: Pane,
  usual: number = SHARES[pane].usual,
): readonly [share: number, change: (share: number) => void] {
  const inAddress = useView()[pane];
  const go = useGo();
  const [start] = useState(() => rememberedShare(pane) ?? usual);
  const writeAddress = (share: number): void => {
    const isUsual = share === usual && start === usual;
    go({ [pane]: isUsual ? undefined : share }, undefined, { replace: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the page starts.
  useEffect(() => {
    if (inAddress !== undefined || start === usual) return;
    return atRest(() => writeAddress(start));
  }, []);
  return useDebounced(inAddress ?? start, (share) => {
    remember(STORAGE_KEYS[pane], String(share));
    writeAddress(share);
  });
}

/** The nearest allowed size. */
export function withinLimits(pane: Pane, share: number): number {
  const { least, most, usual } = SHARES[pane];
  if (!Number.isFinite(share)) return usual;
  return Math.round(Math.min(most, Math.max(least, share)));
}

function rememberedShare(pane: Pane): number | undefined {
  const share = remembered(STORAGE_KEYS[pane]);
  return typeof share === 'string' ? withinLimits(pane, Number(share)) : undefined;
}
