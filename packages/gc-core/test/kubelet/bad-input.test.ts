import { describe, expect, it } from 'vitest';
import { collectContainers } from '../../src/kubelet/collect-containers.ts';
import { collectImages, deleteUnusedImages, freeSpace } from '../../src/kubelet/collect-images.ts';
import { EMPTY_EVICTION_MEMORY, evictionPass } from '../../src/kubelet/eviction.ts';
import { DEFAULT_IMAGE_POLICY } from '../../src/kubelet/policies.ts';
import { reclaim } from '../../src/kubelet/reclaim.ts';
import { dead, kubelet, NOW, runOn, SECOND } from './node-fixture.ts';

const none = { minAge: 0n, maxPerPodContainer: 0, maxContainers: -1 };

describe('input that should not be', () => {
  it('a node with nothing on it', () => {
    const input = runOn({ pods: [] });
    const { removed, decisions, error } = collectContainers(input);
    expect([removed, decisions, error]).toEqual([[], [], undefined]);
    expect(deleteUnusedImages(input).removed).toEqual([]);
    expect(reclaim(input, 'imagefs.available', 'one').removed).toEqual([]);
  });

  it('a state that the runtime made up counts as UNKNOWN: it can go', () => {
    const odd = dead('c', 60, { state: 'PAUSED' as 'EXITED' });
    const { removed } = collectContainers(
      runOn({ containers: [odd] }, kubelet({ containerPolicy: none })),
    );
    expect(removed.map(({ id }) => id)).toEqual(['c']);
  });

  it('pods that nobody lists are gone when the sources are ready, and neither before', () => {
    const node = { pods: [], containers: [dead('c', 60, { pod: 'nobody' })] };
    const ready = collectContainers(runOn(node));
    expect(ready.removed.map(({ reason }) => reason)).toEqual(['pod-gone']);
    const waiting = collectContainers(runOn(node, kubelet({ sourcesReady: false })));
    expect(waiting.decisions.map(({ reason }) => reason)).toEqual(['sources-not-ready']);
  });

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

  it('a negative minimum age, which no kubelet starts with, makes what comes from the future old enough', () => {
    const by = kubelet({ containerPolicy: { ...none, minAge: -60n * SECOND } });
    const { removed } = collectContainers(runOn({ containers: [dead('c', -30)] }, by));
    expect(removed.map(({ id }) => id)).toEqual(['c']);
  });

  it('sandboxes and images that containers name but nobody lists', () => {
    const containers = [dead('c', 60, { sandbox: 'nowhere', image: 'nothing' })];
    const by = kubelet({ containerPolicy: none });
    expect(collectContainers(runOn({ containers }, by)).removed).toHaveLength(1);
    expect(deleteUnusedImages(runOn({ containers })).error).toBeUndefined();
  });

  it('[I-6] images whose size is no size free nothing, and no more of them go for it than of others', () => {
    const sizes = [Number.NaN, Number.POSITIVE_INFINITY, -5];
    const images = [...sizes, 90, 90].map((size, index) => ({ id: `i${index}`, size }));
    const imagePolicy = { ...DEFAULT_IMAGE_POLICY, minAge: 0n };
    const { removed, freedBytes } = freeSpace(runOn({ images }, kubelet({ imagePolicy })), 80);
    expect([removed.map(({ id }) => id), freedBytes]).toEqual([['i0', 'i1', 'i2', 'i3'], 90]);
  });

  it('[EP-2, EP-3] a clock that goes back puts off what is due and ends no pressure', () => {
    const threshold = {
      signal: 'nodefs.available',
      below: { percent: 10 },
      gracePeriod: 60n * SECOND,
    } as const;
    const full = [{ signal: 'nodefs.available', available: 1, capacity: 100 }] as const;
    const free = [{ ...full[0], available: 50 }];
    const first = evictionPass(EMPTY_EVICTION_MEMORY, full, [threshold], NOW, 60n * SECOND);
    const before = NOW - 3600n * SECOND;
    const second = evictionPass(first.memory, full, [threshold], before, 60n * SECOND);
    expect([second.met.length, second.signal]).toEqual([1, undefined]);
    const third = evictionPass(first.memory, free, [threshold], before, 60n * SECOND);
    expect([third.met.length, third.hasDiskPressure]).toEqual([0, true]);
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

  it('names that mean something to JavaScript', () => {
    const names = ['__proto__', 'constructor', 'toString', ''];
    const containers = names.map((id, index) => dead(id, index, { pod: id, name: id }));
    const logDirectories = names;
    const { node } = collectContainers(runOn({ pods: [], containers, logDirectories }));
    expect([node.containers, node.logDirectories]).toEqual([[], []]);
  });
});
