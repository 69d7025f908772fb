import { describe, expect, it } from 'vitest';
import {
  type ForecastProgress,
  forecast,
  forecastStepwise,
} from '../../../src/insight/forecast/forecast.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../../src/meta/object-reference.ts';
import type { PropagationPolicy } from '../../../src/meta/propagation-policy.ts';
import { plainText } from '../../../src/meta/sentence.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import { describeUnverified } from '../../../src/wire/describe-awaited.ts';
import type { PolicyForecast } from '../../../src/wire/forecast.ts';
import type { KindState } from '../../../src/wire/frames.ts';
import {
  blocking,
  deleting,
  described,
  forecastOf,
  forecastWith,
  NOTHING,
  under,
} from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { objectOf } from '../../support/simulate.ts';
import { unreadKind } from '../../support/unread-kind.ts';
import { watched } from '../../support/watched.ts';

const noSecrets = (kind: string): boolean => kind !== 'Secret';
const secret = (name: string, more = {}): ApiObject => objectOf(name, more, { kind: 'Secret' });

describe('a kind that is not read', () => {
  it('[CL-06] tells nothing of owners, also of those that the graph knows', () => {
    const references = [ownedBy('owner'), ownedBy('s', { kind: 'Secret' })];
    const child = objectOf('child', { ownerReferences: references });
    const all = forecastOf([objectOf('owner'), secret('s'), child], ['owner'], {}, noSecrets);
    expect(described(under('Background', all))).toEqual({
      ...NOTHING,
      deleted: ['owner API-38'],
      notVerified: ['child Secret'],
    });
    expect(all.unread).toEqual(['Secret']);
  });

  it('[CL-06] nor of dependents, nor of owners that wait for these', () => {
    const objects = [
      objectOf('top'),
      objectOf('owner', { ownerReferences: [blocking('top')] }),
      secret('s', { ownerReferences: [blocking('owner')] }),
    ];
    const all = forecastOf(objects, ['top'], {}, noSecrets);
    const { notVerified, blocked } = described(under('Foreground', all));
    expect({ notVerified: notVerified.toSorted(), blocked }).toEqual({
      notVerified: ['owner Secret', 's Secret', 'top Secret'],
      blocked: [],
    });
    expect(described(under('Background', all)).deleted).toEqual(['owner AD-17', 'top API-38']);
  });

  it.each([
    ['Namespace', 'v1', 'shop', 'NS-14'],
    ['CustomResourceDefinition', 'apiextensions.k8s.io/v1', 'secrets.a.b', 'FN-04'],
  ])(
    'nor whether a %s goes that may hold or define some (%s, %s, [%s])',
    (kind, apiVersion, name, rule) => {
      const container = objectOf(name, { namespace: '' }, { kind, apiVersion });
      const linesWith = (state: KindState): readonly unknown[] => {
        const kinds = [unreadKind({ group: name === 'shop' ? '' : 'a.b', state })];
        const all = forecastWith([container, objectOf('map')], [name], () => ({ kinds }));
        const { deleted, notVerified } = under('Background', all);
        return [deleted.length, notVerified];
      };
      const [among, lines] = linesWith('forbidden');
      const [whole, none] = linesWith('synced');
      const unread = [name === 'shop' ? 'Secret' : 'Secret.a.b'];
      expect(lines).toMatchObject([{ object: { name }, rule, unread }]);
      expect([none, whole]).toEqual([[], Number(among) + 1]);
    },
  );

  it('[FN-04] nor whether a definition goes whose kind was not discovered yet', () => {
    const name = 'gadgets.a.b';
    const definition = { kind: 'CustomResourceDefinition', apiVersion: 'apiextensions.k8s.io/v1' };
    const kinds = [unreadKind({ group: 'a.b', state: 'synced' })];
    const all = forecastWith([objectOf(name, { namespace: '' }, definition)], [name], () => ({
      kinds,
    }));
    const { notVerified } = under('Background', all);
    expect(notVerified).toMatchObject([{ object: { name }, rule: 'FN-04', unread: [name] }]);
  });

  it('[CL-06] nor whether what waits for such a Namespace goes, or what goes only after it', () => {
    const node = (name: string, more = {}): ApiObject =>
      objectOf(name, { namespace: '', ...more }, { kind: 'Node' });
    const inIt = (name: string, kind: string): OwnerReference => blocking(name, { kind });
    const objects = [
      node('top'),
      objectOf(
        'shop',
        { namespace: '', ownerReferences: [inIt('top', 'Node')] },
        { kind: 'Namespace' },
      ),
      node('below', { ownerReferences: [inIt('shop', 'Namespace')] }),
      node('last', { ownerReferences: [inIt('below', 'Node')] }),
      node('leaf', { ownerReferences: [inIt('shop', 'Namespace')] }),
    ];
    const ends = (policy: PropagationPolicy, target: string): unknown => {
      const all = forecastWith(objects, [target], () => ({ kinds: [unreadKind()] }));
      const { deleted, notVerified } = described(under(policy, all));
      return { deleted, notVerified: notVerified.toSorted() };
    };
    const unsure = ['below Secret', 'last Secret', 'leaf Secret', 'shop Secret'];
    expect(ends('Background', 'top')).toEqual({ deleted: ['top API-38'], notVerified: unsure });
    expect(ends('Background', 'shop')).toEqual({ deleted: [], notVerified: unsure });
    expect(ends('Foreground', 'shop')).toEqual({ deleted: [], notVerified: unsure });
    expect(ends('Foreground', 'top')).toEqual({
      deleted: [],
      notVerified: [...unsure, 'top Secret'].toSorted(),
    });
  });

  describe('may hide dependents that block an owner in foreground deletion', () => {
    const child = { ownerReferences: [blocking('owner')] };
    const objects = [
      objectOf('owner'),
      objectOf('child', child),
      objectOf('claim', child, { kind: 'PersistentVolumeClaim' }),
      objectOf('leaf', { ownerReferences: [ownedBy('child')] }),
    ];
    const linesIn = (policy: PropagationPolicy, namespaces?: readonly string[]): PolicyForecast => {
      const state = namespaces ? 'synced' : 'forbidden';
      const kinds = [unreadKind({ state, ...(namespaces && { namespaces }) })];
      return under(
        policy,
        forecastWith(objects, ['owner'], () => ({ kinds })),
      );
    };

    it('[FG-01, AD-15] of each object that waits, or would if it had any', () => {
      const foreground = linesIn('Foreground');
      const { deleted, notVerified, kinds, namespaces, storage } = foreground;
      expect(deleted).toEqual([]);
      expect(notVerified.map(({ object, rule }) => `${object.name} ${rule}`).sort()).toEqual([
        'child FG-01',
        'claim AD-15',
        'leaf AD-15',
        'owner FG-01',
      ]);
      expect(notVerified.map((line) => plainText(describeUnverified(line)))).toEqual(
        Array(4).fill('may wait for dependents of a kind that gcscope cannot read: Secret'),
      );
      expect(kinds).toMatchObject([
        { kind: 'ConfigMap', deleted: 0, notVerified: 3 },
        { kind: 'PersistentVolumeClaim', deleted: 0, notVerified: 1 },
      ]);
      // Its deletion begins, whatever is hidden.
      expect(namespaces).toEqual(['shop']);
      expect(storage).toMatchObject([
        {
          object: { name: 'claim' },
          after: 'all its dependents are gone, also those that gcscope may not see',
        },
      ]);
    });

    it.each(['Background', 'Orphan'] as const)(
      '[API-38, OR-07] which %s does not wait for',
      (policy) => {
        expect(linesIn(policy).notVerified).toEqual([]);
      },
    );

    it('unless the kind is read in the namespace', () => {
      expect(linesIn('Foreground', ['shop']).notVerified).toEqual([]);
      expect(linesIn('Foreground', ['mine']).notVerified).toHaveLength(4);
    });

    it('[FG-02] while a blocker that is known is named', () => {
      const held = objectOf('held', { ...child, finalizers: ['example.com/hold'] });
      const all = forecastWith([...objects, held], ['owner'], () => ({ kinds: [unreadKind()] }));
      expect(described(under('Foreground', all))).toMatchObject({
        blocked: [
          'held by finalizer example.com/hold API-35, terminating',
          'owner by object held FG-02, terminating',
        ],
      });
    });

    it('[FG-01] of an owner that has waited before', () => {
      const owner = objectOf('owner', {
        deletionTimestamp: '2026-01-01T00:00:00Z',
        finalizers: ['foregroundDeletion'],
      });
      const all = forecastWith([owner, objectOf('child', child)], ['owner'], () => ({
        kinds: [unreadKind()],
        isQueued: () => true,
      }));
      expect(described(under('Foreground', all))).toMatchObject({
        deleted: [],
        notVerified: expect.arrayContaining(['owner Secret', 'child Secret']),
      });
      // A DELETE with another policy ends the waiting.
      expect(described(under('Background', all)).notVerified).toEqual([]);
    });
  });

  it('are found once, however many objects go', () => {
    const readsOf = (many: number): number => {
      const names = Array.from({ length: many }, (_, at) => `d${at}`);
      const owned = names.map((name) => objectOf(name, { ownerReferences: [ownedBy('owner')] }));
      const simulation = watched([objectOf('owner'), ...owned]);
      const owner = simulation.process.collector.graph.get('owner-uid');
      const { resources } = simulation.apiServer.table;
      const facts = { resources, now: simulation.now };
      let reads = 0;
      const view = {
        ...simulationView(simulation),
        deletionFacts: () => facts,
        get kinds() {
          reads++;
          return [];
        },
      };
      forecast(owner ? [owner] : [], view, ['Background']);
      return reads;
    };
    expect(readsOf(50)).toBe(readsOf(1));
  });

  it('[CL-08] but that a target is being deleted is known', () => {
    const child = objectOf('child', { ownerReferences: [blocking('s', { kind: 'Secret' })] });
    const all = forecastOf([secret('s'), child], ['s'], {}, noSecrets);
    expect(described(under('Background', all)).deleted).toEqual(['child AD-17', 's API-38']);
    const { notVerified } = under('Foreground', all);
    expect(notVerified.map(({ object, rule }) => `${object.name} ${rule}`)).toEqual([
      's FG-01',
      'child AD-15',
    ]);
  });

  it('[MO-08] nor does one whose group could not be discovered', () => {
    const gadget = ownedBy('g', { apiVersion: 'x.example.com/v1', kind: 'Gadget' });
    const child = objectOf('child', { ownerReferences: [ownedBy('owner'), gadget] });
    const all = forecastWith([objectOf('owner'), child], ['owner'], ({ mapping }) => ({
      mapping: (apiVersion, kind) => (kind === 'Gadget' ? 'unknown' : mapping(apiVersion, kind)),
    }));
    expect(described(under('Background', all)).notVerified).toEqual(['child Gadget.x.example.com']);
  });

  it('[CL-03] what the deletion does not concern is not told of', () => {
    const unserved = ownedBy('x', { apiVersion: 'no.such/v1', kind: 'Gone' });
    const objects = [
      objectOf('owner'),
      objectOf('kept', { ownerReferences: [ownedBy('owner'), ownedBy('second')] }),
      objectOf('second', { ownerReferences: [unserved, ownedBy('s', { kind: 'Secret' })] }),
    ];
    const all = forecastOf(objects, ['owner'], {}, noSecrets);
    expect(described(under('Background', all))).toEqual({
      ...NOTHING,
      deleted: ['owner API-38'],
      kept: ['kept by second'],
    });
  });
});

