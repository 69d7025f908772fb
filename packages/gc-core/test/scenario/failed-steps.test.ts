import { describe, expect, it } from 'vitest';
import { runScenario } from '../../src/scenario/run-scenario.ts';
import type { ScenarioStep } from '../../src/scenario/scenario.ts';
import { scenarioOf } from '../support/scenario-files.ts';
import { objectOf } from '../support/simulate.ts';
import { diffOf } from './run-spec.ts';

const objects = [objectOf('a'), objectOf('b'), objectOf('b', { namespace: 'far', uid: 'far-b' })];

/** The diff of the step that fails. */
function failureOf(steps: readonly ScenarioStep[]): readonly string[] {
  const result = runScenario(scenarioOf({ objects, steps }));
  expect(result.result).toBe('failed');
  return result.steps.at(-1)?.diff ?? [];
}

describe('a step that fails', () => {
  it.each<[string, ScenarioStep[], string[]]>([
    [
      'a request that is refused',
      [{ delete: { object: 'ConfigMap shop/a', propagationPolicy: 'x' } }],
      ['- the request succeeds', expect.stringMatching(/^\+ Invalid: /)],
    ],
    [
      'a request that succeeds',
      [{ delete: 'ConfigMap shop/a', error: 'Conflict' }],
      ['- error: Conflict', '+ the request succeeded'],
    ],
    [
      'another reason',
      [{ delete: { object: 'ConfigMap shop/a', preconditions: { uid: 'x' } }, error: 'Invalid' }],
      ['- error: Invalid', expect.stringMatching(/^\+ error: Conflict /)],
    ],
    [
      'another message',
      [
        {
          delete: { object: 'ConfigMap shop/a', preconditions: { uid: 'x' } },
          error: 'Conflict',
          message: 'no such words',
        },
      ],
      ['- message: … no such words …', expect.stringMatching(/^\+ message: /)],
    ],
    [
      'a limit that is reached',
      [{ settle: { limit: 1 } }],
      ['The collector was not idle after 1 microsteps.'],
    ],
    [
      'a list',
      [{ settle: {}, expect: { requests: ['get v1/pods a/b', 'get v1/pods a/b'] } }],
      ['  requests:', '- get v1/pods a/b', '- get v1/pods a/b'],
    ],
    [
      'an object that exists',
      [{ settle: {}, expect: { objects: [{ object: 'ConfigMap shop/a', exists: false }] } }],
      ['- object ConfigMap shop/a: does not exist', '+ exists'],
    ],
    [
      'an object that is gone',
      [{ delete: 'ConfigMap shop/a', expect: { objects: [{ object: 'ConfigMap shop/a' }] } }],
      ['- object ConfigMap shop/a: exists', '+ does not exist'],
    ],
    [
      'a field',
      [{ expect: { objects: [{ object: 'ConfigMap shop/a', finalizers: ['x/y'] }] } }],
      ['- object ConfigMap shop/a: finalizers: ["x/y"]', '+ finalizers: []'],
    ],
    [
      'a verdict',
      [
        {
          settle: {},
          expect: {
            verdicts: [{ object: 'ConfigMap shop/a', verdict: 'goes', because: ['AD-17'] }],
          },
        },
      ],
      ['- verdict on ConfigMap "a": goes, because AD-17', '+ stays, because AD-11'],
    ],
    [
      'a flag of a node',
      [
        {
          settle: {},
          expect: {
            graph: ['shop/a a-uid', 'shop/b b-uid', 'far/b far-b'].map((name) => ({
              node: `v1/ConfigMap ${name}`,
              beingDeleted: name === 'shop/a a-uid',
            })),
          },
        },
      ],
      ['- v1/ConfigMap shop/a a-uid: beingDeleted: true', '+ beingDeleted: false'],
    ],
    [
      'a request of intercept.do',
      [
        { delete: { object: 'ConfigMap shop/a', propagationPolicy: 'Foreground' } },
        {
          intercept: {
            request: 'get v1/configmaps shop/a',
            do: [{ delete: { object: 'ConfigMap shop/b', preconditions: { uid: 'x' } } }],
            answer: 'InternalError',
          },
        },
        { settle: {} },
      ],
      [
        'intercept.do.0:',
        '- the request succeeds',
        expect.stringMatching(/^\+ Conflict: /) as string,
      ],
    ],
    [
      'the same in many orders',
      [
        { delete: { object: 'ConfigMap shop/a', propagationPolicy: 'Foreground' } },
        {
          intercept: {
            request: 'get v1/configmaps shop/a',
            do: [{ delete: 'ConfigMap shop/b', error: 'Conflict' }],
            answer: 'InternalError',
          },
        },
        { settle: { explore: 2 } },
      ],
      ['order 0 of 2:', 'intercept.do.0:', '- error: Conflict', '+ the request succeeded'],
    ],
  ])('%s', (_name, steps, diff) => expect(failureOf(steps)).toEqual(diff));

  it('ends the run', () => {
    const result = runScenario(
      scenarioOf({ objects, steps: [{ settle: { limit: 1 } }, { step: 1 }] }),
    );
    expect(result.steps).toHaveLength(1);
  });

  it('onlyObjects names objects, told apart by kind where they have one uid', () => {
    const same = [objectOf('a', { uid: 'u' }), objectOf('a', { uid: 'u' }, { kind: 'Secret' })];
    const step: ScenarioStep = {
      delete: 'ConfigMap shop/a',
      expect: { onlyObjects: ['ConfigMap shop/a'] },
    };
    expect(diffOf({ objects: same, steps: [step] })).toEqual([
      '  onlyObjects:',
      '- v1/ConfigMap shop/a u',
      '+ v1/Secret shop/a u',
    ]);
  });
});
