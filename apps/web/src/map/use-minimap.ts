import { useState } from 'react';

const STORAGE_KEY = 'gcscope.minimap';
const FOLDED = 'folded';

/** Whether the small map is unfolded, as this browser remembers it, and how to change it. */
export function useMinimap(): readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(remembered);
  const remember = (isOpen: boolean): void => {
    setOpen(isOpen);
    try {
      if (isOpen) localStorage.removeItem(STORAGE_KEY);
      else localStorage.setItem(STORAGE_KEY, FOLDED);
    } catch {
      // Storage may be refused; the choice then lasts as long as the page.
    }
  };
  return [isOpen, remember];
}

function remembered(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== FOLDED;
  } catch {
    return true;
  }
}
