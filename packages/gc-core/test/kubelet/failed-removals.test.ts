import { describe, expect, it } from 'vitest';
import { collectContainers } from '../../src/kubelet/collect-containers.ts';
import { collectImages, deleteUnusedImages, detectLoop } from '../../src/kubelet/collect-images.ts';
import type { Decision } from '../../src/kubelet/decision.ts';
import type { Fault, RunResult } from '../../src/kubelet/kubelet-run.ts';
import { DEFAULT_IMAGE_POLICY, type ImagePolicy } from '../../src/kubelet/policies.ts';
import { logLineText } from '../../src/kubelet/report.ts';
import { dead, kubelet, NOW, runOn, SECOND } from './node-fixture.ts';

const keepNone = kubelet({
  containerPolicy: { minAge: 0n, maxPerPodContainer: 0, maxContainers: -1 },
});
const removing = (subject: string): Fault => ({ operation: 'remove', subject, error: 'busy' });
const listing = (subject: string): Fault => ({ operation: 'list', subject, error: 'down' });

function saidOf({ decisions }: RunResult): string[] {
  return decisions.map(
    ({ type, id, action, reason, rule }: Decision) => `${type} ${id}: ${action} ${reason} ${rule}`,
  );
}

const gone = { pod: 'x', attempt: 0, createdAt: NOW, state: 'NOTREADY' as const };

describe('a removal that fails', () => {
  it('[C-12] a container stays, and the next one goes', () => {
    const containers = [dead('a', 9), dead('b', 5, { name: 'b' })];
    const run = collectContainers(runOn({ containers }, keepNone, [removing('a')]));
    expect(saidOf(run)).toEqual([
      'container a: keep removal-failed C-12',
      'container b: remove over-unit-limit C-9',
    ]);
    expect([run.node.containers.map(({ id }) => id), run.error]).toEqual([['a'], undefined]);
  });

  it('[C-12] [C-12.4] the link to its log is gone by then, not when the stop fails', () => {
    const states = [
      ['abcdef', 'EXITED'],
      ['fedcba', 'UNKNOWN'],
    ] as const;
    const containers = states.map(([id, state]) => dead(id, 9, { name: id, state }));
    const logLinks = states.map(([id]) => ({ name: `p_test_c-${id}.log`, dangling: false }));
    const stopping = { operation: 'stop', subject: 'fedcba', error: 'busy' } as const;
    const run = collectContainers(
      runOn({ containers, logLinks }, keepNone, [removing('abcdef'), stopping]),
    );
    expect(run.node.containers.map(({ id }) => id)).toEqual(['abcdef', 'fedcba']);
    expect(run.node.logLinks.map(({ name }) => name)).toEqual(['p_test_c-fedcba.log']);
    expect(run.decisions.filter(({ type }) => type === 'log link')).toMatchObject([
      { id: 'p_test_c-abcdef.log', action: 'remove', reason: 'goes-with-container' },
      { id: 'p_test_c-fedcba.log', action: 'keep', reason: 'link-intact' },
    ]);
  });

  it('[S-2] a sandbox stays whose stop fails, and the run goes on', () => {
    const run = collectContainers(
      runOn({ sandboxes: [{ ...gone, id: 's' }] }, kubelet(), [
        { operation: 'stop', subject: 's', error: 'busy' },
      ]),
    );
    expect(saidOf(run)).toEqual(['sandbox s: keep removal-failed S-2']);
    expect(run.node.sandboxes.map(({ id }) => id)).toEqual(['s']);
    expect(run.logLines.map(logLineText).slice(0, -1)).toEqual([]);
    expect(run.error).toBeUndefined();
  });

  it('[L-2] a cut id that no container begins with finds none', () => {
    const name = `${`p_ns_${'c'.repeat(200)}-${'f'.repeat(64)}`.slice(0, 251)}.log`;
    const containers = [dead('e'.repeat(64), 9, { state: 'RUNNING' })];
    const { node } = collectContainers(runOn({ containers, logLinks: [{ name, dangling: true }] }));
    expect(node.logLinks).toEqual([]);
  });

  it('[C-12.4] a link that is cut goes with the container whose id begins as it ends', () => {
    const ids = ['0123456789abcdef'.repeat(4), 'e'.repeat(64)];
    const name = (of: string): string => `${`p_ns_${'c'.repeat(200)}-${of}`.slice(0, 251)}.log`;
    const names = [name(ids[0] ?? ''), name('f'.repeat(64)), 'no-id.log', 'p_ns_c-0123456789.log'];
    const logLinks = names.map((each) => ({ name: each, dangling: false }));
    const containers = ids.map((id) => dead(id, 9));
    const { node, removed } = collectContainers(runOn({ containers, logLinks }, keepNone));
    expect(node.logLinks.map((each) => each.name)).toEqual(names.slice(1));
    // Right before its container.
    expect(removed.map(({ id, reason }) => [id, reason])).toEqual([
      [ids[1], 'over-unit-limit'],
      [names[0], 'goes-with-container'],
      [ids[0], 'over-unit-limit'],
    ]);
  });
});

