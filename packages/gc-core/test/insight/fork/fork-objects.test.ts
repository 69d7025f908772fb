import { describe, expect, it } from 'vitest';
import type { ClusterView } from '../../../src/insight/cluster-view.ts';
import { type ForkedObjects, forkObjects } from '../../../src/insight/fork/fork-objects.ts';
import { ForkTooLargeError } from '../../../src/insight/fork/reach.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import { ResourceTable } from '../../../src/meta/resource-table.ts';
import { plainText } from '../../../src/meta/sentence.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import type { NamespaceStatus } from '../../../src/wire/terminating.ts';
import { blocking } from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { clusterNode, objectOf } from '../../support/simulate.ts';
import { watched } from '../../support/watched.ts';
import { definition, WIDGET, WIDGETS } from '../../support/widgets.ts';

const deletionTimestamp = '2026-01-01T00:00:00Z';
const hold = { finalizers: ['example.com/hold'] };
const table = ResourceTable.builtIn([WIDGETS]);

interface Known {
  readonly view?: Partial<ClusterView>;
  readonly namespaces?: ReadonlyMap<string, NamespaceStatus>;
  readonly limit?: number;
}

function fork(objects: readonly ApiObject[], name: string, known: Known = {}): ForkedObjects {
  const simulation = watched(objects, table);
  const { graph } = simulation.process.collector;
  const target = graph.get(`${name}-uid`);
  const { namespaces } = known;
  const { resources } = table;
  const facts = { now: simulation.now, resources, ...(namespaces && { namespaces }) };
  const view = { ...simulationView(simulation), ...known.view, deletionFacts: () => facts };
  return forkObjects(target ? [target] : [], view, known.limit);
}

function names(forked: ForkedObjects): string[] {
  return forked.objects.map(({ metadata }) => metadata.name).sort();
}

const below = (name: string, ...owners: readonly string[]): ApiObject =>
  objectOf(name, { ownerReferences: owners.map((each) => blocking(each)) });

describe('the part of a cluster that a deletion can reach', () => {
  it('[GB-43] is dependents all the way down, with all their owners and those of these', () => {
    const objects = [
      objectOf('top'),
      below('target', 'top'),
      below('child', 'target'),
      below('leaf', 'child', 'other'),
      below('other', 'above'),
      objectOf('above'),
      below('sibling', 'top'),
      below('cousin', 'other'),
    ];
    expect(names(fork(objects, 'target'))).toEqual([
      'above',
      'child',
      'leaf',
      'other',
      'target',
      'top',
    ]);
  });

  it('[FG-02] of an owner that waits it is all dependents', () => {
    const waiting = { deletionTimestamp, finalizers: ['foregroundDeletion'] };
    const objects = [objectOf('top', waiting), below('target', 'top'), below('sibling', 'top')];
    expect(names(fork(objects, 'target'))).toEqual(['sibling', 'target', 'top']);
  });

  it('[CL-07] what answers to the name in a reference is part of it', () => {
    const mistaken = objectOf('child', {
      ownerReferences: [ownedBy('twin', { uid: 'target-uid' })],
    });
    const objects = [objectOf('target'), mistaken, objectOf('twin'), objectOf('far')];
    expect(names(fork(objects, 'target'))).toEqual(['child', 'target', 'twin']);
  });

  it('[NS-08] so is the content of a Namespace that goes, and the Namespace that goes with its last object', () => {
    const shop = (more = {}): ApiObject =>
      objectOf('shop', { namespace: '', ...more }, { kind: 'Namespace' });
    const inside = [objectOf('target'), objectOf('map'), objectOf('far', { namespace: 'far' })];
    expect(names(fork([shop(), ...inside], 'shop'))).toEqual(['map', 'shop', 'target']);
    expect(names(fork([shop(), ...inside], 'target'))).toEqual(['target']);
    const going = shop({ deletionTimestamp });
    expect(names(fork([going, ...inside], 'target'))).toEqual(['map', 'shop', 'target']);
    const owner = clusterNode('n', [ownedBy('shop', { kind: 'Namespace' })]);
    expect(names(fork([going, owner, ...inside], 'n'))).toEqual(['map', 'n', 'shop', 'target']);
  });

  it('[FN-04] and the objects of a kind whose definition goes', () => {
    const objects = [objectOf('w', {}, WIDGET), objectOf('v', {}, WIDGET), objectOf('map')];
    expect(names(fork([definition(), ...objects], 'crd'))).toEqual([
      'v',
      'w',
      'widgets.gc.example.com',
    ]);
    expect(names(fork([definition(), ...objects], 'w'))).toEqual(['w']);
    const going = definition({ deletionTimestamp, ...hold });
    expect(names(fork([going, ...objects], 'w'))).toEqual(['v', 'w', 'widgets.gc.example.com']);
  });

  it('has a limit', () => {
    const objects = [objectOf('target'), below('a', 'target'), below('b', 'target')];
    expect(fork(objects, 'target', { limit: 3 }).objects).toHaveLength(3);
    expect(() => fork(objects, 'target', { limit: 2 })).toThrow(ForkTooLargeError);
  });
});

