import { describe, expect, it } from 'vitest';
import { nearestRelease, RELEASES } from '../../src/meta/releases.ts';

describe('nearestRelease', () => {
  it.each([
    ['v1.36.3', 'v1.36'],
    ['v1.37.0-alpha.1', 'v1.36'],
    ['v1.34.0+k3s1', 'v1.36'],
    ['v1.33.9', 'v1.28'],
    ['v1.31.4-eks-2d5f260', 'v1.28'],
    ['1.20.0', 'v1.28'],
    ['v1.19.16', 'v1.17'],
    ['v1.16.0', 'v1.17'],
    ['v1.15.12', 'v1.13'],
    ['v1.6.0', 'v1.13'],
    ['v1.5.8', 'v1.4'],
    ['v2.0.0', 'v1.36'],
    ['v0.21.0', 'v1.4'],
  ])('of %s is %s', (version, release) => {
    expect(nearestRelease(version)).toBe(release);
  });

  it('of a mirrored release is that release', () => {
    for (const release of Object.keys(RELEASES)) expect(nearestRelease(release)).toBe(release);
  });

  it.each(['', 'unknown', 'master', 'v1'])('there is none for %j', (version) => {
    expect(nearestRelease(version)).toBeUndefined();
  });
});
