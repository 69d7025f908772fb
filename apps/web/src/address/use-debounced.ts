import { useEffect, useRef, useState } from 'react';

/** Browsers reject addresses that change many times a second. */
const DELAY_MILLIS = 150;

/**
 * Calls `act` after a moment, unless another page is open by then: the page that is left may still exist while the next
 * one loads. Returns the function that cancels it.
 */
export function atRest(act: () => void): () => void {
  const { pathname } = window.location;
  const timer = setTimeout(() => {
    if (window.location.pathname === pathname) act();
  }, DELAY_MILLIS);
  return () => clearTimeout(timer);
}

/**
 * A value that may change many times a second. `onChange` gets it once it stops changing; a new `initial`, as after a
 * step back in the history, replaces it.
 */
export function useDebounced<Value extends string | number>(
  initial: Value,
  onChange: (value: Value) => void,
): readonly [value: Value, change: (value: Value) => void] {
  const [value, setValue] = useState(initial);
  const known = useRef(initial);
  useEffect(() => {
    if (initial === known.current) return;
    known.current = initial;
    setValue(initial);
  }, [initial]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onChange` is new with each rendering and always does the same.
  useEffect(() => {
    if (value === known.current) return;
    return atRest(() => {
      known.current = value;
      onChange(value);
    });
  }, [value]);
  return [value, setValue];
}
