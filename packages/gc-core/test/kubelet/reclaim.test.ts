import { describe, expect, it } from 'vitest';
import { podStateFromOutside } from '../../src/kubelet/pod-states.ts';
import { DEFAULT_IMAGE_POLICY } from '../../src/kubelet/policies.ts';
import { reclaim } from '../../src/kubelet/reclaim.ts';
import { dead, kubelet, runOn } from './node-fixture.ts';

const node = {
  containers: [dead('c', 9, { pod: 'nobody' })],
  images: [{ id: 'i', size: 10 }],
};
const by = kubelet({ imagePolicy: { ...DEFAULT_IMAGE_POLICY, minAge: 0n } });

describe('what the eviction manager collects', () => {
  it('[E-1] [E-3] containers, then images, and every decision is told', () => {
    const run = reclaim(runOn(node, by), 'nodefs.available', 'one');
    expect(run.decisions.map(({ type, id, action }) => `${type} ${id} ${action}`)).toEqual([
      'container c remove',
      'image i remove',
    ]);
    expect(run.removed.map(({ id }) => id)).toEqual(['c', 'i']);
    expect(run.logLines.map(({ severity, level, message }) => [severity, level, message])).toEqual([
      ['info', 0, 'Eviction manager: attempting to reclaim'],
      ['info', 0, 'Attempting to delete unused containers'],
      ['info', 4, 'Removing container'],
      ['info', 0, 'Attempting to delete unused images'],
      ['info', 0, 'Removing image to free bytes'],
    ]);
    expect([run.freedBytes, run.error]).toEqual([10, undefined]);
  });

  it('[E-2] the errors of both are told, one after the other', () => {
    const faults = (['sandboxes', 'images'] as const).map((subject) => ({
      operation: 'list' as const,
      subject,
      error: `no ${subject}`,
    }));
    const run = reclaim(runOn(node, by, faults), 'nodefs.available', 'one');
    expect(run.error).toBe('no sandboxes; no images');
    expect(run.removed.map(({ id }) => id)).toEqual(['c']);
  });
});

describe('pods and containers as they are seen', () => {
  it('[PP-5] only a failed pod was evicted', () => {
    const facts = { deletionRequested: false, hasRunningContainer: true, reason: 'Evicted' };
    expect(podStateFromOutside({ ...facts, phase: 'Running' })).toEqual({
      state: 'live',
      certainty: 'certain',
    });
  });
});
