import type { VerdictTime } from './node-record.ts';

/** When an object goes of which a map says "goes next", in a sentence: the same on pages and in terminals. */
export const VERDICT_TIME_SENTENCES: Readonly<Record<VerdictTime, string>> = {
  now: 'The collector is about to check it.',
  'next check':
    "It goes at the collector's next check. The collector checks an object only after a change.",
  restart: 'It goes when the collector restarts. Until then, nothing makes the collector check it.',
};
