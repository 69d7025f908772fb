import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectContainers } from '../../src/kubelet/collect-containers.ts';
import { collectImages, deleteUnusedImages, freeSpace } from '../../src/kubelet/collect-images.ts';
import { diskUsage } from '../../src/kubelet/image-filesystem.ts';
import { imageKey } from '../../src/kubelet/image-records.ts';
import type { RunResult } from '../../src/kubelet/kubelet-run.ts';
import type { NodeContainer } from '../../src/kubelet/node-state.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { arbitraryInput } from './arbitrary-node.ts';
import { SECOND } from './node-fixture.ts';

/** Every run there is. */
const RUNS = [
  (input) => collectContainers(input),
  (input) => collectContainers(input, true),
  collectImages,
  deleteUnusedImages,
  (input) => freeSpace(input, 1000),
] satisfies ((input: Parameters<typeof collectContainers>[0]) => RunResult)[];

function removedIds(run: RunResult, type: string): string[] {
  return run.removed.filter((each) => each.type === type).map(({ id }) => id);
}

function unitOf({ pod, name }: NodeContainer): string {
  return JSON.stringify([pod, name]);
}

describe('properties of a kubelet run', () => {
  it('nothing that runs, is ready or holds something is removed', () => {
    fc.assert(
      fc.property(arbitraryInput(), fc.constantFrom(...RUNS), (input, run) => {
        const result = run(input);
        const gone = new Set(result.removed.map(({ type, id }) => `${type} ${id}`));
        const { containers, sandboxes } = input.node;
        const left = result.node.containers.map(({ sandbox }) => `sandbox ${sandbox}`);
        const alive = [
          ...containers
            .filter(({ state }) => state === 'RUNNING')
            .map(({ id }) => `container ${id}`),
          ...sandboxes.filter(({ state }) => state === 'READY').map(({ id }) => `sandbox ${id}`),
          ...left,
        ];
        expect(alive.filter((each) => gone.has(each))).toEqual([]);
      }),
      propertyRuns(),
    );
  });

  it('[I-4] no image that a container names is removed', () => {
    fc.assert(
      fc.property(arbitraryInput(), fc.constantFrom(...RUNS), (input, run) => {
        const { keysByHandler } = input.kubelet.release;
        const inUse = new Set(
          input.node.containers.map(({ image = '', runtimeHandler = '' }) =>
            imageKey(image, keysByHandler ? runtimeHandler : ''),
          ),
        );
        expect(removedIds(run(input), 'image').filter((id) => inUse.has(id))).toEqual([]);
      }),
      propertyRuns(),
    );
  });

  it('what was removed is gone, the rest is left, and each item has one decision', () => {
    fc.assert(
      fc.property(arbitraryInput(), fc.boolean(), (input, underPressure) => {
        const { node, decisions, removed } = collectContainers(input, underPressure);
        for (const [type, before, after] of [
          ['container', input.node.containers, node.containers],
          ['sandbox', input.node.sandboxes, node.sandboxes],
        ] as const) {
          const own = decisions.filter((each) => each.type === type);
          expect(own.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted());
          const kept = own.filter(({ action }) => action === 'keep').map(({ id }) => id);
          expect(kept.toSorted()).toEqual(after.map(({ id }) => id).toSorted());
        }
        expect(decisions.filter(({ action }) => action === 'remove')).toEqual(removed);
        expect(decisions.every(({ rule }) => /^[A-Z]{1,2}-[\d.]+$/.test(rule))).toBe(true);
      }),
      propertyRuns(),
    );
  });

  it('[C-9, C-10] limits are never exceeded after a run', () => {
    fc.assert(
      fc.property(arbitraryInput(), fc.boolean(), (input, underPressure) => {
        const { node } = collectContainers(input, underPressure);
        const { minAge, maxPerPodContainer, maxContainers } = input.kubelet.containerPolicy;
        const counted = node.containers.filter(
          ({ state, createdAt }) => state !== 'RUNNING' && createdAt <= input.now - minAge,
        );
        if (maxContainers >= 0) expect(counted.length).toBeLessThanOrEqual(maxContainers);
        if (maxPerPodContainer < 0) return;
        for (const unit of groups(counted).values())
          expect(unit.length).toBeLessThanOrEqual(maxPerPodContainer);
      }),
      propertyRuns(),
    );
  });

  it('[C-11] of a unit none goes for a limit that is newer than one that stays', () => {
    fc.assert(
      fc.property(arbitraryInput(), (input) => {
        const { removed, node } = collectContainers(input);
        const byId = new Map(input.node.containers.map((each) => [each.id, each]));
        const stay = node.containers.filter(
          ({ state, createdAt }) =>
            state !== 'RUNNING' && createdAt <= input.now - input.kubelet.containerPolicy.minAge,
        );
        for (const { id, reason, type } of removed) {
          const gone = byId.get(id);
          if (type !== 'container' || !gone || reason === 'pod-gone') continue;
          const unit = stay.filter((each) => unitOf(each) === unitOf(gone));
          expect(unit.every(({ createdAt }) => createdAt >= gone.createdAt)).toBe(true);
        }
      }),
      propertyRuns(),
    );
  });

  it('[C-11] ranks tell the order: within a group they do not fall', () => {
    fc.assert(
      fc.property(arbitraryInput(), fc.constantFrom(...RUNS), (input, run) => {
        const ranks = new Map<string, number>();
        for (const { type, group, rank } of run(input).removed) {
          expect(rank).toBeGreaterThanOrEqual(ranks.get(`${type} ${group}`) ?? 0);
          ranks.set(`${type} ${group}`, rank);
        }
      }),
      propertyRuns(),
    );
  });

  it('a second run right after removes no container and no log any more', () => {
    fc.assert(
      fc.property(arbitraryInput(), (input) => {
        const { node } = collectContainers(input);
        expect(collectContainers({ ...input, node }).removed).toEqual([]);
      }),
      propertyRuns(),
    );
  });

  it('[C-7] monotone in time: what goes now goes later, too', () => {
    fc.assert(
      fc.property(arbitraryInput(), fc.integer({ min: 1, max: 9999 }), (input, seconds) => {
        const later = { ...input, now: input.now + BigInt(seconds) * SECOND };
        const now = removedIds(collectContainers(input), 'container');
        const then = new Set(removedIds(collectContainers(later), 'container'));
        expect(now.filter((id) => !then.has(id))).toEqual([]);
      }),
      propertyRuns(),
    );
  });

  it('[IR-6] monotone in time: what pressure takes now it takes later, too', () => {
    fc.assert(
      fc.property(arbitraryInput(), fc.integer({ min: 1, max: 9999 }), (input, seconds) => {
        const later = { ...input, now: input.now + BigInt(seconds) * SECOND };
        const now = deleteUnusedImages(input).removed.map(({ id }) => id);
        // An image that this very pass dates has no age yet in either run.
        const then = new Set(deleteUnusedImages(later).removed.map(({ id }) => id));
        expect(now.filter((id) => !then.has(id))).toEqual([]);
      }),
      propertyRuns(),
    );
  });

  it('[IR-4] no more images go than it takes', () => {
    fc.assert(
      fc.property(arbitraryInput(), (input) => {
        const { removed, freedBytes, error } = collectImages(input);
        const usage = diskUsage(input.node.imageFs, input.kubelet.imagePolicy);
        const bySpace = removed.filter(({ reason }) => reason === 'space');
        if (bySpace.length === 0 || !usage) return;
        const sizes = new Map(input.node.images.map(({ id, size }) => [id, size]));
        const sizeOf = (id: string | undefined): number => sizes.get(id?.split(',')[0] ?? '') ?? 0;
        const freed = bySpace.reduce((sum, { id }) => sum + sizeOf(id), 0);
        expect(freed).toBeLessThanOrEqual(freedBytes);
        expect(error === undefined).toBe(freed >= usage.bytesToFree);
        if (bySpace.length > 1) {
          expect(freed - sizeOf(bySpace.at(-1)?.id)).toBeLessThan(usage.bytesToFree);
        }
      }),
      propertyRuns(),
    );
  });

  it('the same input gives the same result', () => {
    fc.assert(
      fc.property(arbitraryInput(), fc.constantFrom(...RUNS), (input, run) => {
        expect(run(input)).toEqual(run(input));
      }),
      propertyRuns(50),
    );
  });
});

function groups(containers: readonly NodeContainer[]): Map<string, NodeContainer[]> {
  const found = new Map<string, NodeContainer[]>();
  for (const each of containers)
    found.set(unitOf(each), [...(found.get(unitOf(each)) ?? []), each]);
  return found;
}
