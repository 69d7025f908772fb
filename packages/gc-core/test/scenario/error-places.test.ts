import { describe, expect, it } from 'vitest';
import type { ScenarioStep } from '../../src/scenario/scenario.ts';
import { objectOf } from '../support/simulate.ts';
import { diffOf, errorOf } from './run-spec.ts';

const objects = [objectOf('a')];

describe('a step of intercept.do', () => {
  it('what stands in intercept.do is asked for what it expects, at that moment', () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'no', uid: 'no' };
    const objects = [objectOf('child', { ownerReferences: [owner] }), objectOf('b')];
    const request = 'get v1/configmaps shop/child';
    const run = (onlyObjects: string[]): readonly string[] => {
      const inner: ScenarioStep = { delete: 'ConfigMap shop/b', expect: { onlyObjects } };
      const steps: ScenarioStep[] = [
        { intercept: { request, answer: 'InternalError', do: [inner] } },
        { settle: {}, expect: { onlyObjects: [] } },
      ];
      return diffOf({ objects, steps });
    };
    expect(run(['ConfigMap shop/child'])).toEqual([]);
    expect(run([])).toEqual([
      'intercept.do.0:',
      '  onlyObjects:',
      '+ v1/ConfigMap shop/child child-uid',
    ]);
  });
});

describe('an error in the document that does not show at once', () => {
  it('a step of intercept.do, found when another one asks for it', () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid: 'gone' };
    const child = objectOf('child', { ownerReferences: [owner] });
    const request = 'get v1/configmaps shop/child';
    const steps: ScenarioStep[] = [
      { intercept: { request, answer: 'NotFound', do: [{ delete: 'ConfigMap shop/x' }] } },
      { settle: {} },
    ];
    const { message, path } = errorOf({ objects: [child], steps });
    expect(message).toBe('No object named before fits "ConfigMap shop/x".');
    expect(path).toEqual(['spec', 'steps', 0, 'intercept', 'do', 0, 'delete']);
  });

  it.each<[string, ScenarioStep, (string | number)[]]>([
    ['two actions', { step: 1, advance: '1s' }, []],
    ['no duration', { advance: 'soon' }, ['advance']],
    ['the other stepping', { process: { queue: 'graphChanges' } }, ['process']],
    [
      'no request',
      { intercept: { request: 'fetch v1/pods a/b', answer: 'NotFound' } },
      ['intercept', 'request'],
    ],
  ])('is found though a step before it fails: %s', (_name, step, below) => {
    const failing = { delete: 'ConfigMap shop/a', error: 'NotFound' };
    expect(errorOf({ objects, steps: [failing, step] }).path).toEqual([
      'spec',
      'steps',
      1,
      ...below,
    ]);
  });

  it('versions of a resource that do not agree', () => {
    const widgets = { kind: 'Widget', resource: 'widgets', namespaced: true };
    const [v1, v2] = ['example.com/v1', 'example.com/v2'].map((apiVersion) => {
      return { ...widgets, apiVersion };
    });
    if (!v1 || !v2) throw new Error('there are two');
    expect(diffOf({ resources: [v1, v1, v2] })).toEqual([]);
    for (const other of [{ namespaced: false }, { kind: 'Gadget' }]) {
      const { message, path } = errorOf({ resources: [v1, { ...v2, ...other }] });
      expect(message).toBe(
        'Another entry gives widgets of this group another kind or scope; all its versions have the same.',
      );
      expect(path).toEqual(['spec', 'resources', 1]);
    }
  });
});
