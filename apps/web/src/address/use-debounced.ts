import { useEffect, useRef, useState } from 'react';

/** Browsers refuse addresses that change many times a second. */
const REST_MILLIS = 150;

/**
 * Acts on the address of the page that is open now, once nothing has changed for a moment; not at all if another page
 * is open by then, for the page that is left may still be there while the next one loads. Returns how to call it off.
 */
export function atRest(act: () => void): () => void {
  const { pathname } = window.location;
  const timer = setTimeout(() => {
    if (window.location.pathname === pathname) act();
  }, REST_MILLIS);
  return () => clearTimeout(timer);
}

/**
 * A value that may change many times a second. `onRest` gets it once it stops changing; it follows `initial` when that
 * changes otherwise, as an address does on the way back.
 */
export function useDebounced<Value extends string | number>(
  initial: Value,
  onRest: (value: Value) => void,
): readonly [value: Value, change: (value: Value) => void] {
  const [value, setValue] = useState(initial);
  const known = useRef(initial);
  useEffect(() => {
    if (initial === known.current) return;
    known.current = initial;
    setValue(initial);
  }, [initial]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onRest` is new with each rendering and always does the same.
  useEffect(() => {
    if (value === known.current) return;
    return atRest(() => {
      known.current = value;
      onRest(value);
    });
  }, [value]);
  return [value, setValue];
}
