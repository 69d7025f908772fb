import { describe, expect, it } from 'vitest';
import {
  DEFAULT_HARD_THRESHOLDS,
  EMPTY_EVICTION_MEMORY,
  type EvictionMemory,
  type EvictionThreshold,
  evictionPass,
  needsPodEviction,
  reclaimSteps,
  resourceOf,
  type Signal,
} from '../../src/kubelet/eviction.ts';

const MINUTE = 60_000_000_000n;
const GI = 1024 ** 3;
const MI = 1024 ** 2;

const THRESHOLD: EvictionThreshold = {
  signal: 'nodefs.available',
  below: { amount: GI },
  minReclaim: { amount: 500 * MI },
};

const observed = (available: number, signal: Signal = 'nodefs.available') => [
  { signal, available, capacity: 100 * GI },
];

describe('the eviction manager', () => {
  it('[E-2] the story of a node whose disk fills up', () => {
    let memory: EvictionMemory = EMPTY_EVICTION_MEMORY;
    let now = 0n;
    const story = [
      [0n, 16 * GI, undefined, 'no pressure'],
      [1n, 0.9 * GI, 16 * GI, 'pressure, collects'],
      [20n, 16 * GI, undefined, 'no pressure'],
      [1n, 0.9 * GI, 1.1 * GI, 'pressure, collects, evicts a pod'],
      [20n, 16 * GI, undefined, 'no pressure'],
      [1n, 400 * MI, 400 * MI, 'pressure, collects, evicts a pod'],
      [1n, 16 * GI, undefined, 'pressure'],
      [5n, 16 * GI, undefined, 'no pressure'],
    ] as const;
    for (const [index, [minutes, before, after, expected]] of story.entries()) {
      now += minutes * MINUTE;
      const pass = evictionPass(memory, observed(before), [THRESHOLD], now, 5n * MINUTE);
      memory = pass.memory;
      const said = [pass.hasDiskPressure ? 'pressure' : 'no pressure'];
      if (pass.signal) said.push('collects');
      if (pass.signal && needsPodEviction(pass.met, observed(after ?? before))) {
        said.push('evicts a pod');
      }
      expect(said.join(', '), `moment ${index}`).toBe(expected);
    }
  });

  it('[EP-1] the hard thresholds, if none are set', () => {
    expect(DEFAULT_HARD_THRESHOLDS).toEqual([
      { signal: 'memory.available', below: { amount: 104_857_600 } },
      { signal: 'nodefs.available', below: { percent: 10 } },
      { signal: 'nodefs.inodesFree', below: { percent: 5 } },
      { signal: 'imagefs.available', below: { percent: 15 } },
      { signal: 'imagefs.inodesFree', below: { percent: 5 } },
    ]);
    const full = { available: 9, capacity: 100 };
    const met = (signal: Signal): boolean => {
      const memory = EMPTY_EVICTION_MEMORY;
      const pass = evictionPass(memory, [{ ...full, signal }], DEFAULT_HARD_THRESHOLDS, 0n, 0n);
      return pass.signal === signal;
    };
    const signals = DEFAULT_HARD_THRESHOLDS.map(({ signal }) => signal);
    expect(signals.filter(met)).toEqual([
      'memory.available',
      'nodefs.available',
      'imagefs.available',
    ]);
  });

  it('[EP-2] a threshold is due after its grace period, and stays met until its minimum reclaim is there', () => {
    const soft = { ...THRESHOLD, gracePeriod: 2n * MINUTE };
    const at = (memory: EvictionMemory, now: bigint, available: number) =>
      evictionPass(memory, observed(available), [soft], now, 0n);
    const first = at(EMPTY_EVICTION_MEMORY, 0n, 0.9 * GI);
    expect([first.met.length, first.signal]).toEqual([1, undefined]);
    const second = at(first.memory, 2n * MINUTE, 1.2 * GI);
    expect([second.met.length, second.signal]).toEqual([1, 'nodefs.available']);
    const third = at(second.memory, 3n * MINUTE, 1.6 * GI);
    expect([third.met.length, third.signal]).toEqual([0, undefined]);
  });

  it('[EP-2] it counts from when it was first met, and is met below its amount only', () => {
    const soft = { ...THRESHOLD, gracePeriod: 2n * MINUTE };
    const at = (memory: EvictionMemory, minute: bigint, available: number) =>
      evictionPass(memory, observed(available), [soft], minute * MINUTE, 0n);
    const first = at(EMPTY_EVICTION_MEMORY, 10n, 0.9 * GI);
    const second = at(first.memory, 11n, 0.9 * GI);
    expect(second.signal).toBeUndefined();
    expect(at(second.memory, 12n, 0.9 * GI).signal).toBe('nodefs.available');
    expect(at(EMPTY_EVICTION_MEMORY, 10n, GI).met).toEqual([]);
    expect(at(EMPTY_EVICTION_MEMORY, 10n, 1.2 * GI).met).toEqual([]);
  });

  it('[EP-3] a disk is under pressure while it is met, and until the transition period is over', () => {
    const pass = (memory: EvictionMemory, minute: bigint, available: number, period: bigint) =>
      evictionPass(memory, observed(available), [THRESHOLD], minute * MINUTE, period * MINUTE);
    const met = pass(EMPTY_EVICTION_MEMORY, 10n, 0, 0n);
    expect(met.hasDiskPressure).toBe(true);
    const after = (minute: bigint): boolean => pass(met.memory, minute, 9 * GI, 5n).hasDiskPressure;
    expect([after(14n), after(15n)]).toEqual([true, false]);
  });

  it('[E-2] a pod goes while one of several thresholds is met', () => {
    const images = { ...THRESHOLD, signal: 'imagefs.available' } as const;
    const observations = [...observed(0), ...observed(9 * GI, 'imagefs.available')];
    expect(needsPodEviction([THRESHOLD, images], observations)).toBe(true);
    expect(needsPodEviction([images], observations)).toBe(false);
  });

  it('[EP-3] memory is no pressure on the disk', () => {
    const memory = { signal: 'memory.available', below: { percent: 10 } } as const;
    const observations = observed(GI, 'memory.available');
    const pass = evictionPass(EMPTY_EVICTION_MEMORY, observations, [memory], 0n, MINUTE);
    expect([pass.signal, pass.hasDiskPressure]).toEqual(['memory.available', false]);
  });

  it('[E-3] one signal is handled, the first in the order of the thresholds', () => {
    const thresholds = (['imagefs.available', 'nodefs.available'] as const).map((signal) => ({
      signal,
      below: { percent: 50 },
    }));
    const observations = [...observed(0), ...observed(0, 'imagefs.available')];
    const pass = evictionPass(EMPTY_EVICTION_MEMORY, observations, thresholds, 0n, 0n);
    expect([pass.signal, pass.met.length]).toEqual(['imagefs.available', 2]);
  });

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
