import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { readCrictlFiles } from '../../src/node-source/crictl-source.ts';
import { planReading } from '../../src/node-source/node-plan.ts';
import { NodeInputError } from '../../src/node-source/node-unreadable.ts';
import { readKubeletScenario } from '../../src/scenario-files/read-scenario.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';

const RUNS = propertyRuns(150);

const folder = testFolder();

/** A value as expected more often than not, else anything that JSON can hold. */
function mostly<T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: fc.jsonValue() });
}

const id = mostly(fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'ü\u202e'));
const time = mostly(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String));
const name = mostly(fc.constantFrom('main', '', 'constructor'));
const metadata = mostly(
  fc.record({ name, uid: id, namespace: name, attempt: mostly(fc.nat()) }, { requiredKeys: [] }),
);
const labels = mostly(
  fc.dictionary(
    fc.constantFrom('io.kubernetes.pod.uid', 'io.kubernetes.pod.name', '__proto__'),
    id,
  ),
);
const container = fc.record(
  {
    id,
    metadata,
    labels,
    createdAt: time,
    podSandboxId: id,
    image: mostly(fc.record({ image: name })),
    imageRef: id,
    imageId: id,
    state: mostly(fc.constantFrom('CONTAINER_CREATED', 'CONTAINER_RUNNING', 'CONTAINER_EXITED', 7)),
  },
  { requiredKeys: ['id'] },
);
const sandbox = fc.record(
  { id, metadata, createdAt: time, state: mostly(fc.constantFrom('SANDBOX_READY', 'X')) },
  { requiredKeys: ['id'] },
);
const image = fc.record(
  {
    id,
    size: mostly(fc.nat().map(String)),
    pinned: mostly(fc.boolean()),
    repoTags: mostly(fc.array(id)),
  },
  { requiredKeys: ['id'] },
);
const answer = fc.oneof(
  fc.record({ containers: mostly(fc.array(mostly(container))) }),
  fc.record({ items: mostly(fc.array(mostly(sandbox))) }),
  fc.record({ images: mostly(fc.array(mostly(image))) }),
  fc.record({
    status: mostly(fc.record({ id, logPath: name, mounts: mostly(fc.array(fc.jsonValue())) })),
  }),
  mostly(fc.constant({ images: [] })),
);

describe('files of crictl', () => {
  it('are refused with one sentence, or make a node that can be planned', () => {
    let planned = 0;
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1, maxLength: 4 }), (answers) => {
        const files = answers.map((each, index) => {
          const path = fileIn(folder, `${index}.json`, each);
          return path;
        });
        const settings = {
          flags: [
            '--maximum-dead-containers=1',
            '--image-gc-high-threshold=1',
            '--image-gc-low-threshold=0',
          ],
        };
        try {
          const reading = readCrictlFiles({ files, settings, clock: systemClock });
          const { scenario } = reading;
          expect(readKubeletScenario(JSON.stringify(scenario))).toMatchObject({ scenario });
          const { runs } = planReading(reading, 600_000_000_000n);
          const running = new Set(
            scenario.spec.containers?.flatMap(({ id, state }) => (state === 'RUNNING' ? id : [])),
          );
          const removed = runs.flatMap((run) => run.removed);
          const ended = removed.filter((each) => each.type === 'container' && running.has(each.id));
          expect(ended).toEqual([]);
          planned += 1;
        } catch (error) {
          if (!(error instanceof NodeInputError)) throw error;
          expect(error.message.split('\n')).toHaveLength(1);
        }
      }),
      { numRuns: RUNS },
    );
    expect(planned).toBeGreaterThan(RUNS / 4);
  });
});
