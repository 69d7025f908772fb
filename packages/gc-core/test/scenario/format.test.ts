import { describe, expect, it } from 'vitest';
import type { ScenarioStep } from '../../src/scenario/scenario.ts';
import { objectOf } from '../support/simulate.ts';
import { diffOf, errorOf, widgets } from './run-spec.ts';

const held = objectOf('held', { finalizers: ['x/y'] });

describe('steps', () => {
  it.each<[string, ScenarioStep, string, (string | number)[]]>([
    ['error', { settle: {}, error: 'NotFound' }, 'an API request', ['error']],
    ['error', { expect: {}, error: 'NotFound' }, 'an API request', ['error']],
    [
      'as',
      { terminatePod: 'Pod shop/p', as: 'dev' },
      'create, update, patch, delete or removeFinalizer',
      ['as'],
    ],
    ['by', { step: 1, by: 'Job controller' }, 'create, update, patch or delete', ['by']],
    ['subresource', { step: 1, subresource: 'status' }, 'update or patch', ['subresource']],
  ])('%s is allowed only with what it belongs to', (key, step, words, path) => {
    const { message, path: at } = errorOf({ steps: [step] });
    expect(message).toBe(`"${key}" is allowed only with ${words}.`);
    expect(at).toEqual(['spec', 'steps', 0, ...path]);
  });

  it('message is allowed only with error, all only with explore', () => {
    const message = errorOf({
      objects: [held],
      steps: [{ delete: 'ConfigMap shop/held', message: 'x' }],
    });
    expect(message.path).toEqual(['spec', 'steps', 0, 'message']);
    const all = errorOf({ steps: [{ settle: {}, expect: { all: true } }] });
    expect(all.path).toEqual(['spec', 'steps', 0, 'expect', 'all']);
  });

  it.each(['get pods shop/p', 'v1/pods shop/p', 'get v1/pods', 'fetch v1/pods shop/p'])(
    'an intercepted request that can never come is an error: %s',
    (request) => {
      const error = errorOf({ steps: [{ intercept: { request, answer: 'NotFound' } }] });
      expect(error.message).toBe(
        `"${request}" is not a request of the collector: expected <verb> <apiVersion>/<resource> [<namespace>/]<name>, the verb being get, patch, update or delete.`,
      );
      expect(error.path).toEqual(['spec', 'steps', 0, 'intercept', 'request']);
    },
  );

  it('a step that says nothing is an error', () => {
    expect(errorOf({ steps: [{ name: 'nothing' }] }).message).toBe(
      'A step has exactly one action, or an expectation; this one has none.',
    );
  });

  it('update without resourceVersion is unconditional, for custom resources and while they go', () => {
    const widget = objectOf('w', { finalizers: ['x/y', 'z/z'] }, widgets);
    const bare = { apiVersion: widget.apiVersion, kind: widget.kind };
    const metadata = { name: 'w', namespace: 'shop' };
    const steps: ScenarioStep[] = [
      { patch: { object: 'Widget shop/w', patch: { spec: { a: 1 } } } },
      { update: { ...bare, metadata: { ...metadata, finalizers: ['x/y', 'z/z'] } } },
      { delete: 'Widget shop/w' },
      {
        update: { ...bare, metadata: { ...metadata, finalizers: ['z/z'] } },
        expect: {
          objects: [{ object: 'Widget shop/w', finalizers: ['z/z'], deletionTimestamp: true }],
        },
      },
      {
        update: { ...bare, metadata: { ...metadata, resourceVersion: '1', finalizers: [] } },
        error: 'Conflict',
      },
      { update: { ...bare, metadata }, expect: { onlyObjects: [] } },
    ];
    expect(
      diffOf({ resources: [{ ...widgets, namespaced: true }], objects: [widget], steps }),
    ).toEqual([]);
  });

  it('update and patch take a subresource, patch inside or beside it', () => {
    const pod = objectOf('p', {}, { kind: 'Pod', spec: { nodeName: 'n' } });
    const phase = (value: string): Record<string, unknown> => ({ status: { phase: value } });
    const gone: ScenarioStep = {
      delete: 'Pod shop/p',
      expect: { objects: [{ object: 'Pod shop/p', exists: false }] },
    };
    const object = 'Pod shop/p';
    const run = (step: ScenarioStep): readonly string[] =>
      diffOf({ objects: [pod], steps: [step, gone] });
    expect(run({ patch: { object, patch: phase('Failed') } }), 'not its status').not.toEqual([]);
    expect(run({ patch: { object, patch: phase('Failed'), subresource: 'status' } })).toEqual([]);
    expect(run({ patch: { object, patch: phase('Failed') }, subresource: 'status' })).toEqual([]);
    expect(run({ update: { ...pod, ...phase('Failed') }, subresource: 'status' })).toEqual([]);
  });

  it('put and remove change the storage without checks and without an event', () => {
    const odd = objectOf('Odd Name', {
      finalizers: ['orphan', 'foregroundDeletion'],
      generation: 7,
    });
    const object = { kind: 'ConfigMap', namespace: 'shop', name: 'Odd Name' };
    const steps: ScenarioStep[] = [
      { settle: {} },
      { put: [odd], expect: { graphChanges: [], onlyObjects: [object] } },
      {
        settle: {},
        expect: {
          graph: [],
          objects: [{ object, generation: 7, finalizers: ['orphan', 'foregroundDeletion'] }],
        },
      },
      { remove: [object], expect: { onlyObjects: [], graphChanges: [] } },
    ];
    expect(diffOf({ steps })).toEqual([]);
  });

  it('what is stored is read as a Go program reads it: null is absent, a text that is absent is empty', () => {
    const read = (text: string): ReturnType<typeof objectOf> => JSON.parse(text);
    const at = { apiVersion: 'v1', kind: 'ConfigMap' };
    const metadata = { namespace: 'shop', name: 'c', uid: 'u' };
    const nulls = { creationTimestamp: null, generation: null, labels: null, finalizers: null };
    const objects = [
      read(JSON.stringify({ ...at, metadata: { ...metadata, ...nulls, ownerReferences: [{}] } })),
      read(JSON.stringify({ ...at, metadata: { name: 'd', uid: 'v', ownerReferences: null } })),
    ];
    const flags = { controller: null, blockOwnerDeletion: null };
    objects.push(
      read(JSON.stringify({ ...at, metadata: { name: 'e', uid: 'w', ownerReferences: [flags] } })),
    );
    const ownerReferences = [{ apiVersion: '', kind: '', name: '', uid: '' }];
    const object = 'ConfigMap shop/c';
    const steps: ScenarioStep[] = [
      {
        expect: {
          objects: [
            { object, ownerReferences, deletionTimestamp: false },
            { object: 'ConfigMap e', ownerReferences },
          ],
        },
      },
    ];
    expect(diffOf({ objects, steps })).toEqual([]);
  });

  it.each([
    [{ spec: 'x' }, 'spec must be an object', ['spec']],
    [{ spec: { nodeName: 5 } }, 'spec.nodeName must be a string', ['spec', 'nodeName']],
    [
      { spec: { terminationGracePeriodSeconds: 0.5 } },
      'spec.terminationGracePeriodSeconds must be a whole number',
      ['spec', 'terminationGracePeriodSeconds'],
    ],
    [{ status: { phase: {} } }, 'status.phase must be a string', ['status', 'phase']],
  ])('what deletion reads of a stored Pod has its type: %j', (content, message, path) => {
    const metadata = { name: 'p', namespace: 'shop', uid: 'u' };
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata, ...content } as never;
    const stored = errorOf({ objects: [pod], steps: [] });
    expect([stored.message, stored.path]).toEqual([`${message}.`, ['spec', 'objects', 0, ...path]]);
    const put = errorOf({ steps: [{ put: [pod] }] });
    expect(put.message).toBe(`${message}.`);
    const observe = { type: 'ADDED', object: pod } as const;
    expect(errorOf({ stepping: 'manual', steps: [{ observe }] }).message).toBe(`${message}.`);
    const steps: ScenarioStep[] = [{ create: pod, error: 'BadRequest' }];
    expect(diffOf({ steps })).toEqual([]);
  });

  it('an empty uid of what is created is none: it gets a readable one', () => {
    const metadata = { name: 'c', namespace: 'shop', uid: '' };
    const create = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
    const graph = [{ node: 'v1/ConfigMap shop/c configmap-c-1' }];
    expect(diffOf({ steps: [{ create }, { settle: {}, expect: { graph } }] })).toEqual([]);
  });

  it('microsteps of a collector at rest are none, however many', () => {
    const steps: ScenarioStep[] = [{ step: Number.MAX_SAFE_INTEGER, expect: { graph: [] } }];
    expect(diffOf({ steps })).toEqual([]);
  });

  it('observe processes at once, with queue it only waits, in front or behind', () => {
    const added = (name: string): string => `v1/ConfigMap shop/${name} ${name}-uid`;
    const observe = (name: string, queue?: 'front' | 'back'): ScenarioStep => ({
      observe: { type: 'ADDED', object: objectOf(name), ...(queue ? { queue } : {}) },
    });
    const change = (name: string): { type: string; object: string } => ({
      type: 'ADDED',
      object: added(name),
    });
    const steps: ScenarioStep[] = [
      { ...observe('a'), expect: { graph: [{ node: added('a') }], graphChanges: [] } },
      observe('b', 'back'),
      observe('c', 'back'),
      {
        ...observe('d', 'front'),
        expect: {
          graph: [{ node: added('a') }],
          graphChanges: [change('d'), change('b'), change('c')],
        },
      },
      {
        process: { queue: 'graphChanges', count: 2 },
        expect: {
          graph: ['a', 'd', 'b'].map((name) => ({ node: added(name) })),
          graphChanges: [change('c')],
          onlyObjects: [],
        },
      },
    ];
    expect(diffOf({ stepping: 'manual', steps })).toEqual([]);
  });

  it('a microstep takes graphChanges, then attemptToDelete, then attemptToOrphan', () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'no', uid: 'no' };
    const objects = [
      objectOf('orphaning', { finalizers: ['orphan'], deletionTimestamp: '2026-01-01T00:00:00Z' }),
      objectOf('child', { ownerReferences: [owner] }),
    ];
    const line = (name: string): string => `v1/ConfigMap shop/${name} ${name}-uid`;
    const virtual = 'v1/ConfigMap shop/no no (virtual)';
    const steps: ScenarioStep[] = [
      {
        expect: {
          graphChanges: objects.map(({ metadata }) => ({
            type: 'ADDED',
            object: line(metadata.name),
          })),
        },
      },
      { step: 2, expect: { attemptToDelete: [virtual], attemptToOrphan: [line('orphaning')] } },
      { step: 1, expect: { attemptToDelete: [], attemptToOrphan: [line('orphaning')] } },
    ];
    expect(diffOf({ objects, steps })).toEqual([]);
  });

  it('what failed waits out of sight until it is due', () => {
    const objects = [objectOf('a', { ownerReferences: [{ ...widgets, name: 'w', uid: 'w' }] })];
    const steps: ScenarioStep[] = [
      { step: 2, expect: { attemptToDelete: [], graphChanges: [] } },
      { step: 5, expect: { attemptToDelete: [] } },
    ];
    expect(diffOf({ objects, steps })).toEqual([]);
  });

  it('deletionTimestamp is expected as true, false or a time, however that is written', () => {
    const objects = [held];
    const at = (deletionTimestamp: boolean | string): ScenarioStep => ({
      expect: { objects: [{ object: 'ConfigMap shop/held', deletionTimestamp }] },
    });
    const deleted: ScenarioStep = { delete: 'ConfigMap shop/held' };
    expect(diffOf({ objects, steps: [at(false), deleted, at(true)] })).toEqual([]);
    const times = ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00'].map(at);
    expect(diffOf({ objects, steps: [deleted, ...times] })).toEqual([]);
    expect(diffOf({ objects, steps: [deleted, at('2026-01-01T00:00:01Z')] })).toHaveLength(2);
    expect(diffOf({ objects, steps: [deleted, at(false)] })).toHaveLength(2);
  });

  it('now is the time of the first step, advance moves it', () => {
    const steps: ScenarioStep[] = [
      { advance: '1h30m' },
      {
        delete: 'ConfigMap shop/held',
        expect: {
          objects: [{ object: 'ConfigMap shop/held', deletionTimestamp: '2030-06-01T01:30:00Z' }],
        },
      },
    ];
    expect(diffOf({ now: '2030-06-01T00:00:00Z', objects: [held], steps })).toEqual([]);
  });

  it('[MO-13] [AD-04] unserve takes versions away, and keeps what is stored', () => {
    const versions = ['v1beta1', 'v1'].map((version) => ({
      ...widgets,
      apiVersion: `example.com/${version}`,
      namespaced: true,
    }));
    const gear = objectOf('gear', {}, { apiVersion: 'example.com/v1', kind: 'Widget' });
    const known = {
      expect: { graph: [{ node: 'example.com/v1beta1/Widget shop/gear gear-uid' }] },
    };
    const spec = { resources: versions, objects: [gear] };
    const unserve = ['example.com/v1beta1/Widget'];
    const steps: ScenarioStep[] = [
      { settle: {}, ...known },
      { unserve, ...known },
      { restartCollector: {} },
      { settle: {}, expect: { graph: [{ node: 'example.com/v1/Widget shop/gear gear-uid' }] } },
    ];
    expect(diffOf({ ...spec, steps })).toEqual([]);
    const { message, path } = errorOf({ ...spec, steps: [{ unserve }, { unserve }] });
    expect(message).toBe(
      '"example.com/v1beta1/Widget" is not served here: expected <apiVersion>/<Kind> of a kind that is.',
    );
    expect(path).toEqual(['spec', 'steps', 1, 'unserve', 0]);
  });
});
