import type { Nanos, NanoTime } from './nano-time.ts';
import type { Bytes } from './node-state.ts';
import type { Percent } from './policies.ts';

/** What the eviction manager watches. */
export type Signal =
  | 'memory.available'
  | 'nodefs.available'
  | 'nodefs.inodesFree'
  | 'imagefs.available'
  | 'imagefs.inodesFree'
  | 'containerfs.available'
  | 'containerfs.inodesFree';

/** An amount, or a share of the capacity. */
type Quantity = { readonly amount: Bytes } | { readonly percent: Percent };

/** Below which a signal is met, and how much more is wanted before it counts as over. */
export interface EvictionThreshold {
  readonly signal: Signal;
  readonly below: Quantity;
  readonly minReclaim?: Quantity;
  /** How long it must be met before anything happens; hard thresholds have none. */
  readonly gracePeriod?: Nanos;
}

/** What a signal shows; amounts in bytes or inodes. */
export interface Observation {
  readonly signal: Signal;
  readonly available: number;
  readonly capacity: number;
}

/** The hard thresholds on Linux, when none are set (EP-1). */
export const DEFAULT_HARD_THRESHOLDS: readonly EvictionThreshold[] = [
  { signal: 'memory.available', below: { amount: 100 * 1024 * 1024 } },
  { signal: 'nodefs.available', below: { percent: 10 } },
  { signal: 'nodefs.inodesFree', below: { percent: 5 } },
  { signal: 'imagefs.available', below: { percent: 15 } },
  { signal: 'imagefs.inodesFree', below: { percent: 5 } },
];

/** What the eviction manager remembers between its passes. */
export interface EvictionMemory {
  /** Thresholds that the last pass left as met, with the time they were first seen so. */
  readonly metSince: ReadonlyMap<Signal, NanoTime>;
  /** When each signal was last met. */
  readonly lastMet: ReadonlyMap<Signal, NanoTime>;
}

/** What an eviction manager remembers after its start. */
export const EMPTY_EVICTION_MEMORY: EvictionMemory = { metSince: new Map(), lastMet: new Map() };

/** What one pass of the eviction manager finds, before anything is reclaimed. */
export interface EvictionPass {
  readonly memory: EvictionMemory;
  /** The node's condition: a disk signal was met within the transition period (EP-3). */
  readonly hasDiskPressure: boolean;
  /** The one signal this pass is about (E-3). */
  readonly signal?: Signal;
  /** Every threshold that is met. */
  readonly met: readonly EvictionThreshold[];
}

/** One pass over the thresholds, given in the order of their priority (EP-2, EP-3, E-3). */
export function evictionPass(
  before: EvictionMemory,
  observations: readonly Observation[],
  thresholds: readonly EvictionThreshold[],
  now: NanoTime,
  transitionPeriod: Nanos,
): EvictionPass {
  const met = thresholds.filter((threshold) =>
    isMet(threshold, observations, before.metSince.has(threshold.signal)),
  );
  const metSince = new Map(
    met.map(({ signal }) => [signal, before.metSince.get(signal) ?? now] as const),
  );
  const lastMet = new Map([...before.lastMet, ...met.map(({ signal }) => [signal, now] as const)]);
  const due = met.find(
    ({ signal, gracePeriod = 0n }) => now - (metSince.get(signal) ?? now) >= gracePeriod,
  );
  const hasDiskPressure = [...lastMet].some(
    ([signal, at]) => signal !== 'memory.available' && now - at < transitionPeriod,
  );
  return {
    memory: { metSince, lastMet },
    hasDiskPressure: hasDiskPressure || met.some(({ signal }) => signal !== 'memory.available'),
    met,
    ...(due === undefined ? {} : { signal: due.signal }),
  };
}

/** Whether a pod must go after all: a threshold is still met, its minimum reclaim counted in (E-2). */
export function needsPodEviction(
  met: readonly EvictionThreshold[],
  observations: readonly Observation[],
): boolean {
  return met.some((threshold) => isMet(threshold, observations, true));
}

function isMet(
  { signal, below, minReclaim }: EvictionThreshold,
  observations: readonly Observation[],
  withMinReclaim: boolean,
): boolean {
  const found = observations.find((each) => each.signal === signal);
  if (!found) return false;
  const more = withMinReclaim && minReclaim ? amountOf(minReclaim, found.capacity) : 0;
  return found.available < amountOf(below, found.capacity) + more;
}

function amountOf(quantity: Quantity, capacity: number): number {
  return 'amount' in quantity ? quantity.amount : (capacity * quantity.percent) / 100;
}

/** How a node's filesystems lie: one for all, images and writable layers on their own, or only the images. */
export type DiskLayout = 'one' | 'separate imagefs' | 'split imagefs';

/** What is collected when a signal is met, in this order (E-1). */
export function reclaimSteps(
  signal: Signal,
  layout: DiskLayout,
): readonly ('containers' | 'images')[] {
  const both = ['containers', 'images'] as const;
  const [fs] = signal.split('.');
  if (fs === 'memory') return [];
  if (layout === 'one') return both;
  if (layout === 'separate imagefs') return fs === 'nodefs' ? [] : both;
  return fs === 'imagefs' ? ['images'] : ['containers'];
}

/** What the Event calls the resource of a signal (E-3). */
export function resourceOf(signal: Signal): string {
  if (signal === 'memory.available') return 'memory';
  return signal.endsWith('.inodesFree') ? 'inodes' : 'ephemeral-storage';
}
