/** A Kubernetes release whose behaviour is mirrored. */
export type Release = 'v1.36';

/** Differences between releases, as data: read where the rule is applied, never compared as a version. */
export interface ReleaseProfile {
  readonly release: Release;
  /** Entries of the absent-owner cache (AC-01). */
  readonly absentOwnerCacheSize: number;
}

/** The profiles by release. */
export const RELEASES: Readonly<Record<Release, ReleaseProfile>> = {
  'v1.36': { release: 'v1.36', absentOwnerCacheSize: 500 },
};

/** The release that is meant when none is named. */
export const DEFAULT_RELEASE: Release = 'v1.36';
