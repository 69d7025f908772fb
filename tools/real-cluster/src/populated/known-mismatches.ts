import type { KnownMismatch } from './report.ts';

/** What verdicts are known to say wrongly. */
export const KNOWN_OF_VERDICTS: readonly KnownMismatch[] = [];

/** What forecasts are known to say wrongly, or not at all. */
export const KNOWN_OF_FORECASTS: readonly KnownMismatch[] = [
  {
    pattern: /no line · Endpoints \S+ [\s\S]*: it is gone/,
    cause:
      'Endpoints have no owner reference; their controller deletes them when the Service has gone.',
  },
  {
    pattern: /PersistentVolume \S+ [\s\S]*predicted: deleted \S+\n.*pv-protection/,
    cause:
      'Which claim a volume is bound to is not read: a forecast says that the volume goes once no claim is bound to it.',
  },
  {
    pattern: /made anew · /,
    cause:
      'What controllers make anew without owning it (a ServiceAccount `default`, `kube-root-ca.crt`) is not said.',
  },
];

/** Fixes that are known not to keep what they promise. */
export const KNOWN_OF_FIXES: readonly KnownMismatch[] = [];

/** Advice that is known not to keep what it promises. */
export const KNOWN_OF_ADVICE: readonly KnownMismatch[] = [];
