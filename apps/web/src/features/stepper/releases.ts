import type { Release } from '@gcscope/gc-core/wire';
import { POLICIES } from '../../ui/policies.ts';

/** The releases whose collector can be played, oldest first. */
export const RELEASES: readonly Release[] = ['v1.4', 'v1.13', 'v1.17', 'v1.28', 'v1.36'];

/** Whether the text names one of them. */
export function isRelease(text: string | undefined): text is Release {
  return RELEASES.some((release) => release === text);
}

/** The policies that a deletion can have there. */
export function policiesOf(release: Release): typeof POLICIES {
  // Foreground deletions came later (GB-36).
  return release === 'v1.4' ? POLICIES.filter(({ policy }) => policy !== 'Foreground') : POLICIES;
}
