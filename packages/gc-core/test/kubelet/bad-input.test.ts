import { describe, expect, it } from 'vitest';
import { collectContainers } from '../../src/kubelet/collect-containers.ts';
import { collectImages, deleteUnusedImages, freeSpace } from '../../src/kubelet/collect-images.ts';
import { DEFAULT_IMAGE_POLICY } from '../../src/kubelet/policies.ts';
import { dead, kubelet, NOW, runOn, SECOND } from './node-fixture.ts';

const none = { minAge: 0n, maxPerPodContainer: 0, maxContainers: -1 };

describe('input that should not be', () => {
  it('a clock that went back before the start of the kubelet', () => {
    const imagePolicy = {
      minAge: 0n,
      maxAge: 1n,
      highThresholdPercent: 85,
      lowThresholdPercent: 80,
    };
    const by = kubelet({ startedAt: NOW + 3600n * SECOND, imagePolicy });
    const node = {
      images: [{ id: 'i', size: 1 }],
      imageFs: { capacityBytes: 1, availableBytes: 1 },
    };
    const { removed, error } = collectImages(runOn(node, by));
    expect([removed, error]).toEqual([[], undefined]);
  });

  it('[I-6] images whose size is no size free nothing, and no more of them go for it than of others', () => {
    const sizes = [Number.NaN, Number.POSITIVE_INFINITY, -5];
    const images = [...sizes, 90, 90].map((size, index) => ({ id: `i${index}`, size }));
    const imagePolicy = { ...DEFAULT_IMAGE_POLICY, minAge: 0n };
    const { removed, freedBytes } = freeSpace(runOn({ images }, kubelet({ imagePolicy })), 80);
    expect([removed.map(({ id }) => id), freedBytes]).toEqual([['i0', 'i1', 'i2', 'i3'], 90]);
  });

  it('[C-7, IR-4] a clock that goes back makes nothing old enough', () => {
    const containers = [dead('c', 0)];
    const images = [{ id: 'i', size: 1 }];
    const seen = freeSpace(runOn({ images }), 0).memory;
    const by = kubelet({ memory: seen, containerPolicy: none });
    const earlier = { ...runOn({ containers, images }, by), now: NOW - 3600n * SECOND };
    const reasons = [collectContainers(earlier), deleteUnusedImages(earlier)].map(({ decisions }) =>
      decisions.map(({ reason }) => reason),
    );
    expect(reasons).toEqual([['too-young'], ['image-too-young']]);
  });
});
