import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectContainers } from '../../src/kubelet/collect-containers.ts';
import { collectImages, deleteUnusedImages, freeSpace } from '../../src/kubelet/collect-images.ts';
import type { Decision } from '../../src/kubelet/decision.ts';
import { detectImages, imageKey } from '../../src/kubelet/image-records.ts';
import type { RunInput, RunResult } from '../../src/kubelet/kubelet-run.ts';
import { containerIdOfLink, podOfLogDirectory } from '../../src/kubelet/log-names.ts';
import type { NodeContainer } from '../../src/kubelet/node-state.ts';
import { podStates } from '../../src/kubelet/pod-states.ts';
import { specIds } from '../support/cited-rules.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { arbitraryInput } from './arbitrary-node.ts';
import { SECOND } from './node-fixture.ts';

/** The runs that remove images. */
const IMAGE_RUNS = [
  collectImages,
  deleteUnusedImages,
  (input) => freeSpace(input, 1000),
] satisfies ((input: RunInput) => RunResult)[];

/** In which the phases of a run of containers come. */
const PHASES = ['container', 'sandbox', 'log directory', 'log link'];

function removedIds({ removed }: RunResult, type: Decision['type']): string[] {
  return removed.filter((each) => each.type === type).map(({ id }) => id);
}

function podsOf({ node, kubelet }: RunInput): ReturnType<typeof podStates> {
  return podStates(node.pods, kubelet.sourcesReady);
}

