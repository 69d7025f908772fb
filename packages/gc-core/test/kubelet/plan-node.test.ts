import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectContainers } from '../../src/kubelet/collect-containers.ts';
import { collectImages, detectLoop } from '../../src/kubelet/collect-images.ts';
import { Faults, type RunInput, type RunResult } from '../../src/kubelet/kubelet-run.ts';
import type { NodeState } from '../../src/kubelet/node-state.ts';
import { type NodeRun, planNode } from '../../src/kubelet/plan-node.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { arbitraryInput } from './arbitrary-node.ts';
import { dead, kubelet, NOW, runOn, SECOND } from './node-fixture.ts';

const MINUTE = 60n * SECOND;
const HOUR = 60n * MINUTE;

const RUN = {
  containers: (input: RunInput): RunResult => collectContainers(input),
  detectImages: (input: RunInput): RunResult => detectLoop(input),
  images: collectImages,
};

/** Every single run, minute by minute, as a kubelet would do them. */
function byHand(input: RunInput, horizon: bigint): NodeRun[] {
  const runs: NodeRun[] = [];
  let state = input;
  for (let at = input.kubelet.startedAt; at <= input.now + horizon; at += MINUTE) {
    if (at < input.now) continue;
    const isFifth = (at - input.kubelet.startedAt) % (5n * MINUTE) === 0n;
    const loops = ['containers', 'detectImages', 'images'] as const;
    for (const collect of isFifth ? loops : loops.slice(0, 1)) {
      const result = RUN[collect]({ ...state, now: at });
      runs.push({ at, collect, node: state.node, result });
      const kubelet = { ...state.kubelet, memory: result.memory };
      state = { ...state, node: withSpace(result), kubelet };
    }
  }
  return runs;
}

function withSpace({ node, freedBytes }: RunResult): NodeState {
  if (!node.imageFs || freedBytes === 0) return node;
  const { capacityBytes, availableBytes } = node.imageFs;
  const more = Math.min(capacityBytes, availableBytes + freedBytes);
  return { ...node, imageFs: { ...node.imageFs, availableBytes: more } };
}

/** What a run says of what it left, and how it ended. */
function saysOf({ decisions, error }: RunResult): string[] {
  const kept = decisions.filter(({ action }) => action === 'keep');
  return [`${error}`, ...kept.map(({ type, id, reason }) => `${type} ${id} ${reason}`)].toSorted();
}

function removals(runs: readonly NodeRun[]): string[] {
  return runs.flatMap(({ at, collect, result }) =>
    result.removed.map(({ type, id, reason }) => `${at} ${collect} ${type} ${id} ${reason}`),
  );
}

/** When what went, in minutes from now. */
function whatGoes(runs: readonly NodeRun[]): string[] {
  return runs.flatMap(({ at, result }) =>
    result.removed.map(({ id, reason }) => `${(at - NOW) / MINUTE} ${id} ${reason}`),
  );
}

describe('the plan of a node', () => {
  it('[C-5] the loops run at the start, then every minute and every five', () => {
    const node = {
      containers: [dead('young', 0)],
      images: [{ id: 'i', size: 1 }],
      imageFs: { capacityBytes: 9, availableBytes: 9 },
    };
    const policy = { minAge: 90n * SECOND, maxPerPodContainer: 0, maxContainers: -1 };
    const process = kubelet({ startedAt: NOW - 30n * SECOND, containerPolicy: policy });
    const runs = planNode(runOn(node, process), HOUR);
    expect(runs.map(({ at, collect }) => `${(at - NOW) / SECOND} ${collect}`)).toEqual([
      '30 containers',
      '90 containers',
      '270 detectImages',
      '270 images',
    ]);
  });

  it('[IR-4] an image that the first pass dates goes with the next run', () => {
    const node = {
      images: [
        { id: 'i1', size: 200 },
        { id: 'i2', size: 100 },
      ],
      imageFs: { capacityBytes: 1000, availableBytes: 50 },
    };
    expect(whatGoes(planNode(runOn(node), HOUR))).toEqual(['5 i1 space']);
  });

  it('[IR-2] unused for too long: with the first run after the maximum age', () => {
    const imagePolicy = { ...kubelet().imagePolicy, maxAge: HOUR };
    const node = {
      images: [{ id: 'i1', size: 1 }],
      imageFs: { capacityBytes: 9, availableBytes: 9 },
    };
    const runs = planNode(runOn(node, kubelet({ imagePolicy })), 24n * HOUR);
    expect(whatGoes(runs)).toEqual(['65 i1 unused-too-long']);
  });

  it('[I-10] a run that fails is told once, and again when it fails otherwise', () => {
    const runs = planNode(runOn({}), HOUR).filter(({ collect }) => collect === 'images');
    expect(runs.map(({ result }) => result.events.map(({ reason }) => reason))).toEqual([
      ['InvalidDiskCapacity'],
      ['InvalidDiskCapacity', 'ImageGCFailed'],
    ]);
  });

  it('a kubelet that has not started runs nothing before; without time nothing runs', () => {
    const later = runOn({}, kubelet({ startedAt: NOW + HOUR }));
    expect(planNode(later, HOUR - 1n)).toEqual([]);
    expect(planNode(later, HOUR)[0]?.at).toBe(NOW + HOUR);
    expect(planNode(runOn({}), -1n)).toEqual([]);
  });

  it('the same goes and is said of the rest at the same time as run by run', () => {
    fc.assert(
      fc.property(
        arbitraryInput(),
        fc.constantFrom('' as const, 'c' as const, 'i' as const),
        (input, fault) => {
          const ids = { '': 'nothing', c: input.node.containers[0]?.id ?? '', i: 'i1' };
          const faults = new Faults([{ operation: 'remove', subject: ids[fault], error: 'busy' }]);
          const all = byHand({ ...input, faults }, HOUR);
          const runs = planNode({ ...input, faults }, HOUR);
          expect(removals(runs)).toEqual(removals(all));
          for (const { at, collect, node } of runs) {
            const found = all.find((run) => run.at === at && run.collect === collect);
            expect(node).toEqual(found?.node);
          }
          for (const { at, collect, result } of all) {
            const last = runs.findLast((run) => run.collect === collect && run.at <= at);
            expect(last && saysOf(last.result)).toEqual(saysOf(result));
          }
        },
      ),
      propertyRuns(60),
    );
  });

  it('monotone: a longer look adds runs at the end and changes none', () => {
    fc.assert(
      fc.property(arbitraryInput(), fc.nat(90), fc.nat(90), (input, first, more) => {
        const short = planNode(input, BigInt(first) * MINUTE);
        const long = planNode(input, BigInt(first + more) * MINUTE);
        expect(long.slice(0, short.length)).toEqual(short);
      }),
      propertyRuns(60),
    );
  });
});
