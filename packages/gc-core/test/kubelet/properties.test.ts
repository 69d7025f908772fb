import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectContainers } from '../../src/kubelet/collect-containers.ts';
import { collectImages, deleteUnusedImages, freeSpace } from '../../src/kubelet/collect-images.ts';
import { type Decision, phaseOf } from '../../src/kubelet/decision.ts';
import { diskUsage } from '../../src/kubelet/image-filesystem.ts';
import { detectImages, imageKey } from '../../src/kubelet/image-records.ts';
import type { RunInput, RunResult } from '../../src/kubelet/kubelet-run.ts';
import { containerIdOfLink, podOfLogDirectory } from '../../src/kubelet/log-names.ts';
import type { NodeContainer } from '../../src/kubelet/node-state.ts';
import { podStates } from '../../src/kubelet/pod-states.ts';
import { groupBy } from '../../src/meta/group-by.ts';
import { specIds } from '../support/cited-rules.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { arbitraryInput } from './arbitrary-node.ts';
import { SECOND } from './node-fixture.ts';

type Run = (input: RunInput) => RunResult;

const CONTAINER_RUNS: readonly Run[] = [
  (input) => collectContainers(input),
  (input) => collectContainers(input, true),
];
const IMAGE_RUNS: readonly Run[] = [
  collectImages,
  deleteUnusedImages,
  (input) => freeSpace(input, 1000),
];
const ALL_RUNS = [...CONTAINER_RUNS, ...IMAGE_RUNS];

/** In which the phases of a run of containers come. */
const PHASES = ['container', 'sandbox', 'log directory', 'log link'];

const rules = specIds().rules;

/** Tries it on any node with any kubelet, in each of the runs. */
function always(
  name: string,
  runs: readonly Run[],
  check: (input: RunInput, run: Run) => void,
): void {
  it(name, () => {
    fc.assert(fc.property(arbitraryInput(), fc.constantFrom(...runs), check), propertyRuns());
  });
}

function removedIds({ removed }: RunResult, type: Decision['type']): string[] {
  return removed.filter((each) => each.type === type).map(({ id }) => id);
}

function idsOf(items: readonly { readonly id: string }[]): string[] {
  return items.map(({ id }) => id);
}

function podsOf({ node, kubelet }: RunInput): ReturnType<typeof podStates> {
  return podStates(node.pods, kubelet.sourcesReady);
}

/** Containers of one pod and name. */
function unitsOf(containers: readonly NodeContainer[]): NodeContainer[][] {
  return [...groupBy(containers, ({ pod, name }) => JSON.stringify([pod, name])).values()];
}

/** Dead containers that a limit can remove. */
function dead({ now, kubelet }: RunInput, containers: readonly NodeContainer[]): NodeContainer[] {
  const border = now - kubelet.containerPolicy.minAge;
  return containers.filter(({ state, createdAt }) => state !== 'RUNNING' && createdAt <= border);
}

function containerOf(link: string): string | undefined {
  const parsed = containerIdOfLink(link);
  return 'id' in parsed ? parsed.id : undefined;
}

