import { describe, expect, it } from 'vitest';
import { deleteUnusedImages, freeSpace } from '../../src/kubelet/collect-images.ts';
import { diskUsage } from '../../src/kubelet/image-filesystem.ts';
import { detectImages, imagesInUse } from '../../src/kubelet/image-records.ts';
import { KUBELET_RELEASES } from '../../src/kubelet/kubelet-releases.ts';
import { imageIdOf } from '../../src/kubelet/node-state.ts';
import { ageStep, evictionOrder } from '../../src/kubelet/plan-images.ts';
import { DEFAULT_IMAGE_POLICY } from '../../src/kubelet/policies.ts';
import { dead, kubelet, NOW, runOn, SECOND } from './node-fixture.ts';

const release = KUBELET_RELEASES['v1.36'];
const containers = [dead('c1', 60, { image: 'image-1', state: 'RUNNING' })];
const images = [
  { id: 'image-0', size: 1024 },
  { id: 'image-1', size: 2048 },
];

/** Candidates after a pass now, with the last use of image-0 set to now. */
function oneCandidate() {
  const pass = { images, containers, release, now: NOW, detectTime: NOW };
  const records = new Map(detectImages(new Map(), pass));
  const record = records.get('image-0');
  if (record) records.set('image-0', { ...record, lastUsed: NOW });
  return evictionOrder(records.values(), imagesInUse(pass), release).candidates;
}

describe('collecting images', () => {
  it('[IR-2] an image unused for exactly the maximum age stays, however long the kubelet is up', () => {
    const startedAt = NOW - 3600n * SECOND;
    const left = (freeTime: bigint): number =>
      ageStep(oneCandidate(), 60n * SECOND, freeTime, startedAt, () => undefined).left.length;
    expect([left(NOW + 60n * SECOND), left(NOW + 60n * SECOND + 1n)]).toEqual([1, 0]);
  });

  it.each([
    [107_374_182_400, 17_179_869_184, 84, false, 4_294_967_296],
    [107_374_182_400, 17_179_869_183, 85, true, 4_294_967_297],
    [1000, 1200, 0, false, -800],
  ])('[IR-3] of %i bytes %i are free', (capacityBytes, availableBytes, percent, over, need) => {
    expect(diskUsage({ capacityBytes, availableBytes }, DEFAULT_IMAGE_POLICY)).toEqual({
      capacityBytes,
      availableBytes: Math.min(capacityBytes, availableBytes),
      usagePercent: percent,
      isOverHighThreshold: over,
      bytesToFree: need,
    });
  });

  it('[IR-3] statistics that make no sense count as none', () => {
    for (const capacityBytes of [0, -5, Number.NaN, Number.POSITIVE_INFINITY]) {
      const fs = { capacityBytes, availableBytes: 5 };
      expect(diskUsage(fs, DEFAULT_IMAGE_POLICY)).toBeUndefined();
    }
    const fs = { capacityBytes: 1000, availableBytes: -5 };
    expect(diskUsage(fs, DEFAULT_IMAGE_POLICY)?.usagePercent).toBe(100);
  });

  it('[IR-3] large disks are counted to the byte', () => {
    const fs = { capacityBytes: 9_007_199_254_740_991, availableBytes: 9_007_199_254_740_990 };
    const policy = { ...DEFAULT_IMAGE_POLICY, lowThresholdPercent: 0 };
    expect(diskUsage(fs, policy)?.bytesToFree).toBe(1);
    expect(diskUsage(fs, policy)?.usagePercent).toBe(1);
  });

  it('[I-8] the request names the id alone: one refusal meets the image of every handler', () => {
    const handled = [
      { id: 'a', size: 1, runtimeHandler: 'h' },
      { id: 'a', size: 2 },
    ];
    const by = kubelet({ imagePolicy: { ...DEFAULT_IMAGE_POLICY, minAge: 0n } });
    const fault = { operation: 'remove', subject: 'a', error: 'busy' } as const;
    const { error, node } = deleteUnusedImages(runOn({ images: handled }, by, [fault]));
    expect(error).toContain('freed 0 bytes space with errors in image deletion: [busy, busy]');
    expect(node.images).toEqual(handled);
    const { node: after, freedBytes } = freeSpace(runOn({ images: handled }, by), 1);
    expect([after.images.length, freedBytes]).toEqual([1, 1]);
  });

  it('[I-4] a container counts for its image id, else for its image reference', () => {
    expect(imageIdOf({ imageId: 'a', imageRef: 'b' })).toBe('a');
    expect(imageIdOf({ imageId: '', imageRef: 'b' })).toBe('b');
    expect(imageIdOf({})).toBeUndefined();
  });
});