describe('the collector of a forecast', () => {
  it('[AD-17] does not begin anew: what was left over before is left', () => {
    const left = objectOf('left', { ownerReferences: [ownedBy('ghost'), ownedBy('owner')] });
    const wrong = objectOf('wrong', { ownerReferences: [ownedBy('ghost')] });
    const objects = [objectOf('owner'), left, wrong];
    expect(deleting(objects, 'owner', { policy: 'Orphan' })).toMatchObject({
      orphaned: ['left OR-03'],
    });
    const both = [...objects, objectOf('top', { ownerReferences: [ownedBy('left')] })];
    expect(deleting(both, 'top')).toEqual({ ...NOTHING, deleted: ['top API-38'] });
  });

  it('[QU-02] does what is queued', () => {
    const left = objectOf('left', { ownerReferences: [ownedBy('ghost')] });
    const objects = [left, objectOf('target', { ownerReferences: [ownedBy('left')] })];
    const queued = forecastWith(objects, ['target'], () => ({
      isQueued: (uid) => uid === 'left-uid',
    }));
    expect(described(under('Background', queued)).deleted).toEqual(['left AD-17', 'target API-38']);
  });
});

describe('progress', () => {
  it('is told between the parts of a large forecast, which is the same', () => {
    const dependents = Array.from({ length: 1500 }, (_, index) =>
      objectOf(`d${index}`, { ownerReferences: [blocking('owner')] }),
    );
    const simulation = watched([objectOf('owner'), ...dependents]);
    const { graph } = simulation.process.collector;
    const owner = graph.get('owner-uid');
    const { resources } = simulation.apiServer.table;
    const facts = { resources, now: simulation.now };
    const view = { ...simulationView(simulation), deletionFacts: () => facts };
    const steps = forecastStepwise(owner ? [owner] : [], view);
    const progress: ForecastProgress[] = [];
    let step = steps.next();
    for (; !step.done; step = steps.next()) progress.push(step.value);
    expect(step.value).toEqual(forecast(owner ? [owner] : [], view));
    expect(progress.length).toBeGreaterThan(3);
    const done = progress.map((each) => each.done);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(new Set(progress.map(({ total }) => total))).toEqual(new Set([4503]));
  });
});

