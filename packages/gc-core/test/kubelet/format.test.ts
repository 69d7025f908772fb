import { describe, expect, it } from 'vitest';
import type { KubeletScenario } from '../../src/scenario/kubelet-scenario.ts';
import { runKubeletScenario } from '../../src/scenario/run-kubelet-scenario.ts';
import { ScenarioError } from '../../src/scenario/scenario.ts';

type Spec = KubeletScenario['spec'];

function run(spec: Spec): ReturnType<typeof runKubeletScenario> {
  const head = { apiVersion: 'gcscope.dev/v1', kind: 'KubeletScenario' } as const;
  return runKubeletScenario({ ...head, metadata: { name: 's' }, spec });
}

/** Place and sentence of the error in the document. */
function errorOf(spec: Spec): string {
  try {
    run(spec);
  } catch (error) {
    if (error instanceof ScenarioError) return `${error.path.join('.')}: ${error.message}`;
    throw error;
  }
  return expect.fail('nothing was thrown');
}

function diffOf(spec: Spec): readonly string[] {
  return run(spec).steps.flatMap(({ diff }) => diff);
}

const pods = [{ uid: 'p', state: 'live' as const }];
const image = { id: 'i', size: 10 };
const c0 = {
  id: 'c0',
  pod: 'p',
  name: 'main',
  createdAt: '-1h',
  state: 'EXITED' as const,
};
const c1 = { ...c0, id: 'c1', attempt: 1, createdAt: '-30m' };

