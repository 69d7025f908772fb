import { useState } from 'react';

/** Reports an address that opened at a step beyond the last one, which is shown instead. */
export function useBeyond(step: number | undefined, last: number): readonly string[] {
  const [opened] = useState({ step, last });
  if (opened.step === undefined || opened.step <= opened.last) return [];
  return [`“step=${opened.step}” is beyond the last step, ${opened.last}.`];
}