describe('objects of a fork', () => {
  it('are as old as they were, and the same every time', () => {
    const old = { creationTimestamp: '2020-01-01T00:00:00Z' };
    const young = { creationTimestamp: '2021-01-01T00:00:00Z' };
    const objects = [
      objectOf('b', { ...young, ownerReferences: [ownedBy('z')] }),
      objectOf('a', { ...young, ownerReferences: [ownedBy('z')] }),
      objectOf('z', old),
    ];
    expect(fork(objects, 'z').objects.map(({ metadata }) => metadata.name)).toEqual([
      'z',
      'a',
      'b',
    ]);
  });

  it('[API-50] a Pod is assumed to run', () => {
    const { objects, assumptions } = fork([objectOf('pod', {}, { kind: 'Pod' })], 'pod');
    expect(objects).toMatchObject([{ kind: 'Pod', spec: { nodeName: 'assumed' } }]);
    expect(assumptions.map(plainText)).toEqual([
      'gcscope reads metadata only. It assumes that every Pod runs, with a grace period of 30 s unless it is already being deleted.',
    ]);
    expect(fork([objectOf('map')], 'map').assumptions).toEqual([]);
  });

  it('[FN-05] a claim is assumed to be used by the Pods that metadata tells of, and no others', () => {
    const finalizers = ['kubernetes.io/pvc-protection'];
    const claim = objectOf('data', { finalizers }, { kind: 'PersistentVolumeClaim' });
    expect(fork([claim], 'data').assumptions.map(plainText)).toEqual([
      'gcscope does not read which Pods mount a claim. It assumes that a claim is used only by the Pods that own it and by the Pods of its StatefulSet. It also assumes that every Job has counted its finished Pods.',
    ]);
  });

  it('[NS-01] [NS-12] a Namespace has what was read of it, or else what it must have', () => {
    const shop = (more = {}): ApiObject =>
      objectOf('shop', { namespace: '', ...more }, { kind: 'Namespace' });
    const specOf = (namespace: ApiObject, known: Known = {}): unknown =>
      fork([namespace], 'shop', known).objects.map(({ spec }) => spec);
    expect(specOf(shop())).toEqual([{ finalizers: ['kubernetes'] }]);
    expect(specOf(shop({ deletionTimestamp }))).toEqual([{ finalizers: ['kubernetes'] }]);
    expect(specOf(shop({ deletionTimestamp, ...hold }))).toEqual([{ finalizers: [] }]);
    const conditions = [{ type: 'NamespaceContentRemaining', status: 'True' }];
    const namespaces = new Map([['shop', { finalizers: ['example.com/other'], conditions }]]);
    const [read] = fork([shop({ deletionTimestamp })], 'shop', { namespaces }).objects;
    expect(read).toMatchObject({
      spec: { finalizers: ['example.com/other'] },
      status: { phase: 'Terminating', conditions },
    });
  });

  it('[CL-06] owners that cannot be read are assumed to live, each once', () => {
    const secret = ownedBy('s', { kind: 'Secret' });
    const cluster = ownedBy('c', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
    });
    const objects = [
      objectOf('target'),
      objectOf('a', { ownerReferences: [ownedBy('target'), secret, cluster] }),
      objectOf('b', { ownerReferences: [ownedBy('target'), secret] }),
    ];
    const isRead = ({ kind }: { kind: string }): boolean => kind === 'ConfigMap';
    const forked = fork(objects, 'target', { view: { isRead } });
    expect(names(forked)).toEqual(['a', 'b', 'c', 's', 'target']);
    expect(forked.assumptions.map(plainText)).toEqual([
      'gcscope cannot read Secret `shop/s` and assumes that it exists.',
      'gcscope cannot read ClusterRole `c` and assumes that it exists.',
    ]);
    expect(names(fork(objects, 'target'))).toEqual(['a', 'b', 'target']);
  });

  it('[MO-08] a kind that was not discovered is served under a name that is guessed', () => {
    const gone = ownedBy('g', { apiVersion: 'x.example.com/v1', kind: 'Gadget' });
    const child = objectOf('child', { ownerReferences: [ownedBy('target'), gone] });
    const mapping: ClusterView['mapping'] = (apiVersion, kind) =>
      kind === 'Gadget' ? 'unknown' : (table.forKind(apiVersion, kind) ?? 'unserved');
    const forked = fork([objectOf('target'), child], 'target', { view: { mapping } });
    expect(names(forked)).toEqual(['child', 'g', 'target']);
    const guess = { group: 'x.example.com', version: 'v1', resource: 'gadgets', kind: 'Gadget' };
    expect(forked.resources.at(-1)).toEqual({ ...guess, namespaced: true });
  });
});