describe('what a kubelet run leaves', () => {
  always('what runs, is ready or is held', ALL_RUNS, (input, run) => {
    const result = run(input);
    const gone = new Set(result.removed.map(({ type, id }) => `${type} ${id}`));
    const { containers, sandboxes } = input.node;
    const running = containers.filter(({ state }) => state === 'RUNNING');
    const ready = sandboxes.filter(({ state }) => state === 'READY');
    const alive = [
      ...idsOf(running).map((id) => `container ${id}`),
      ...idsOf(ready).map((id) => `sandbox ${id}`),
      ...result.node.containers.map(({ sandbox }) => `sandbox ${sandbox}`),
    ];
    expect(alive.filter((each) => gone.has(each))).toEqual([]);
  });

  always('[IM-1] [I-4] images that are used, mounted or pinned', ALL_RUNS, (input, run) => {
    const { keysByHandler, honoursPins, countsImageVolumes } = input.kubelet.release;
    const { images, containers } = input.node;
    const held = new Set([
      ...containers.map(({ image = '', runtimeHandler = '' }) =>
        imageKey(image, keysByHandler ? runtimeHandler : ''),
      ),
      ...(countsImageVolumes ? containers.flatMap((each) => each.volumeImages) : []),
      ...idsOf(images.filter(({ pinned }) => honoursPins && pinned)),
    ]);
    expect(removedIds(run(input), 'image').filter((id) => held.has(id))).toEqual([]);
  });

  always(
    '[C-8, C-9] the newest dead container of a living pod, while a limit of its name leaves it one',
    CONTAINER_RUNS.slice(0, 1),
    (input, run) => {
      const { maxPerPodContainer, maxContainers } = input.kubelet.containerPolicy;
      if (maxPerPodContainer === 0 || maxContainers >= 0) return;
      const pods = podsOf(input);
      const gone = new Set(removedIds(run(input), 'container'));
      const stopped = input.node.containers.filter(({ state }) => state !== 'RUNNING');
      for (const unit of unitsOf(stopped.filter(({ pod }) => !pods.isGone(pod)))) {
        const newest = unit.reduce((a, b) => (b.createdAt > a.createdAt ? b : a));
        const ofThatAge = unit.filter(({ createdAt }) => createdAt === newest.createdAt);
        expect(ofThatAge.every(({ id }) => gone.has(id))).toBe(false);
      }
    },
  );

  always('[S-1] a sandbox of each pod that stands', CONTAINER_RUNS.slice(0, 1), (input, run) => {
    const pods = podsOf(input);
    const kept = new Set(run(input).node.sandboxes.map(({ pod }) => pod));
    const remaining = input.node.sandboxes.filter(({ pod }) => !pods.isGone(pod));
    expect(remaining.filter(({ pod }) => !kept.has(pod))).toEqual([]);
  });

  always('[L-1] all log directories but those of gone pods', CONTAINER_RUNS, (input, run) => {
    const pods = podsOf(input);
    const gone = removedIds(run(input), 'log directory');
    expect(gone.filter((name) => !pods.isGone(podOfLogDirectory(name)))).toEqual([]);
    if (!input.kubelet.sourcesReady) expect(gone).toEqual([]);
  });

  always('[L-2, C-12.4] a link to what is there, and no other', CONTAINER_RUNS, (input, run) => {
    const result = run(input);
    const left = new Set(result.node.logLinks.map(({ name }) => name));
    const gone = new Set(removedIds(result, 'container'));
    for (const { name, dangling } of input.node.logLinks) {
      const wasRemoved = gone.has(containerOf(name) ?? '');
      if (!dangling) expect(left.has(name)).toBe(!wasRemoved);
      if (wasRemoved) expect(left.has(name)).toBe(false);
    }
  });

  always('[C-9, C-10] no more than the limits say', CONTAINER_RUNS, (input, run) => {
    const { maxPerPodContainer, maxContainers } = input.kubelet.containerPolicy;
    const counted = dead(input, run(input).node.containers);
    if (maxContainers >= 0) expect(counted.length).toBeLessThanOrEqual(maxContainers);
    if (maxPerPodContainer < 0) return;
    for (const { length } of unitsOf(counted)) {
      expect(length).toBeLessThanOrEqual(maxPerPodContainer);
    }
  });

  always('nothing that goes in a second run right after', CONTAINER_RUNS, (input, run) => {
    const { node } = run(input);
    expect(run({ ...input, node }).removed).toEqual([]);
  });
});

describe('what a kubelet run says', () => {
  always('one decision on each container and log, by a rule', CONTAINER_RUNS, (input, run) => {
    const { node, decisions, removed } = run(input);
    const links = input.node.logLinks.map(({ name }) => name);
    for (const [type, before, after] of [
      ['container', idsOf(input.node.containers), idsOf(node.containers)],
      ['sandbox', idsOf(input.node.sandboxes), idsOf(node.sandboxes)],
      ['log directory', input.node.logDirectories, node.logDirectories],
      ['log link', links, node.logLinks.map(({ name }) => name)],
    ] as const) {
      const own = decisions.filter((each) => each.type === type);
      expect(idsOf(own).toSorted()).toEqual(before.toSorted());
      const kept = own.filter(({ action }) => action === 'keep');
      expect(idsOf(kept).toSorted()).toEqual(after.toSorted());
    }
    expect(decisions.filter(({ action }) => action === 'remove')).toEqual(removed);
    expect(decisions.filter(({ rule }) => !rules.has(rule))).toEqual([]);
  });

  always('one decision on each image, by a rule', IMAGE_RUNS, (input, run) => {
    const { decisions } = run(input);
    const keys = input.node.images.map(({ id, runtimeHandler = '' }) =>
      imageKey(id, input.kubelet.release.keysByHandler ? runtimeHandler : ''),
    );
    expect(idsOf(decisions).toSorted()).toEqual(keys.toSorted());
    expect(decisions.filter(({ rule }) => !rules.has(rule))).toEqual([]);
  });

  always('the same of the same', ALL_RUNS, (input, run) => {
    expect(run(input)).toEqual(run(input));
  });
});