describe('what lives, and in which order the rest goes', () => {
  it('[C-8, C-9] the newest dead container of a living pod stays while a limit of its name leaves it one', () => {
    fc.assert(
      fc.property(arbitraryInput(), (input) => {
        const { maxPerPodContainer, maxContainers } = input.kubelet.containerPolicy;
        if (maxPerPodContainer === 0 || maxContainers >= 0) return;
        const pods = podsOf(input);
        const gone = new Set(removedIds(collectContainers(input), 'container'));
        for (const unit of unitsOf(input.node.containers)) {
          const [first] = unit;
          if (!first || pods.isGone(first.pod)) continue;
          const newest = unit.reduce((a, b) => (b.createdAt > a.createdAt ? b : a));
          const ofThatAge = unit.filter(({ createdAt }) => createdAt === newest.createdAt);
          expect(ofThatAge.every(({ id }) => gone.has(id))).toBe(false);
        }
      }),
      propertyRuns(),
    );
  });

  it('[S-1] a pod that stands keeps a sandbox', () => {
    fc.assert(
      fc.property(arbitraryInput(), (input) => {
        const pods = podsOf(input);
        const { node } = collectContainers(input);
        const kept = new Set(node.sandboxes.map(({ pod }) => pod));
        const standing = input.node.sandboxes.filter(({ pod }) => !pods.isGone(pod));
        expect(standing.filter(({ pod }) => !kept.has(pod))).toEqual([]);
      }),
      propertyRuns(),
    );
  });

  it('[L-1] no log folder goes but that of a gone pod, and none while a source is silent', () => {
    fc.assert(
      fc.property(arbitraryInput(), fc.boolean(), (input, underPressure) => {
        const pods = podsOf(input);
        const gone = removedIds(collectContainers(input, underPressure), 'log directory');
        expect(gone.filter((name) => !pods.isGone(podOfLogDirectory(name)))).toEqual([]);
        if (!input.kubelet.sourcesReady) expect(gone).toEqual([]);
      }),
      propertyRuns(),
    );
  });

  it('[L-2, C-12.4] a link that leads somewhere goes with its container only', () => {
    fc.assert(
      fc.property(arbitraryInput(), (input) => {
        const run = collectContainers(input);
        const left = new Set(run.node.logLinks.map(({ name }) => name));
        const gone = new Set(removedIds(run, 'container'));
        for (const { name, dangling } of input.node.logLinks) {
          const parsed = containerIdOfLink(name);
          const wasRemoved = 'id' in parsed && gone.has(parsed.id);
          if (!dangling) expect(left.has(name)).toBe(!wasRemoved);
          if (wasRemoved) expect(left.has(name)).toBe(false);
        }
      }),
      propertyRuns(),
    );
  });

  it('[IM-1, I-4] no pinned image goes, and none that is mounted', () => {
    fc.assert(
      fc.property(arbitraryInput(), fc.constantFrom(...IMAGE_RUNS), (input, run) => {
        const { honoursPins, countsImageVolumes } = input.kubelet.release;
        const { images, containers } = input.node;
        const pinned = images.filter(({ pinned: isPinned }) => honoursPins && isPinned);
        const mounted = countsImageVolumes ? containers.flatMap((each) => each.volumeImages) : [];
        const held = new Set([...pinned.map(({ id }) => id), ...mounted]);
        expect(removedIds(run(input), 'image').filter((id) => held.has(id))).toEqual([]);
      }),
      propertyRuns(),
    );
  });

  it('phases come in their order: containers, sandboxes, log folders, links', () => {
    fc.assert(
      fc.property(arbitraryInput(), fc.boolean(), (input, underPressure) => {
        const phases = collectContainers(input, underPressure).removed.map(({ type }) =>
          PHASES.indexOf(type),
        );
        expect(phases).toEqual(phases.toSorted((a, b) => a - b));
      }),
      propertyRuns(),
    );
  });

  it('[C-11] of a unit the older goes first, unless the order is said to be open', () => {
    fc.assert(
      fc.property(arbitraryInput(), fc.boolean(), (input, underPressure) => {
        const byId = new Map(input.node.containers.map((each) => [each.id, each.createdAt]));
        const last = new Map<string, bigint>();
        for (const { type, id, group, notes } of collectContainers(input, underPressure).removed) {
          if (type !== 'container' || notes.includes('order-unknown')) continue;
          const at = byId.get(id) ?? 0n;
          expect(at >= (last.get(group) ?? at)).toBe(true);
          last.set(group, at);
        }
      }),
      propertyRuns(),
    );
  });

  it('[IR-1] images go by their last use, never first, then by their first detection', () => {
    fc.assert(
      fc.property(arbitraryInput(), fc.constantFrom(...IMAGE_RUNS), (input, run) => {
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
      }),
      propertyRuns(),
    );
  });

  it('every log folder, link and image has one decision, by a rule of the specification', () => {
    const { rules } = specIds();
    fc.assert(
      fc.property(arbitraryInput(), fc.constantFrom(...IMAGE_RUNS), (input, run) => {
        const ofContainers = collectContainers(input);
        const ofImages = run(input);
        const gone = new Set(removedIds(ofContainers, 'container'));
        const keyOf = ({ id, runtimeHandler = '' }: { id: string; runtimeHandler?: string }) =>
          imageKey(id, input.kubelet.release.keysByHandler ? runtimeHandler : '');
        for (const [type, decisions, ids] of [
          ['log directory', ofContainers.decisions, input.node.logDirectories],
          [
            'log link',
            ofContainers.decisions,
            // A link goes with its container; the decision is the container's (C-12.4).
            input.node.logLinks.map(({ name }) => name).filter((name) => !belongsTo(name, gone)),
          ],
          ['image', ofImages.decisions, input.node.images.map(keyOf)],
        ] as const) {
          const own = decisions.filter((each) => each.type === type);
          expect(own.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted());
          expect(own.filter(({ rule }) => !rules.has(rule))).toEqual([]);
        }
      }),
      propertyRuns(),
    );
  });

  it('[S-1, L-1, L-2] monotone in time: what goes of any kind goes later, too', () => {
    fc.assert(
      fc.property(arbitraryInput(), fc.integer({ min: 1, max: 9999 }), (input, seconds) => {
        const later = { ...input, now: input.now + BigInt(seconds) * SECOND };
        const then = collectContainers(later);
        const left = {
          container: then.node.containers.map(({ id }) => id),
          sandbox: then.node.sandboxes.map(({ id }) => id),
          'log directory': then.node.logDirectories,
          'log link': then.node.logLinks.map(({ name }) => name),
          image: [],
        };
        const stays = collectContainers(input).removed.filter(({ type, id }) =>
          left[type].some((each) => each === id),
        );
        expect(stays).toEqual([]);
      }),
      propertyRuns(),
    );
  });

  it('[IR-2] monotone in time: what is too old stays too old', () => {
    fc.assert(
      fc.property(arbitraryInput(), fc.integer({ min: 1, max: 9999 }), (input, seconds) => {
        const byAge = (run: RunResult): string[] =>
          run.removed.filter(({ reason }) => reason === 'unused-too-long').map(({ id }) => id);
        const later = { ...input, now: input.now + BigInt(seconds) * SECOND };
        const then = new Set(byAge(collectImages(later)));
        expect(byAge(collectImages(input)).filter((id) => !then.has(id))).toEqual([]);
      }),
      propertyRuns(),
    );
  });

  it('[C-6] pressure takes of containers all that the loop takes', () => {
    fc.assert(
      fc.property(arbitraryInput(), (input) => {
        const { containerPolicy } = input.kubelet;
        // A node limit counts what is left: what pressure takes leaves room for others.
        if (containerPolicy.maxContainers >= 0) return;
        const pressed = new Set(removedIds(collectContainers(input, true), 'container'));
        const loop = removedIds(collectContainers(input), 'container');
        expect(loop.filter((id) => !pressed.has(id))).toEqual([]);
      }),
      propertyRuns(),
    );
  });
});

function belongsTo(link: string, gone: ReadonlySet<string>): boolean {
  const parsed = containerIdOfLink(link);
  return 'id' in parsed && gone.has(parsed.id);
}

/** Containers of one pod and name that do not run, whatever their age. */
function unitsOf(containers: readonly NodeContainer[]): NodeContainer[][] {
  const units = new Map<string, NodeContainer[]>();
  for (const each of containers) {
    if (each.state === 'RUNNING') continue;
    const key = JSON.stringify([each.pod, each.name]);
    units.set(key, [...(units.get(key) ?? []), each]);
  }
  return [...units.values()];
}