describe("a container's status that cannot be had", () => {
  const asking = (subject: string): Fault => ({ operation: 'status', subject, error: 'not found' });

  it('[C-12.3] its log files are not found without it: it stays with its link', () => {
    const containers = [dead('abcdef', 9)];
    const logLinks = [{ name: 'p_test_c-abcdef.log', dangling: false }];
    const run = collectContainers(runOn({ containers, logLinks }, keepNone, [asking('abcdef')]));
    expect(saidOf(run)).toEqual([
      'container abcdef: keep removal-failed C-12',
      'log link p_test_c-abcdef.log: keep link-intact L-2',
    ]);
    expect(run.logLines.map(logLineText)).toEqual([
      'V(4) Removing container containerID="abcdef"',
      'error Failed to remove container err="failed to get container status \\"abcdef\\": not found" containerID="abcdef"',
      'V(4) Container garbage collection succeeded',
    ]);
  });

  it('[L-2] its link goes that leads nowhere', () => {
    const containers = [dead('abcdef', 9, { state: 'RUNNING' })];
    const logLinks = [{ name: 'p_test_c-abcdef.log', dangling: true }];
    const idsAfter = (faults: readonly Fault[]): string[] =>
      collectContainers(runOn({ containers, logLinks }, kubelet(), faults)).node.logLinks.map(
        ({ name }) => name,
      );
    expect(idsAfter([])).toEqual(['p_test_c-abcdef.log']);
    expect(idsAfter([asking('abcdef')])).toEqual([]);
  });
});

describe('a list that cannot be had', () => {
  it('[C-13] neither containers nor sandboxes go without the containers', () => {
    const node = { containers: [dead('c', 9)], sandboxes: [{ ...gone, id: 's' }] };
    const run = collectContainers(runOn(node, keepNone, [listing('containers')]));
    expect([run.removed, run.error]).toEqual([[], 'down']);
  });

  it('[I-3] a pass of the detection loop that fails is logged, and the first is still to come', () => {
    const by = kubelet({ release: 'v1.28' });
    const failed = detectLoop(runOn({}, by, [listing('images')]));
    expect(failed.logLines.map(logLineText)).toEqual(['V(0) Failed to monitor images err="down"']);
    expect([failed.memory.hasDetected, failed.error]).toEqual([false, 'down']);
    const passed = detectLoop(runOn({}, by));
    expect([passed.memory.hasDetected, passed.logLines]).toEqual([true, []]);
    const again = detectLoop(runOn({}, { ...by, memory: passed.memory }, [listing('images')]));
    expect(again.memory.hasDetected).toBe(true);
  });
});