describe('the format of kubelet scenarios', () => {
  it.each<[Spec, string]>([
    [
      { release: 'v1.4' },
      'spec.release: Release "v1.4" is not a known kubelet release. Known: v1.7, v1.28, v1.36.',
    ],
    [{ now: 'zero' }, 'spec.now: "zero" is not an RFC 3339 time.'],
    [
      { startedAt: 'noon' },
      'spec.startedAt: "noon" is not an RFC 3339 time, an offset such as -5m, or "zero".',
    ],
    [
      { containers: [c0, { ...c1, createdAt: 'x' }] },
      'spec.containers.1.createdAt: "x" is not an RFC 3339 time, an offset such as -5m, or "zero".',
    ],
    [{ containers: [c0, c0] }, 'spec.containers.1.id: "c0" appears twice in containers.'],
    [{ pods: [...pods, ...pods] }, 'spec.pods.1.uid: "p" appears twice in pods.'],
    [
      { containerPolicy: { minAge: 'a while' } },
      'spec.containerPolicy.minAge: "a while" is not a duration; write for example 30s or 1h30m.',
    ],
    [
      { containerPolicy: { minAge: '-1m' } },
      'spec.containerPolicy.minAge: The minimum age must not be negative, it is -1m0s.',
    ],
    [
      { imagePolicy: { highThresholdPercent: 101 } },
      'spec.imagePolicy.highThresholdPercent: The high threshold must be a whole number from 0 to 100, it is 101.',
    ],
    [
      { release: 'v1.28', imagePolicy: { maxAge: '1h' } },
      'spec.imagePolicy.maxAge: The kubelet of v1.28 has no maximum age of images.',
    ],
    [
      { steps: [{ advance: 'soon' }] },
      'spec.steps.0.advance: "soon" is not a duration; write for example 30s or 1h30m.',
    ],
    [
      { steps: [{ set: { containers: [{ ...c0, createdAt: '' }] } }] },
      'spec.steps.0.set.containers.0.createdAt: "" is not an RFC 3339 time, an offset such as -5m, or "zero".',
    ],
    [
      { steps: [{ name: 'nothing' }] },
      'spec.steps.0: A step has one of set, advance, restartKubelet, run or expect.',
    ],
    [
      { steps: [{ advance: '1m', run: { collect: 'images' } }] },
      'spec.steps.0: A step has one action, this one has advance and run.',
    ],
    [
      { steps: [{ advance: '1m', intercept: [] }] },
      'spec.steps.0.intercept: "intercept" is allowed only with run.',
    ],
    [
      { steps: [{ run: { collect: 'containers', evictNonDeletedPods: true } }] },
      'spec.steps.0.run.evictNonDeletedPods: v1.36 has no flag evictNonDeletedPods; its own is evictTerminatedPods.',
    ],
    [
      { release: 'v1.7', steps: [{ run: { collect: 'containers', evictTerminatedPods: true } }] },
      'spec.steps.0.run.evictTerminatedPods: v1.7 has no flag evictTerminatedPods; its own is evictNonDeletedPods.',
    ],
    [
      { steps: [{ run: { collect: 'images', bytes: 3 } }] },
      'spec.steps.0.run.bytes: "bytes" belongs to collect: freeSpace.',
    ],
    [
      { steps: [{ run: { collect: 'freeSpace' } }] },
      'spec.steps.0.run: "bytes" is missing: how much is to be freed.',
    ],
    [
      { steps: [{ run: { collect: 'detectImages', at: 'later' } }] },
      'spec.steps.0.run.at: "later" is not an RFC 3339 time, an offset such as -5m, or "zero".',
    ],
    [
      { release: 'v1.28', steps: [{ run: { collect: 'reclaim', layout: 'split imagefs' } }] },
      'spec.steps.0.run.layout: The kubelet of v1.28 knows no split imagefs.',
    ],
    [
      {
        release: 'v1.28',
        steps: [{ run: { collect: 'reclaim', signal: 'containerfs.available' } }],
      },
      'spec.steps.0.run.signal: The kubelet of v1.28 has no signal containerfs.available.',
    ],
    [
      { steps: [{ run: { collect: 'images' }, intercept: [{ remove: 'x', error: 'e' }] }] },
      'spec.steps.0.intercept.0.remove: Nothing on the node has the id "x".',
    ],
    [
      {
        images: [{ id: 'x' }],
        steps: [{ run: { collect: 'images' }, intercept: [{ status: 'x', error: 'e' }] }],
      },
      'spec.steps.0.intercept.0.status: No container on the node has the id "x".',
    ],
    [
      { steps: [{ run: { collect: 'images' }, intercept: [{ error: 'e' }] }] },
      'spec.steps.0.intercept.0: Name exactly one of remove, stop, status, list, read and stats.',
    ],
    [
      {
        steps: [
          {
            run: { collect: 'images' },
            intercept: [{ list: 'images', stats: 'imageFs', error: 'e' }],
          },
        ],
      },
      'spec.steps.0.intercept.0: Name exactly one of remove, stop, status, list, read and stats.',
    ],
    [
      { steps: [{ expect: { removed: [] } }] },
      'spec.steps.0.expect.removed: "removed" is about the last run, but nothing has run yet.',
    ],
    [
      { steps: [{ expect: { imageRecords: [{ image: 'i', lastUsed: 'once' }] } }] },
      'spec.steps.0.expect.imageRecords.0.lastUsed: "once" is not an RFC 3339 time, an offset such as -5m, or "zero".',
    ],
  ])('%j', (spec, message) => {
    expect(errorOf(spec)).toBe(message);
  });

  it('shows what did not match, line by line', () => {
    const containerPolicy = { maxPerPodContainer: 1 };
    const steps = [
      {
        run: { collect: 'containers' as const },
        expect: {
          containers: ['c0'],
          removed: ['c1'],
          reasons: { c0: 'pod-gone', x: 'running' },
          events: ['Warning X y'],
          error: 'none',
          freedBytes: 1,
        },
      },
    ];
    expect(diffOf({ pods, containers: [c0, c1], containerPolicy, steps })).toEqual([
      '  containers:',
      '- c0',
      '+ c1',
      '  removed:',
      '- c1',
      '+ c0',
      '- reason of c0: pod-gone',
      '+ over-unit-limit',
      '- reason of x: running',
      '+ the run did not look at it',
      '- freedBytes: 1',
      '+ 0',
      '- error: none',
      '+ the run succeeded',
      '  events:',
      '- Warning X y',
    ]);
  });

  it('a run that fails must be expected to', () => {
    const steps = [{ run: { collect: 'images' as const } }, { expect: {} }];
    const { result, steps: done } = run({ steps });
    expect([result, done.length]).toEqual(['failed', 1]);
    expect(done[0]?.diff).toEqual([
      '- the run succeeds',
      '+ invalid capacity 0 on image filesystem',
    ]);
  });

  it('the order of removal counts within a unit, not between units', () => {
    const other = { ...c0, id: 'o0', name: 'other' };
    const expecting = (removed: string[]): readonly string[] =>
      diffOf({
        release: 'v1.7',
        pods,
        containers: [c0, other, c1],
        containerPolicy: { maxPerPodContainer: 0 },
        steps: [{ run: { collect: 'containers' }, expect: { removed } }],
      });
    expect(expecting(['o0', 'c0', 'c1'])).toEqual([]);
    expect(expecting(['c0', 'c1', 'o0'])).toEqual([]);
    expect(expecting(['c1', 'c0', 'o0'])).toEqual([
      '- removed: c1, c0, o0',
      '+ c0, c1, o0 (c0 goes earlier)',
    ]);
  });

  it('an image with a runtime handler is named with it or without', () => {
    const expecting = (removed: string[]): readonly string[] =>
      diffOf({
        images: [{ id: 'i', runtimeHandler: 'h' }],
        imagePolicy: { minAge: '0s' },
        steps: [{ run: { collect: 'deleteUnusedImages' }, expect: { removed } }],
      });
    expect([expecting(['i']), expecting(['i,h'])]).toEqual([[], []]);
    expect(expecting(['i,g'])).toEqual(['  removed:', '- i,g', '+ i,h']);
  });

  it('phases stand in their order', () => {
    const expecting = (removed: string[]): readonly string[] =>
      diffOf({
        logDirectories: ['gone'],
        containers: [c0],
        steps: [{ run: { collect: 'containers' }, expect: { removed } }],
      });
    expect(expecting(['c0', 'gone'])).toEqual([]);
    expect(expecting(['gone', 'c0'])).toHaveLength(2);
  });

  it('offsets count from the `now` of the document, wherever they stand', () => {
    const steps = [
      { advance: '5m' },
      { run: { collect: 'detectImages' as const } },
      { expect: { imageRecords: [{ image: 'i', firstDetected: '+5m', lastUsed: 'zero' }] } },
      { set: { now: '-1h' } },
      { set: { images: [] }, expect: { images: [] } },
      { run: { collect: 'detectImages' as const }, expect: { imageRecords: [] } },
    ];
    expect(diffOf({ images: [image], steps })).toEqual([]);
  });

  it('a policy replaces the whole policy, with the defaults of what it leaves out', () => {
    const steps = [
      { set: { containerPolicy: { minAge: '1ns' } } },
      { run: { collect: 'containers' as const }, expect: { removed: ['c0'] } },
    ];
    const containerPolicy = { maxPerPodContainer: -1 };
    expect(diffOf({ pods, containers: [c0, c1], containerPolicy, steps })).toEqual([]);
  });

  it('an expectation without a run is of the last one', () => {
    const steps = [
      { run: { collect: 'images' as const }, expect: { error: 'invalid capacity' } },
      { advance: '5m' },
      { expect: { error: 'capacity 0', removed: [], logLines: [] } },
    ];
    expect(diffOf({ steps })).toEqual([
      '  logLines:',
      '+ error Image garbage collection failed once. Stats initialization may not have completed yet err="invalid capacity 0 on image filesystem"',
    ]);
  });

  it('no steps at all are a scenario, too', () => {
    expect(run({})).toEqual({ name: 's', result: 'passed', steps: [] });
  });
});
