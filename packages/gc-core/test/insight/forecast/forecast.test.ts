import { describe, expect, it } from 'vitest';
import { forecast } from '../../../src/insight/forecast/forecast.ts';
import { RELEASES } from '../../../src/meta/releases.ts';
import { ResourceTable } from '../../../src/meta/resource-table.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import { blocking, forecastOf, NOTHING, told, under } from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { clusterNode, objectOf } from '../../support/simulate.ts';
import { watched } from '../../support/watched.ts';

/** `child` of `owner`, another one that a second owner keeps, and a leaf below. */
const family = [
  objectOf('owner'),
  objectOf('second'),
  objectOf('child', { ownerReferences: [blocking('owner')] }),
  objectOf('leaf', { ownerReferences: [blocking('child')] }),
  objectOf('shared', { ownerReferences: [blocking('owner'), ownedBy('second')] }),
];

describe('three policies side by side', () => {
  const all = forecastOf(family, ['owner']);

  it('[AD-17] [AD-14] Background', () => {
    expect(told(under('Background', all))).toEqual({
      ...NOTHING,
      deleted: ['child AD-17', 'leaf AD-17', 'owner API-30'],
      kept: ['shared by second'],
    });
  });

  it('[AD-15] [AD-18] Foreground', () => {
    expect(told(under('Foreground', all))).toEqual({
      ...NOTHING,
      deleted: ['child AD-15', 'leaf AD-17', 'owner API-30'],
      kept: ['shared by second'],
    });
  });

  it('[OR-03] Orphan', () => {
    expect(told(under('Orphan', all))).toEqual({
      ...NOTHING,
      deleted: ['owner API-30'],
      orphaned: ['child OR-03', 'shared OR-03'],
    });
  });

  it('counts kinds and names namespaces', () => {
    expect(under('Background', all)).toMatchObject({
      kinds: [{ kind: 'ConfigMap', deleted: 3, kept: 1 }],
      namespaces: ['shop'],
      decides: [],
      outcomes: [],
    });
  });
});

describe('what blocks', () => {
  const held = [
    objectOf('owner', { finalizers: ['example.com/hold'] }),
    objectOf('child', { ownerReferences: [blocking('owner')] }),
    objectOf('leaf', { ownerReferences: [blocking('child')] }),
  ];

  it('[API-35] [CL-09] a finalizer, and everything that waits for its end', () => {
    expect(told(under('Background', forecastOf(held, ['owner'])))).toEqual({
      ...NOTHING,
      blocked: [
        'child by object owner AD-17',
        'leaf by object child AD-17',
        'owner by finalizer example.com/hold API-35, terminating',
      ],
    });
  });

  it('[FG-02] in the foreground the dependents go first, whatever holds the owner', () => {
    expect(told(under('Foreground', forecastOf(held, ['owner'])))).toEqual({
      ...NOTHING,
      deleted: ['child AD-15', 'leaf AD-17'],
      blocked: ['owner by finalizer example.com/hold API-35, terminating'],
    });
  });

  it('[FG-02] a blocking dependent that is held itself', () => {
    const objects = [
      objectOf('owner'),
      objectOf('child', { ownerReferences: [blocking('owner')], finalizers: ['example.com/x'] }),
    ];
    const all = forecastOf(objects, ['owner'], { groups: new Set(['example.com']) });
    expect(told(under('Foreground', all))).toEqual({
      ...NOTHING,
      blocked: [
        'child by finalizer example.com/x API-35, terminating',
        'owner by object child FG-02, terminating',
      ],
    });
    expect(told(under('Background', all))).toMatchObject({ deleted: ['owner API-30'] });
  });

  it('[CL-04] [DM-10] a cluster-scoped dependent: it stays, and in the foreground its owner as well', () => {
    const all = forecastOf([objectOf('owner'), clusterNode('n', [blocking('owner')])], ['owner']);
    expect(told(under('Foreground', all))).toEqual({
      ...NOTHING,
      blocked: ['owner by reference owner CL-04, terminating'],
      leftAlone: ['n for owner CL-04'],
    });
    expect(told(under('Background', all))).toEqual({
      ...NOTHING,
      deleted: ['owner API-30'],
      leftAlone: ['n for owner CL-04'],
    });
  });

  it('[CL-06] a kind that cannot be read leaves it open', () => {
    const references = [ownedBy('owner'), ownedBy('s', { kind: 'Secret' })];
    const objects = [objectOf('owner'), objectOf('child', { ownerReferences: references })];
    const all = forecastOf(objects, ['owner'], {}, (kind) => kind !== 'Secret');
    expect(told(under('Background', all))).toEqual({
      ...NOTHING,
      deleted: ['owner API-30'],
      notVerified: ['child Secret'],
    });
    expect(all.unread).toEqual(['Secret']);
  });
});