describe('a run of images', () => {
  const images = [
    { id: 'a', size: 300 },
    { id: 'b', size: 200 },
  ];
  const policy = (more: Partial<ImagePolicy>): ImagePolicy => ({
    ...DEFAULT_IMAGE_POLICY,
    minAge: 0n,
    ...more,
  });
  const full = { capacityBytes: 1000, availableBytes: 0 };

  it('[I-1] turned off it says so of every image', () => {
    const imagePolicy = policy({ highThresholdPercent: 100, maxAge: 0n });
    const run = collectImages(runOn({ images, imageFs: full }, kubelet({ imagePolicy })));
    expect(saidOf(run)).toEqual([
      'image a: keep collection-off I-1',
      'image b: keep collection-off I-1',
    ]);
  });

  const seen = (lastUsed: bigint) => ({ firstDetected: lastUsed, lastUsed });
  const memoryOf = (ages: Readonly<Record<string, bigint>>) => ({
    hasDetected: true,
    containerGcFailed: false,
    imageGcFailed: false,
    imageRecords: new Map(
      images.map(({ id, size }) => [
        id,
        { id, size, runtimeHandler: '', pinned: false, ...seen(NOW - (ages[id] ?? 0n) * SECOND) },
      ]),
    ),
  });

  it('[IR-3] below the threshold all stay; without statistics the run ends', () => {
    const by = kubelet({ imagePolicy: policy({}) });
    const half = { capacityBytes: 1000, availableBytes: 500 };
    expect(saidOf(collectImages(runOn({ images, imageFs: half }, by)))).toEqual([
      'image a: keep below-threshold IR-3',
      'image b: keep below-threshold IR-3',
    ]);
    const none = { operation: 'stats', subject: 'imageFs', error: 'no stats' } as const;
    const run = collectImages(runOn({ images, imageFs: full }, by, [none]));
    expect(saidOf(run)).toEqual(['image a: keep run-ended IR-3', 'image b: keep run-ended IR-3']);
    expect([run.error, run.events]).toEqual(['no stats', []]);
  });

  it('[IR-3] a capacity of 0 is told with the device, as far as it is known', () => {
    const messageOf = (release: 'v1.7' | 'v1.36', node: object): string | undefined =>
      collectImages(runOn(node, kubelet({ release }))).events[0]?.message;
    const device = { device: '/dev/sda', mountpoint: '/var', capacityBytes: 0, availableBytes: 0 };
    expect(messageOf('v1.36', { imageFs: device })).toBe('invalid capacity 0 on image filesystem');
    expect(messageOf('v1.7', { imageFs: device })).toBe(
      'invalid capacity 0 on device "/dev/sda" at mount point "/var"',
    );
    expect(messageOf('v1.7', {})).toBe('invalid capacity 0 on device "" at mount point ""');
  });

  it('[IR-5] what went by age does not count for space; the record of what went is forgotten', () => {
    const by = kubelet({
      startedAt: NOW - 3600n * SECOND,
      imagePolicy: policy({ maxAge: 60n * SECOND }),
      memory: memoryOf({ a: 100n, b: 10n }),
    });
    const run = collectImages(runOn({ images, imageFs: full }, by));
    expect(saidOf(run)).toEqual([
      'image a: remove unused-too-long IR-2',
      'image b: remove space IR-4',
    ]);
    expect([run.error, run.freedBytes]).toEqual([undefined, 500]);
    expect([...run.memory.imageRecords.keys()]).toEqual([]);
    const short = { capacityBytes: 1500, availableBytes: 0 };
    const tooLittle = collectImages(runOn({ images, imageFs: short }, by));
    expect(tooLittle.error).toContain('(freed 200 bytes)');
  });

  it('[IR-5] an error of a removal is told, not that too little was freed', () => {
    const by = kubelet({ imagePolicy: policy({}), memory: memoryOf({ a: 20n, b: 10n }) });
    const faults = [removing('a'), removing('b')];
    const run = collectImages(runOn({ images, imageFs: full }, by, faults));
    expect(run.error).toBe(
      'wanted to free 200 bytes, but freed 0 bytes space with errors in image deletion: [busy, busy]',
    );
    expect(run.events).toEqual([]);
  });

  it('[IR-6] under pressure the error names the largest amount there is', () => {
    const by = kubelet({ imagePolicy: policy({}), memory: memoryOf({ a: 20n, b: 10n }) });
    const { error, memory, node } = deleteUnusedImages(runOn({ images }, by, [removing('b')]));
    expect(error).toBe(
      'wanted to free 9223372036854775807 bytes, but freed 300 bytes space with errors in image deletion: [busy]',
    );
    expect([[...memory.imageRecords.keys()], node.images.map(({ id }) => id)]).toEqual([
      ['b'],
      ['b'],
    ]);
  });
});
