import { describe, expect, it } from 'vitest';
import { collectContainers } from '../../src/kubelet/collect-containers.ts';
import { collectImages, deleteUnusedImages } from '../../src/kubelet/collect-images.ts';
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

  it('names that mean something to JavaScript', () => {
    const names = ['__proto__', 'constructor', 'toString', ''];
    const containers = names.map((id, index) => dead(id, index, { pod: id, name: id }));
    const logDirectories = names;
    const { node } = collectContainers(runOn({ pods: [], containers, logDirectories }));
    expect([node.containers, node.logDirectories]).toEqual([[], []]);
  });
});
