import { useEffect, useRef, useState } from 'react';
import { atRest } from './at-rest.ts';

/**
 * A value that may change many times a second: `tell` hears of it once it rests, and it follows `told` when that changes
 * otherwise, as an address does on the way back.
 */
export function useResting<Value extends string | number>(
  told: Value,
  tell: (value: Value) => void,
): readonly [value: Value, change: (value: Value) => void] {
  const [value, setValue] = useState(told);
  const known = useRef(told);
  useEffect(() => {
    if (told === known.current) return;
    known.current = told;
    setValue(told);
  }, [told]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tell` is new with each rendering and always does the same.
  useEffect(() => {
    if (value === known.current) return;
    return atRest(() => {
      known.current = value;
      tell(value);
    });
  }, [value]);
  return [value, setValue];
}
