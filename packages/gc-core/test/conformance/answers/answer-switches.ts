import type { ReleaseProfile } from '../../../src/meta/releases.ts';

/** Switches by which recorded answers of 1.28 and 1.36 differ. */
export const ANSWER_SWITCHES = [
  'unreadableOptions',
  'uidOfMissingObject',
  'serviceNames',
  'checksGeneratedNamesOfUpdates',
  'podsHaveGeneration',
  'shortenedGraceEndsNow',
] as const satisfies readonly (keyof ReleaseProfile)[];
