import { describe, expect, it } from 'vitest';
import type { Scenario, ScenarioStep } from '../../src/scenario/scenario.ts';
import { objectOf } from '../support/simulate.ts';
import { errorOf } from './run-spec.ts';

type Spec = Scenario['spec'];

const objects = [objectOf('a'), objectOf('b'), objectOf('b', { namespace: 'far', uid: 'far-b' })];
const CYCLE: Record<string, unknown> = {};
CYCLE.self = CYCLE;
const widget = { apiVersion: 'example.com/v1', kind: 'Widget' };

describe('an error in the document', () => {
  it.each<[string, ScenarioStep, string, (string | number)[]]>([
    [
      'a uid that was not named',
      { delete: 'uid:nobody' },
      'No object with uid:nobody was named before.',
      ['delete'],
    ],
    [
      'an object that was not named',
      { delete: 'ConfigMap shop/c' },
      'No object named before fits "ConfigMap shop/c".',
      ['delete'],
    ],
    [
      'a mapping that fits nothing',
      { delete: { kind: 'ConfigMap', name: 'a b' } },
      'No object named before fits "{"kind":"ConfigMap","name":"a b"}".',
      ['delete'],
    ],
    [
      'a text that is no reference',
      { delete: 'ConfigMap' },
      '"ConfigMap" is not an object reference: expected [<apiVersion>/]<Kind> [<namespace>/]<name> or uid:<uid>.',
      ['delete'],
    ],
    [
      'a kind that is not served',
      { create: { ...widget, metadata: { name: 'w' } } },
      'example.com/v1/Widget is not served here: add it to spec.resources.',
      ['create'],
    ],
    [
      'two actions',
      { step: 1, advance: '1s' },
      'A step has exactly one action; this one has step and advance.',
      [],
    ],
    [
      'manual stepping',
      { process: { queue: 'attemptToDelete' } },
      '"process" needs spec.stepping: manual.',
      ['process'],
    ],
    [
      'a duration',
      { advance: '5 minutes' },
      '"5 minutes" is not a duration: expected for example 30s or 5m.',
      ['advance'],
    ],
    [
      'a part of a duration',
      { advance: '1h5x' },
      '"1h5x" is not a duration: expected for example 30s or 5m.',
      ['advance'],
    ],
    [
      'a span in which retries would be made for hours',
      { advance: '99999999999h' },
      '"99999999999h" is too long: a step moves the clock by 87600h (ten years) at most.',
      ['advance'],
    ],
    [
      'a time of what is put',
      {
        put: [
          {
            apiVersion: 'v1',
            kind: 'Pod',
            metadata: { name: 'p', uid: 'u', deletionTimestamp: 'soon' },
          },
        ],
      },
      '"soon" is not an RFC 3339 time.',
      ['put', 0, 'metadata', 'deletionTimestamp'],
    ],
    [
      'a name for what is put',
      { put: [{ apiVersion: 'v1', kind: 'Pod', metadata: {} }] },
      'An object needs metadata.name.',
      ['put', 0, 'metadata', 'name'],
    ],
    [
      'a uid for what is put',
      { put: [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } }] },
      'Pod p needs metadata.uid here.',
      ['put', 0, 'metadata', 'uid'],
    ],
    [
      'a Pod that is none',
      { terminatePod: 'ConfigMap shop/a' },
      'A kubelet ends Pods only, no ConfigMap.',
      ['terminatePod'],
    ],
  ])('%s', (_name, step, message, below) => {
    const error = errorOf({ objects, steps: [{ settle: {} }, step] });
    expect(error.message).toBe(message);
    expect(error.path).toEqual(['spec', 'steps', 1, ...below]);
  });

  it.each<[ScenarioStep, (string | number)[]]>([
    [{ expect: { onlyObjects: ['Pod shop/x'] } }, ['expect', 'onlyObjects', 0]],
    [
      { expect: { objects: [{ object: 'ConfigMap shop/a' }, { object: 'Pod shop/x' }] } },
      ['expect', 'objects', 1, 'object'],
    ],
    [
      { expect: { verdicts: [{ object: 'Pod shop/x', verdict: 'stays' }] } },
      ['expect', 'verdicts', 0, 'object'],
    ],
    [{ delete: { object: 'Pod shop/x', propagationPolicy: 'Orphan' } }, ['delete', 'object']],
    [{ patch: { object: 'Pod shop/x', patch: {} } }, ['patch', 'object']],
    [
      { removeFinalizer: { object: 'Pod shop/x', finalizer: 'a/b' } },
      ['removeFinalizer', 'object'],
    ],
    [{ remove: ['ConfigMap shop/a', 'Pod shop/x'] }, ['remove', 1]],
    [
      { restartCollector: { order: ['ConfigMap shop/a', 'Pod shop/x'] } },
      ['restartCollector', 'order', 1],
    ],
  ])('an object that was not named: %j', (step, below) => {
    const error = errorOf({ objects, steps: [{ settle: {} }, step] });
    expect(error.message).toBe('No object named before fits "Pod shop/x".');
    expect(error.path).toEqual(['spec', 'steps', 1, ...below]);
  });

  it('a reason that no server gives', () => {
    const step = { intercept: { request: 'get v1/pods shop/p', answer: 'Nope' } };
    const { message, path } = errorOf({ steps: [step] });
    expect(message).toMatch(/^"Nope" is not a reason of the API server; known: BadRequest, /);
    expect(path).toEqual(['spec', 'steps', 0, 'intercept', 'answer']);
  });

  it('an error that no server answers, also in what stands between', () => {
    const remove = { delete: { object: 'ConfigMap shop/a' }, error: 'Nope' };
    const failing = { delete: { object: 'ConfigMap shop/none' } };
    const inner = { request: 'get v1/pods shop/p', answer: 'NotFound', do: [remove] };
    for (const [step, below] of [
      [remove, ['error']],
      [{ intercept: inner }, ['intercept', 'do', 0, 'error']],
    ] as const) {
      // The step before fails; the file is faulty all the same.
      const { message, path } = errorOf({ objects, steps: [failing, step] });
      expect(message).toMatch(/^"Nope" is not a reason of the API server; known: BadRequest, /);
      expect(path).toEqual(['spec', 'steps', 1, ...below]);
    }
  });

  it('an action of intercept that is no API request', () => {
    const inner = { request: 'get v1/pods shop/p', answer: 'NotFound', do: [{ settle: {} }] };
    const { message, path } = errorOf({ steps: [{ intercept: inner }] });
    expect(message).toBe('"settle" is not an API request; intercept.do allows only API requests.');
    expect(path).toEqual(['spec', 'steps', 0, 'intercept', 'do', 0, 'settle']);
  });

  it('a name that fits objects of two groups', () => {
    const role = { kind: 'Role', metadata: { namespace: 'shop', name: 'r', uid: 'x' } };
    const { message } = errorOf({
      resources: [
        { apiVersion: 'example.com/v1', kind: 'Role', resource: 'roles', namespaced: true },
      ],
      objects: [
        { ...role, apiVersion: 'example.com/v1' },
        {
          ...role,
          apiVersion: 'rbac.authorization.k8s.io/v1',
          metadata: { ...role.metadata, uid: 'y' },
        },
      ],
      steps: [{ delete: 'Role shop/r' }],
    });
    expect(message).toBe('"Role shop/r" fits 2 objects: add the apiVersion and the namespace.');
  });

  it('an empty queue', () => {
    const steps: ScenarioStep[] = [{ process: { queue: 'attemptToOrphan' } }];
    const { message, path } = errorOf({ stepping: 'manual', steps });
    expect(message).toBe('Queue attemptToOrphan is empty: there is nothing to process.');
    expect(path).toEqual(['spec', 'steps', 0, 'process']);
  });

  it.each<[keyof ScenarioStep, ScenarioStep]>([
    ['settle', { settle: {} }],
    ['step', { step: 1 }],
    ['advance', { advance: '1s' }],
  ])('%s in manual stepping', (action, step) => {
    const { message } = errorOf({ stepping: 'manual', steps: [step] });
    expect(message).toBe(`"${action}" needs spec.stepping: automatic.`);
  });

  it.each<[string, Spec, string | RegExp, (string | number)[]]>([
    [
      'an unknown release',
      { release: 'v0.1' },
      /^Release "v0\.1" is not known. Known: /,
      ['spec', 'release'],
    ],
    ['no time', { now: 'noon' }, '"noon" is not an RFC 3339 time.', ['spec', 'now']],
    [
      'a clock that would pass its last moment',
      { now: '9999-12-31T23:59:59Z', steps: [{ advance: '1s' }] },
      'The clock would pass the year 9999.',
      ['spec', 'steps', 0, 'advance'],
    ],
    [
      'an object without uid',
      {
        objects: [
          objects[0] ?? {},
          { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } },
        ] as Spec['objects'] & object,
      },
      'Pod p needs metadata.uid here.',
      ['spec', 'objects', 1, 'metadata', 'uid'],
    ],
    [
      'an object that holds itself, as an anchor can make it',
      { objects: [objectOf('a'), Object.assign(objectOf('b'), { data: CYCLE })] },
      'ConfigMap b is nested too deep, or holds itself.',
      ['spec', 'objects', 1],
    ],
    [
      'an object of a kind that is not served',
      { objects: [objectOf('a'), objectOf('w', {}, widget)] },
      'example.com/v1/Widget is not served here: add it to spec.resources.',
      ['spec', 'objects', 1],
    ],
  ])('%s at the start', (_name, spec, message, path) => {
    const error = errorOf(spec);
    expect(error.message).toEqual(
      message instanceof RegExp ? expect.stringMatching(message) : message,
    );
    expect(error.path).toEqual(path);
  });

  it.each(['configmap', 'ConfigMapList', 'Binding'])(
    '[KM-02] [KM-03] [KM-05] no object can be of kind %s',
    (kind) => {
      const { message, path } = errorOf({ objects: [objectOf('a', {}, { kind })] });
      expect(message).toBe(`v1/${kind} is not served here: add it to spec.resources.`);
      expect(path).toEqual(['spec', 'objects', 0]);
    },
  );
});
