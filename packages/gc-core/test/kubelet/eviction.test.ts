import { describe, expect, it } from 'vitest';
import { reclaimSteps, resourceOf } from '../../src/kubelet/eviction.ts';

describe('the eviction manager', () => {
  it.each([
    ['one', 'nodefs.available', ['containers', 'images']],
    ['one', 'imagefs.inodesFree', ['containers', 'images']],
    ['separate imagefs', 'nodefs.available', []],
    ['separate imagefs', 'imagefs.available', ['containers', 'images']],
    ['separate imagefs', 'containerfs.available', ['containers', 'images']],
    ['split imagefs', 'nodefs.available', ['containers']],
    ['split imagefs', 'imagefs.available', ['images']],
    ['split imagefs', 'containerfs.inodesFree', ['containers']],
    ['one', 'memory.available', []],
  ] as const)('[E-1] with layout %s the signal %s collects %j', (layout, signal, steps) => {
    expect(reclaimSteps(signal, layout)).toEqual(steps);
  });

  it('[E-3] what the Event calls the resource', () => {
    const signals = ['memory.available', 'nodefs.inodesFree', 'imagefs.available'] as const;
    expect(signals.map(resourceOf)).toEqual(['memory', 'inodes', 'ephemeral-storage']);
  });
});
