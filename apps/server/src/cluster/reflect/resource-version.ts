import { compare } from '@gcscope/gc-core/wire';

const NUMBER = /^[1-9]\d*$/;

/** Compares as integers of any length: negative, zero or positive; `undefined` when one is no number, as aggregated servers may give. */
export function compareResourceVersions(a: string, b: string): number | undefined {
  if (!NUMBER.test(a) || !NUMBER.test(b)) return undefined;
  if (a.length !== b.length) return a.length - b.length;
  return compare(a, b);
}

/** Whether a watch may start here and miss nothing: the empty and the zero version mean "any". */
export function isExactVersion(resourceVersion: string): boolean {
  return resourceVersion !== '' && resourceVersion !== '0';
}