describe('the order in which a kubelet run removes', () => {
  always('phase by phase', CONTAINER_RUNS, (input, run) => {
    const phases = run(input).removed.map((each) => PHASES.indexOf(phaseOf(each)));
    expect(phases).toEqual(phases.toSorted((a, b) => a - b));
  });

  always('[C-11] by rank, within a group', ALL_RUNS, (input, run) => {
    const ranks = new Map<string, number>();
    for (const { type, group, rank } of run(input).removed) {
      expect(rank).toBeGreaterThanOrEqual(ranks.get(`${type} ${group}`) ?? 0);
      ranks.set(`${type} ${group}`, rank);
    }
  });

  always('[C-11] of a unit the older first, unless it is open', CONTAINER_RUNS, (input, run) => {
    const byId = new Map(input.node.containers.map((each) => [each.id, each.createdAt]));
    const last = new Map<string, bigint>();
    for (const { type, id, group, notes } of run(input).removed) {
      if (type !== 'container' || notes.includes('order-unknown')) continue;
      const at = byId.get(id) ?? 0n;
      expect(at >= (last.get(group) ?? at)).toBe(true);
      last.set(group, at);
    }
  });

  always(
    '[C-11] for a limit none that is newer than one of its unit that stays',
    CONTAINER_RUNS.slice(0, 1),
    (input, run) => {
      const { removed, node } = run(input);
      const reasons = new Map(removed.map(({ id, reason }) => [id, reason]));
      const stay = new Set(idsOf(dead(input, node.containers)));
      for (const unit of unitsOf(input.node.containers)) {
        const oldest = unit.filter(({ id }) => stay.has(id)).map(({ createdAt }) => createdAt);
        const gone = unit.filter(({ id }) => (reasons.get(id) ?? 'pod-gone') !== 'pod-gone');
        for (const { createdAt } of gone) {
          expect(oldest.every((each) => each >= createdAt)).toBe(true);
        }
      }
    },
  );

  always('[IR-1] images by their last use, then by their detection', IMAGE_RUNS, (input, run) => {
    const { node, kubelet, now } = input;
    const pass = { ...node, ...kubelet, now, detectTime: now };
    const records = detectImages(kubelet.memory.imageRecords, pass);
    const gone = run(input).removed.map(({ id, reason }) => ({ reason, of: records.get(id) }));
    // What is too old goes before the disk is looked at (IR-2).
    for (const wanted of ['unused-too-long', 'space', 'pressure-reclaim']) {
      const step = gone.flatMap(({ reason, of }) => (reason === wanted && of ? [of] : []));
      for (const [index, record] of step.entries()) {
        const before = step[index - 1] ?? record;
        const isLater =
          before.lastUsed < record.lastUsed ||
          (before.lastUsed === record.lastUsed && before.firstDetected <= record.firstDetected);
        expect(isLater).toBe(true);
      }
    }
  });

  always('[IR-4] no more images than it takes', IMAGE_RUNS.slice(0, 1), (input, run) => {
    const { removed, freedBytes, error } = run(input);
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
  });
});

describe('what goes now', () => {
  /** A later run of the same removes all that a run removes now and that `counts`. */
  function alsoLater(
    name: string,
    runs: readonly Run[],
    counts: (removal: Decision) => boolean = () => true,
  ): void {
    it(name, () => {
      const seconds = fc.integer({ min: 1, max: 9999 });
      const property = fc.property(
        arbitraryInput(),
        fc.constantFrom(...runs),
        seconds,
        (input, run, wait) => {
          const later = { ...input, now: input.now + BigInt(wait) * SECOND };
          const { containers, sandboxes, images, logDirectories, logLinks } = run(later).node;
          const left = new Set<string>([
            ...[...containers, ...sandboxes, ...images].map(({ id }) => id),
            ...logDirectories,
            ...logLinks.map((each) => each.name),
          ]);
          const gone = run(input).removed.filter(counts);
          expect(gone.filter(({ id }) => left.has(id.replace(/,.*/, '')))).toEqual([]);
        },
      );
      fc.assert(property, propertyRuns());
    });
  }

  alsoLater('[IR-6] under pressure goes later, too', [deleteUnusedImages]);

  alsoLater('[C-7] [S-1] [L-1] [L-2] goes later, too', CONTAINER_RUNS.slice(0, 1));

  alsoLater(
    '[IR-2] for its age goes later, too',
    [collectImages],
    ({ reason }) => reason === 'unused-too-long',
  );

  always('[C-6] goes under pressure, too', CONTAINER_RUNS.slice(0, 1), (input, run) => {
    // A node limit counts what is left: what pressure takes leaves room for others.
    if (input.kubelet.containerPolicy.maxContainers >= 0) return;
    const pressed = new Set(removedIds(collectContainers(input, true), 'container'));
    expect(removedIds(run(input), 'container').filter((id) => !pressed.has(id))).toEqual([]);
  });
});
