import { useEffect, useState } from 'react';
import { useGo, useView } from '../../address/navigation.tsx';
import { atRest, useDebounced } from '../../address/use-debounced.ts';
import { LEAST_SHARE, MOST_SHARE } from '../../address/view-search.ts';

const USUAL_SHARE = 38;
const STORAGE_KEY = 'gcscope.simulation.details';

/**
 * The height of the details in percent, and how to change it. The height in the address applies; without one, the height
 * that this browser remembers, which then goes into the address: the same link shows everyone the same page.
 */
export function useDetailShare(): readonly [share: number, change: (share: number) => void] {
  const { details } = useView();
  const go = useGo();
  const [start] = useState(rememberedShare);
  const writeAddress = (share: number): void => {
    const isUsual = share === USUAL_SHARE && start === USUAL_SHARE;
    go({ details: isUsual ? undefined : share }, undefined, { replace: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the player starts.
  useEffect(() => {
    if (details !== undefined || start === USUAL_SHARE) return;
    return atRest(() => writeAddress(start));
  }, []);
  return useDebounced(details ?? start, (share) => {
    rememberShare(share);
    writeAddress(share);
  });
}

/** The nearest allowed height. */
export function withinLimits(share: number): number {
  if (!Number.isFinite(share)) return USUAL_SHARE;
  return Math.round(Math.min(MOST_SHARE, Math.max(LEAST_SHARE, share)));
}

function rememberedShare(): number {
  try {
    return withinLimits(Number(localStorage.getItem(STORAGE_KEY) ?? USUAL_SHARE));
  } catch {
    return USUAL_SHARE;
  }
}

function rememberShare(share: number): void {
  try {
    localStorage.setItem(STORAGE_KEY, String(share));
  } catch {
    // Storage may be refused; the share then lasts as long as the address.
  }
}