describe('who ends how', () => {
  it('[CL-03] what loses its owner is orphaned, whatever cannot be asked about its others', () => {
    const gone = ownedBy('ghost', { apiVersion: 'no.such/v1', kind: 'Gone' });
    const objects = [
      objectOf('owner'),
      objectOf('child', { ownerReferences: [ownedBy('owner'), gone] }),
    ];
    expect(told(under('Orphan', forecastOf(objects, ['owner'])))).toEqual({
      ...NOTHING,
      deleted: ['owner API-30'],
      orphaned: ['child OR-03'],
    });
  });

  it('[PA-02] what loses the owner that keeps it, with a reference of its uid that does not hold, is no longer kept', () => {
    const unmapped = ownedBy('owner', { apiVersion: 'no.such/v1' });
    const objects = [
      objectOf('owner'),
      objectOf('other'),
      objectOf('child', {
        ownerReferences: [ownedBy('other'), unmapped, ownedBy('other', { kind: 'Secret' })],
      }),
    ];
    expect(told(under('Orphan', forecastOf(objects, ['owner'])))).toMatchObject({
      kept: [],
      orphaned: ['child OR-03'],
    });
  });

  it('[FG-02] an owner that waited before is left in Terminating', () => {
    const deletionTimestamp = '2026-01-01T00:00:00Z';
    const objects = [
      objectOf('owner', { deletionTimestamp, finalizers: ['foregroundDeletion'] }),
      objectOf('child', {
        deletionTimestamp,
        finalizers: ['example.com/hold'],
        ownerReferences: [blocking('owner')],
      }),
    ];
    expect(told(under('Background', forecastOf(objects, ['child'])))).toMatchObject({
      blocked: [
        'child by finalizer example.com/hold API-35, terminating',
        'owner by object child FG-02, terminating',
      ],
    });
  });

  it('[API-35] what waits for several owners is blocked by one that is held', () => {
    const objects = [
      objectOf('top'),
      objectOf('held', { ownerReferences: [ownedBy('top')], finalizers: ['example.com/hold'] }),
      objectOf('child', { ownerReferences: [ownedBy('top'), ownedBy('held')] }),
    ];
    expect(told(under('Background', forecastOf(objects, ['top'])))).toMatchObject({
      blocked: [
        'child by object held AD-17',
        'held by finalizer example.com/hold API-35, terminating',
      ],
    });
  });
});

describe('what the collector comes back to', () => {
  it('[AD-W9] [OR-03] an object that it could not decide about is decided once that reference is gone', () => {
    const unmapped = ownedBy('owner', { apiVersion: 'no.such/v1', kind: 'Gone' });
    const references = [unmapped, ownedBy('ghost')];
    const objects = [objectOf('owner'), objectOf('child', { ownerReferences: references })];
    expect(told(under('Orphan', forecastOf(objects, ['owner'])))).toEqual({
      ...NOTHING,
      deleted: ['child AD-17', 'owner API-30'],
    });
  });

  it('[GB-12] [GB-25] [DM-12] an object with two references of one uid is looked at whenever it changes, unless they are equal', () => {
    const objects = [
      objectOf('owner'),
      clusterNode('n', [
        ownedBy('ghost', { kind: 'Node' }),
        ownedBy('owner'),
        ownedBy('ghost', { kind: 'Node', blockOwnerDeletion: false }),
      ]),
    ];
    expect(told(under('Orphan', forecastOf(objects, ['owner'])))).toEqual({
      ...NOTHING,
      deleted: ['n AD-17', 'owner API-30'],
    });
    const ghost = ownedBy('ghost', { kind: 'Node' });
    const equal = [objectOf('owner'), clusterNode('n', [ghost, ownedBy('owner'), ghost])];
    expect(told(under('Orphan', forecastOf(equal, ['owner'])))).toMatchObject({
      orphaned: ['n OR-03'],
    });
  });

  it('[AD-16] two that own each other: whether the second goes is a matter of order', () => {
    const objects = [
      objectOf('first', {
        ownerReferences: [ownedBy('second')],
        finalizers: ['example.com/hold'],
      }),
      objectOf('second', { ownerReferences: [blocking('first')] }),
    ];
    const { decides } = under('Foreground', forecastOf(objects, ['first']));
    expect(decides.map(({ name }) => name)).toContain('second');
  });
});

