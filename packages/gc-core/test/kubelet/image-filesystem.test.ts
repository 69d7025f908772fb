import { describe, expect, it } from 'vitest';
import { formatBytes } from '../../src/kubelet/image-filesystem.ts';
import { imagesInUse } from '../../src/kubelet/image-records.ts';
import { KUBELET_RELEASES, kubeletReleaseOf } from '../../src/kubelet/kubelet-releases.ts';
import { dead } from './node-fixture.ts';

describe('the image filesystem', () => {
  it('[IR-5] every binary unit has its turn, the largest has no end', () => {
    const units = [0, 1, 2, 3, 4, 5, 6].map((power) => formatBytes(1024 ** power));
    expect(units).toEqual([
      ...['1 B', '1.0 KiB', '1.0 MiB', '1.0 GiB', '1.0 TiB', '1.0 PiB', '1.0 EiB'],
    ]);
    expect(formatBytes(1024 ** 7)).toBe('1024.0 EiB');
    expect([1023, 1536, 1024 ** 2 - 1].map(formatBytes)).toEqual([
      ...['1023 B', '1.5 KiB', '1024.0 KiB'],
    ]);
  });
});

describe('what is known of images', () => {
  const release = KUBELET_RELEASES['v1.36'];

  it('[I-4] containers without an image, and releases without a protected one, name nothing', () => {
    const containers = [dead('a', 1), dead('b', 1, { image: 'i', volumeImages: ['v'] })];
    expect([...imagesInUse({ containers, release })]).toEqual(['i', 'v']);
    const v28 = KUBELET_RELEASES['v1.28'];
    expect([...imagesInUse({ containers, release: v28 })]).toEqual(['i']);
    const sandboxImage = 'pause';
    expect([...imagesInUse({ containers: [], release: v28, sandboxImage })]).toEqual(['pause']);
    expect([...imagesInUse({ containers: [], release, sandboxImage })]).toEqual([]);
  });
});

describe('the release that comes nearest', () => {
  it.each([
    ['v1.7.16', 'v1.7'],
    ['1.9', 'v1.7'],
    ['v1.10.0-beta.1', 'v1.28'],
    ['v1.28.15+k3s1', 'v1.28'],
    ['v1.29', 'v1.36'],
    ['v1.36.3', 'v1.36'],
    ['v2.0.0', 'v1.36'],
    ['v12.1', 'v1.36'],
    ['v0.36', 'v1.7'],
    ['kubelet v1.36', undefined],
    ['v1.36x', undefined],
    ['v1', undefined],
    ['', undefined],
  ] as const)('of %s is %s', (version, release) => {
    expect(kubeletReleaseOf(version)).toBe(release);
  });
});
