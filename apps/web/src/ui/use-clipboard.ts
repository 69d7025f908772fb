import { useEffect, useState } from 'react';

/** Outcome of a copy. */
export type Copied = 'Copied' | 'Copy refused';

/** Copies a text to the clipboard; the outcome stands for a moment. */
export function useClipboard(): readonly [
  outcome: Copied | undefined,
  copy: (text: string) => void,
] {
  const [outcome, setOutcome] = useState<Copied>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), 1500);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied');
    } catch {
      setOutcome('Copy refused');
    }
  };
  return [outcome, (text) => void copy(text)];
}