describe('time', () => {
  it.each([
    ['Background', 49],
    ['Foreground', 74],
    ['Orphan', 24],
  ] as const)('[CF-05] 1,000 dependents, %s: measured were %i s', (policy, measured) => {
    const dependents = Array.from({ length: 1000 }, (_, index) =>
      objectOf(`d${index}`, { ownerReferences: [blocking('owner')] }),
    );
    const { seconds } = under(policy, forecastOf([objectOf('owner'), ...dependents], ['owner']));
    expect(Math.abs(seconds - measured) / measured).toBeLessThan(0.25);
  });

  it('[CF-05] until 1.19 the collector was half as fast', () => {
    const dependents = Array.from({ length: 100 }, (_, index) =>
      objectOf(`d${index}`, { ownerReferences: [blocking('owner')] }),
    );
    const simulation = watched([objectOf('owner'), ...dependents], ResourceTable.builtIn());
    const { graph } = simulation.process.collector;
    const targets = [...graph.nodes()].filter(({ name }) => name === 'owner');
    const seconds = (['v1.17', 'v1.28'] as const).map((release) => {
      const view = { ...simulationView(simulation), release: RELEASES[release] };
      const all = forecast(targets, view, {
        nodes: () => graph.nodes(),
        resources: simulation.apiServer.table.resources,
        now: simulation.now,
      });
      return under('Background', all).seconds;
    });
    expect(seconds).toEqual([9, 4]);
  });
});

describe('commands', () => {
  it('[API-77] kubectl now and before 1.20, curl with the uid', () => {
    const type = { apiVersion: 'apps/v1', kind: 'Deployment' };
    const all = forecastOf([objectOf('web', {}, type), objectOf('it s')], ['web', 'it s']);
    expect(under('Orphan', all).commands).toEqual({
      kubectl: ["kubectl delete deployments.apps/web 'configmaps/it s' -n shop --cascade=orphan"],
      kubectlBefore120: [
        "kubectl delete deployments.apps/web 'configmaps/it s' -n shop --cascade=false",
      ],
      curl: [
        `curl -X DELETE http://127.0.0.1:8001/apis/apps/v1/namespaces/shop/deployments/web -H 'Content-Type: application/json' -d '{"apiVersion":"v1","kind":"DeleteOptions","propagationPolicy":"Orphan","preconditions":{"uid":"web-uid"}}'`,
        `curl -X DELETE http://127.0.0.1:8001/api/v1/namespaces/shop/configmaps/it%20s -H 'Content-Type: application/json' -d '{"apiVersion":"v1","kind":"DeleteOptions","propagationPolicy":"Orphan","preconditions":{"uid":"it s-uid"}}'`,
      ],
    });
    expect(under('Foreground', all).commands.kubectlBefore120).toEqual([]);
    expect(under('Background', all).commands.kubectlBefore120[0]).toContain('--cascade=true');
  });

  it('there is nothing to delete of what was never seen', () => {
    const all = forecastOf([objectOf('child', { ownerReferences: [ownedBy('gone')] })], ['gone']);
    expect(all.targets).toEqual([]);
    expect(told(under('Background', all))).toEqual(NOTHING);
  });
});
