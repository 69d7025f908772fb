import fc from 'fast-check';
import { KUBELET_RELEASES, type KubeletRelease } from '../../src/kubelet/kubelet-releases.ts';
import { Faults, type Kubelet, type RunInput } from '../../src/kubelet/kubelet-run.ts';
import { ZERO_TIME } from '../../src/kubelet/nano-time.ts';
import type { NodeState } from '../../src/kubelet/node-state.ts';
import { NOW, SECOND } from './node-fixture.ts';

const uid = fc.constantFrom('p1', 'p2', 'p3', 'unknown', '', '__proto__');
const imageId = fc.constantFrom('i1', 'i2', 'i3', 'i4', 'i5');
const handler = fc.constantFrom('', '', 'h');
/** Few, so that links meet the containers they are named by. */
const containerId = fc.integer({ min: 100_000, max: 100_050 }).map(String);
/** Up to an hour old, some made in the future, some of the same age, some without a time. */
const createdAt = fc.oneof(
  fc.integer({ min: -60, max: 3600 }).map((age) => NOW - BigInt(age) * SECOND),
  fc.constantFrom(NOW, NOW - 60n * SECOND, 0n),
);

const arbitraryState: fc.Arbitrary<NodeState> = fc.record(
  {
    pods: fc.uniqueArray(
      fc.record({
        uid,
        name: fc.constant('pod'),
        namespace: fc.constant('test'),
        state: fc.constantFrom('live', 'terminated', 'gone'),
      }),
      { selector: ({ uid: own }) => own },
    ),
    containers: fc.uniqueArray(
      fc.record(
        {
          id: containerId,
          pod: uid,
          name: fc.constantFrom('a', 'b', 'constructor'),
          attempt: fc.nat(9),
          createdAt,
          state: fc.constantFrom('EXITED', 'EXITED', 'RUNNING', 'CREATED', 'UNKNOWN'),
          sandbox: fc.constantFrom('s1', 's2', 's3', 's4'),
          image: imageId,
          runtimeHandler: handler,
          volumeImages: fc.uniqueArray(imageId, { maxLength: 1 }),
          logPath: fc.constantFrom('', '0.log'),
        },
        { requiredKeys: ['id', 'pod', 'name', 'attempt', 'createdAt', 'state'] },
      ),
      { selector: ({ id }) => id, maxLength: 25 },
    ),
    sandboxes: fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('s1', 's2', 's3', 's4'),
        pod: uid,
        attempt: fc.nat(3),
        createdAt,
        state: fc.constantFrom('READY', 'NOTREADY'),
      }),
      { selector: ({ id }) => id },
    ),
    images: fc.uniqueArray(
      fc.record(
        { id: imageId, size: fc.nat(1000), pinned: fc.boolean() },
        { requiredKeys: ['id', 'size'] },
      ),
      { selector: ({ id }) => id },
    ),
    logDirectories: fc.uniqueArray(uid.map((own) => `test_pod_${own}`)),
    logLinks: fc.uniqueArray(
      fc.record({
        name: containerId.map((id) => `pod_test_a-${id}.log`),
        dangling: fc.boolean(),
        withoutStatus: fc.boolean(),
      }),
      { selector: ({ name }) => name },
    ),
    imageFs: fc.record({ capacityBytes: fc.nat(5000), availableBytes: fc.nat(5000) }),
  },
  { requiredKeys: ['pods', 'containers', 'sandboxes', 'images', 'logDirectories', 'logLinks'] },
);

const limit = fc.integer({ min: -1, max: 4 });
const age = fc.integer({ min: 0, max: 600 }).map((seconds) => BigInt(seconds) * SECOND);

const arbitraryKubelet: fc.Arbitrary<Kubelet> = fc
  .record({
    release: fc.constantFrom<KubeletRelease>('v1.7', 'v1.28', 'v1.36'),
    sourcesReady: fc.boolean(),
    containerPolicy: fc.record({ minAge: age, maxPerPodContainer: limit, maxContainers: limit }),
    imagePolicy: fc.record({
      minAge: age,
      maxAge: fc.constantFrom(0n, 60n * SECOND),
      highThresholdPercent: fc.integer({ min: 50, max: 100 }),
      lowThresholdPercent: fc.integer({ min: 0, max: 50 }),
    }),
    records: fc.uniqueArray(
      fc.record({
        id: imageId,
        runtimeHandler: fc.constant(''),
        firstDetected: fc.oneof(createdAt, fc.constant(ZERO_TIME)),
        lastUsed: fc.oneof(createdAt, fc.constant(ZERO_TIME)),
        size: fc.nat(1000),
        pinned: fc.boolean(),
      }),
      { selector: ({ id }) => id },
    ),
  })
  .map(({ release, records, ...rest }) => ({
    ...rest,
    release: KUBELET_RELEASES[release],
    startedAt: NOW - 300n * SECOND,
    memory: {
      imageRecords: new Map(records.map((record) => [record.id, record])),
      hasDetected: true,
      containerGcFailed: false,
      imageGcFailed: false,
    },
  }));

/** Any node, any kubelet, and nothing that fails. */
export function arbitraryInput(): fc.Arbitrary<RunInput> {
  return fc
    .record({ node: arbitraryState, kubelet: arbitraryKubelet })
    .map((input) => ({ ...input, now: NOW, faults: new Faults() }));
}
