import type { KnownMismatch } from './report.ts';

/** What verdicts are known to say wrongly. */
export const KNOWN_OF_VERDICTS: readonly KnownMismatch[] = [
  {
    pattern: /told: Stays: \S+ in \S+ is not served, [\s\S]*real: gone/,
    cause:
      'The collector maps kinds that no resource is served for: in any case, of lists, and List itself. Its GET is a 404, and the object goes.',
  },
  {
    pattern: /\(owner in foreground deletion, not blocking\)\n.*told: Goes, .*\n.*real: lives/,
    cause:
      'Order decides: its owner waits for another dependent, and may have done so before a worker comes to this one.',
  },
];

/** What forecasts are known to say wrongly, or not at all. */
export const KNOWN_OF_FORECASTS: readonly KnownMismatch[] = [
  {
    pattern: /told: blocked FN-05\n.*: it is gone/,
    cause:
      'The controllers of storage protection take their finalizer from a claim that no Pod on a node uses.',
  },
  {
    pattern: /told: blocked FN-07\n.*: it is gone/,
    cause: 'The job controller takes its finalizer from the Pods of a Job that is being deleted.',
  },
  {
    pattern: /(?:Job|StatefulSet) \S+ [\s\S]*told: blocked FG-02\n.*: it is gone/,
    cause: 'The owner waits for what the controllers above let go.',
  },
  {
    pattern: /no line · Endpoints \S+ [\s\S]*: it is gone/,
    cause:
      'Endpoints have no owner reference; their controller deletes them when the Service has gone.',
  },
  {
    pattern: /made anew · /,
    cause: 'A forecast does not say that a controller makes anew what goes.',
  },
];

/** Fixes that are known not to keep what they promise. */
export const KNOWN_OF_FIXES: readonly KnownMismatch[] = [
  {
    pattern: /all-owners-vanished: [\s\S]*the finding stays/,
    cause: 'References to two owners of one name are findings with one id.',
  },
  {
    pattern: /one-uid-wrong-and-right: /,
    cause:
      'Of two references with one uid the graph keeps the first one after it was taken away (GB-12 sees no difference), and with it gcscope.',
  },
];

/** Advice that is known not to keep what it promises. */
export const KNOWN_OF_ADVICE: readonly KnownMismatch[] = [
  {
    pattern: /circle-held-\d: [\s\S]*it does not return/,
    cause: 'kubectl waits for the object to go, and a finalizer of somebody else holds it still.',
  },
];
