import { describe, expect, it } from 'vitest';
import type { ReferenceText, ScenarioStep } from '../../src/scenario/scenario.ts';
import { objectOf } from '../support/simulate.ts';
import { diffOf, errorOf } from './run-spec.ts';

describe('references to objects', () => {
  const objects = [
    objectOf('a'),
    objectOf('two words'),
    objectOf('a', { uid: 'node-a' }, { kind: 'Secret' }),
    objectOf('b', { namespace: 'one', uid: 'b1' }),
    objectOf('b', { namespace: 'two', uid: 'b2' }),
  ];
  it.each<[string, ReferenceText]>([
    ['kind, namespace and name', 'ConfigMap shop/a'],
    ['with the apiVersion', 'v1/ConfigMap shop/a'],
    ['without the namespace, where only one fits', 'ConfigMap a'],
    ['a uid', 'uid:a-uid'],
    ['a mapping', { kind: 'ConfigMap', namespace: 'shop', name: 'a' }],
    [
      'a whole mapping',
      { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'a', uid: 'a-uid' },
    ],
  ])('%s', (_name, reference) => {
    const expected = { object: 'uid:a-uid', exists: false };
    expect(
      diffOf({ objects, steps: [{ delete: reference, expect: { objects: [expected] } }] }),
    ).toEqual([]);
  });

  it('a mapping names what has spaces in its name', () => {
    const object = { kind: 'ConfigMap', namespace: 'shop', name: 'two words' };
    const steps = [{ delete: { object, propagationPolicy: 'Background' } }];
    expect(diffOf({ objects, steps })).toEqual([]);
  });

  it('that fit several objects are an error', () => {
    expect(errorOf({ objects, steps: [{ delete: 'ConfigMap b' }] }).message).toBe(
      '"ConfigMap b" fits 2 objects: add the apiVersion and the namespace.',
    );
  });

  it('tell objects with one uid apart, a uid alone does not', () => {
    const [one, two] = ['one', 'two'].map((namespace) => objectOf('a', { namespace, uid: 'same' }));
    if (!one || !two) throw new Error('there are two');
    const gone = { object: 'ConfigMap one/a', exists: false };
    const left = { object: 'ConfigMap two/a', exists: true };
    const first: ScenarioStep = { delete: 'ConfigMap one/a', expect: { objects: [gone, left] } };
    expect(diffOf({ objects: [one, two], steps: [first] })).toEqual([]);
    expect(errorOf({ objects: [one, two], steps: [{ delete: 'uid:same' }] }).message).toBe(
      '"uid:same" fits 2 objects: say which by kind, namespace and name.',
    );
    // A uid names the living object rather than the gone one, and the last of two gone ones.
    const steps = [first, { delete: 'uid:same' }, { delete: 'uid:same', error: 'NotFound' }];
    expect(diffOf({ objects: [one, two], steps })).toEqual([]);
    expect(diffOf({ objects: [two, one], steps })).toEqual([]);
  });

  it('without a namespace mean the cluster-scoped object first', () => {
    const things = { apiVersion: 'example.com/v1', kind: 'Node', resource: 'nodes' };
    const node = objectOf('n', { namespace: 'shop', uid: 'in-shop' }, things);
    const cluster = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', uid: 'cluster' } };
    const steps: ScenarioStep[] = [
      { delete: 'Node n', expect: { objects: [{ object: 'uid:cluster', exists: false }] } },
    ];
    const resources = [{ ...things, namespaced: true }];
    expect(diffOf({ resources, objects: [node, cluster], steps })).toEqual([]);
  });

  it('of several objects over time mean the living one, else the last', () => {
    const again = objectOf('a', { uid: 'second' });
    const steps: ScenarioStep[] = [
      { delete: 'ConfigMap shop/a' },
      { create: again },
      { patch: { object: 'ConfigMap shop/a', patch: { metadata: { labels: { a: 'b' } } } } },
      {
        delete: 'ConfigMap shop/a',
        expect: { objects: [{ object: 'uid:second', exists: false }] },
      },
      { delete: 'ConfigMap shop/a', error: 'NotFound' },
    ];
    expect(diffOf({ objects: [objectOf('a')], steps })).toEqual([]);
  });

  it('objects created without a uid get a readable one, the same name another', () => {
    const { metadata, ...rest } = objectOf('Made'.toLowerCase());
    const { uid: _uid, ...nameless } = metadata;
    const create = { ...rest, metadata: nameless };
    const steps: ScenarioStep[] = [
      { create, expect: { onlyObjects: ['uid:configmap-made-1'] } },
      { delete: 'ConfigMap shop/made' },
      { create, expect: { onlyObjects: ['uid:configmap-made-2'] } },
    ];
    expect(diffOf({ steps })).toEqual([]);
  });

  it('mean what a refused request names, and what intercept.do will name: there is no such object', () => {
    const none = (name: string): ScenarioStep => ({
      expect: { objects: [{ object: `v1/ConfigMap shop/${name}`, exists: false }] },
    });
    const create = objectOf('later');
    const { uid: _uid, ...metadata } = create.metadata;
    const nameless = { ...create, metadata };
    const request = 'get v1/configmaps shop/a';
    const users = [{ name: 'dev', cannot: [{ verb: 'create', resource: 'configmaps' }] }];
    const steps: ScenarioStep[] = [
      { create: objectOf('c'), as: 'dev', error: 'Forbidden', ...none('c') },
      { expect: { objects: [{ object: 'uid:c-uid', exists: false }] } },
      { update: objectOf('d'), error: 'NotFound', ...none('d') },
      { delete: 'ConfigMap shop/d', error: 'NotFound' },
      { intercept: { request, answer: 'NotFound', do: [{ create: nameless }] }, ...none('later') },
      { create: nameless, expect: { onlyObjects: ['ConfigMap shop/a', 'uid:configmap-later-1'] } },
      { expect: { objects: [{ object: 'ConfigMap shop/later', exists: true }] } },
    ];
    expect(diffOf({ users, objects: [objectOf('a')], steps })).toEqual([]);
  });

  it('an object that appears twice is an error', () => {
    const twice = [objectOf('a'), objectOf('b'), objectOf('a', { uid: 'other' })];
    const { message, path } = errorOf({ objects: twice, steps: [] });
    expect(message).toBe('ConfigMap a appears twice: one would replace the other.');
    expect(path).toEqual(['spec', 'objects', 2]);
    expect(diffOf({ objects: [objectOf('a'), objectOf('a', {}, { kind: 'Secret' })] })).toEqual([]);
  });
});