describe('a kind that is read while its forecast is made', () => {
  it('[FN-04] is not verified, since its objects were not copied', () => {
    const name = 'gadgets.a.b';
    const definition = { kind: 'CustomResourceDefinition', apiVersion: 'apiextensions.k8s.io/v1' };
    const simulation = watched([objectOf(name, { namespace: '' }, definition)]);
    const { resources } = simulation.apiServer.table;
    let state: KindState = 'listing';
    const view = {
      ...simulationView(simulation),
      deletionFacts: () => ({ resources, now: simulation.now }),
      get kinds() {
        return [unreadKind({ group: 'a.b', resource: 'gadgets', kind: 'Gadget', state })];
      },
      unreadKinds: () => (state === 'listing' ? ['Gadget.a.b'] : []),
    };
    const target = simulation.process.collector.graph.get(`${name}-uid`);
    const steps = forecastStepwise(target ? [target] : [], view);
    let step = steps.next();
    state = 'synced';
    while (!step.done) step = steps.next();
    const { notVerified } = under('Background', step.value);
    expect(notVerified).toMatchObject([{ object: { name }, unread: ['Gadget.a.b'] }]);
    expect(step.value.unread).toEqual(['Gadget.a.b']);
  });
});

describe('a kind that is no longer served', () => {
  const objects = [objectOf('owner'), secret('s', { ownerReferences: [blocking('owner')] })];
  const all = forecastWith(objects, ['owner'], ({ mapping }) => ({
    mapping: (apiVersion, kind) => (kind === 'Secret' ? 'unserved' : mapping(apiVersion, kind)),
  }));

  it('[MO-13] blocks an owner that waits for its dependents, until the collector restarts', () => {
    const blocked = ['owner by object s FG-02, terminating'];
    expect(described(under('Foreground', all))).toEqual({ ...NOTHING, blocked });
  });

  it('[AD-04] is not touched when its owner goes', () => {
    expect(described(under('Background', all))).toEqual({ ...NOTHING, deleted: ['owner API-38'] });
  });
});
