import { describe, expect, it } from 'vitest';
import type { ClusterView } from '../../../src/insight/cluster-view.ts';
import { explain, summaryOf } from '../../../src/insight/verdict/explain.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../../src/meta/object-reference.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import type { Simulation } from '../../../src/simulation/simulation.ts';
import type { Explanation } from '../../../src/wire/explanation.ts';
import type { VerdictSummary } from '../../../src/wire/node-record.ts';
import { ownedBy } from '../../support/nodes.ts';
import { type Plain, plain } from '../../support/plain.ts';
import { clusterNode, objectOf, settled, targetOf } from '../../support/simulate.ts';

/** A simulation whose collector has seen everything and done nothing. */
function watched(...objects: ApiObject[]): Simulation {
  const simulation = settled([]);
  const { apiServer, process } = simulation;
  apiServer.put(objects);
  process.restart();
  while (process.collector.graphChanges.size > 0) process.step('graphChanges');
  return simulation;
}

function on(
  simulation: Simulation,
  uid: string,
  changed: Partial<ClusterView> = {},
): { said: Plain<Explanation>; summary: VerdictSummary } {
  const node = simulation.process.collector.graph.get(uid);
  if (!node) throw new Error(`${uid} is not in the graph`);
  const view = { ...simulationView(simulation), ...changed };
  return { said: plain(explain(node, view)), summary: summaryOf(node, view) };
}

function child(...ownerReferences: OwnerReference[]): ApiObject {
  return objectOf('child', { ownerReferences });
}

const owner = objectOf('owner');
const unread = { isRead: () => false };

describe('faults of a reference', () => {
  it.each([
    ['dangling', child(ownedBy('gone')), [], 'CL-05'],
    ['stale-uid', child(ownedBy('owner', { uid: 'old' })), [owner], 'CL-07'],
    ['wrong-name', child(ownedBy('ownr', { uid: 'owner-uid' })), [owner], 'CL-11'],
    ['wrong-kind', child(ownedBy('owner', { kind: 'Secret' })), [owner], 'CL-05'],
    [
      'cross-namespace',
      child(ownedBy('owner')),
      [objectOf('owner', { namespace: 'far' })],
      'CL-13',
    ],
  ] as const)('[AD-17] %s: the object goes', (fault, dependent, others, rule) => {
    const { said, summary } = on(watched(dependent, ...others), 'child-uid');
    expect(summary).toMatchObject({
      verdict: 'goes',
      rule: 'AD-17',
      wrong: [{ index: 0, fault }],
    });
    expect(said.because.map((each) => each.rule)).toEqual(['AD-17', rule]);
  });

  it.each([
    ['wrong-version', child(ownedBy('owner', { apiVersion: 'v9' })), 'CL-03'],
    ['unresolvable', child(ownedBy('x', { apiVersion: 'no.such/v1' })), 'CL-03'],
  ] as const)('[CL-03] %s: the object stays', (fault, dependent, rule) => {
    const { summary } = on(watched(dependent, owner), 'child-uid');
    expect(summary).toMatchObject({ verdict: 'stays', rule, wrong: [{ index: 0, fault }] });
  });

  it('[CL-04] cluster-child-of-namespaced: the object stays', () => {
    const { summary } = on(watched(clusterNode('n', [ownedBy('owner')]), owner), 'n-uid');
    const wrong = [{ index: 0, fault: 'cluster-child-of-namespaced' }];
    expect(summary).toMatchObject({ verdict: 'stays', rule: 'CL-04', wrong });
  });

  it('[CL-09] a reference that holds has none, [AD-14] and the wrong one beside it is named', () => {
    const { said, summary } = on(
      watched(child(ownedBy('gone'), ownedBy('owner')), owner),
      'child-uid',
    );
    expect(summary).toEqual({
      verdict: 'stays',
      rule: 'AD-14',
      wrong: [{ index: 0, fault: 'dangling' }],
    });
    expect(said.sentence).toBe(
      'Stays, because ConfigMap `shop/owner` lives. At its next check 1 reference will be removed.',
    );
  });
});

describe('sentences', () => {
  it.each([
    ['[AD-11]', owner, [], 'Stays, because it has no owner.'],
    ['[AD-14]', child(ownedBy('owner')), [owner], 'Stays, because ConfigMap `shop/owner` lives.'],
    ['[CL-05]', child(ownedBy('gone')), [], 'Goes, because ConfigMap `shop/gone` does not exist.'],
    [
      '[CL-12]',
      child(ownedBy('n', { kind: 'Node' })),
      [clusterNode('n')],
      'Stays, because Node `n` lives.',
    ],
    [
      '[CL-13]',
      child(ownedBy('owner')),
      [objectOf('owner', { namespace: 'far' })],
      'Goes, because ConfigMap `shop/owner` does not exist in namespace `shop`: the owner with this uid is ConfigMap `far/owner`, and a reference cannot cross namespaces.',
    ],
  ] as const)('%s', (_rule, object, others, sentence) => {
    expect(on(watched(object, ...others), object.metadata.uid).said.sentence).toBe(sentence);
  });

  it('[CL-08] a waiting owner takes the object along', () => {
    const waiting = objectOf('owner', {
      deletionTimestamp: 'x',
      finalizers: ['foregroundDeletion'],
    });
    const blocking = child(ownedBy('owner', { blockOwnerDeletion: true }));
    const simulation = watched(waiting, blocking);
    expect(on(simulation, 'child-uid').said).toMatchObject({
      verdict: 'goes',
      when: 'now',
      sentence:
        'Goes, because owner ConfigMap `shop/owner` is being deleted in the foreground and waits for its dependents.',
    });
    expect(on(simulation, 'owner-uid').said.sentence).toBe(
      'Waits for ConfigMap `shop/child`, which blocks it.',
    );
  });

  it('[FG-02] [CL-04] a blocker that is never deleted is named as such', () => {
    const waiting = objectOf('owner', {
      deletionTimestamp: 'x',
      finalizers: ['foregroundDeletion'],
    });
    const blocking = clusterNode('n', [ownedBy('owner', { blockOwnerDeletion: true })]);
    const { said, summary } = on(watched(waiting, blocking), 'owner-uid');
    expect(said.sentence).toBe('Waits for Node `n`, which blocks it; Node `n` is never deleted.');
    expect(summary).toMatchObject({ verdict: 'waits', blockedBy: 'Node n, never deleted' });
  });

  it('[FG-02] [API-35] the finalizer that holds the whole chain is named', () => {
    const foreground = { deletionTimestamp: 'x', finalizers: ['foregroundDeletion'] };
    const held = { deletionTimestamp: 'x', finalizers: ['example.com/hold'] };
    const blocks = (name: string): { ownerReferences: OwnerReference[] } => ({
      ownerReferences: [ownedBy(name, { blockOwnerDeletion: true })],
    });
    const simulation = watched(
      objectOf('top', foreground),
      objectOf('middle', { ...foreground, ...blocks('top') }),
      objectOf('leaf', { ...held, ...blocks('middle') }),
    );
    const { said, summary } = on(simulation, 'top-uid');
    expect(said.sentence).toContain('Waits for ConfigMap `shop/middle`, which blocks it');
    expect(said.sentence).toContain('finalizer example.com/hold');
    expect(said.sentence).toContain('ConfigMap `shop/leaf`');
    expect(summary.blockedBy).toContain('finalizer example.com/hold');
  });

  it('[AD-07] [AD-04] [AD-05] an owner that was never seen', () => {
    const simulation = watched(
      child(ownedBy('gone'), ownedBy('x', { apiVersion: 'no.such/v1', kind: 'Thing' })),
      clusterNode('n', [ownedBy('pod', { kind: 'Pod' })]),
    );
    expect(on(simulation, 'gone-uid').said).toMatchObject({ verdict: 'goes', when: 'now' });
    expect(on(simulation, 'x-uid').said.verdict).toBe('not verified');
    expect(on(simulation, 'x-uid').said.because[0]?.rule).toBe('AD-04');
    expect(on(simulation, 'pod-uid').said.because[0]?.rule).toBe('AD-05');
  });
});

describe('not verified', () => {
  it('[CL-06] when the kind of the only owner cannot be read', () => {
    const { said } = on(watched(child(ownedBy('gone'))), 'child-uid', unread);
    expect(said).toMatchObject({ verdict: 'not verified', unread: ['ConfigMap'] });
    expect(said.sentence).toBe('Not verified: ConfigMap cannot be read.');
  });

  it('[CL-06] when the group of the owner could not be discovered', () => {
    const reference = ownedBy('w', { apiVersion: 'example.com/v1', kind: 'Widget' });
    const simulation = watched(child(reference));
    const { mapping } = simulationView(simulation);
    const changed: Partial<ClusterView> = {
      mapping: (version, kind) => (kind === 'Widget' ? 'unknown' : mapping(version, kind)),
    };
    const { said, summary } = on(simulation, 'child-uid', changed);
    expect(said).toMatchObject({ verdict: 'not verified', unread: ['Widget.example.com'] });
    expect(summary).toEqual({ verdict: 'not verified', rule: 'CL-06' });
  });

  it('[AD-14] a living owner is enough, whatever else cannot be read', () => {
    const references = [ownedBy('gone', { kind: 'Secret' }), ownedBy('owner')];
    const isRead: ClusterView['isRead'] = (resource) => resource.kind !== 'Secret';
    const { said } = on(watched(child(...references), owner), 'child-uid', { isRead });
    expect(said.verdict).toBe('stays');
  });

  it('[AD-07] a virtual owner of a kind that cannot be read', () => {
    const { said } = on(watched(child(ownedBy('gone'))), 'gone-uid', unread);
    expect(said).toMatchObject({ verdict: 'not verified', unread: ['ConfigMap'] });
  });
});

describe('when', () => {
  it('[AD-17] now for what is queued, at a restart for what nothing brings up', () => {
    const simulation = watched(child(ownedBy('gone')));
    expect(on(simulation, 'child-uid', { isQueued: () => false }).said.when).toBe('restart');
    expect(on(simulation, 'child-uid', { isQueued: () => true }).said.when).toBe('now');
  });
});

describe('a Namespace whose owner is gone', () => {
  it.each([
    ['default', 'stays', 'NS-03'],
    ['kube-system', 'stays', 'NS-03'],
    ['kube-node-lease', 'goes', 'AD-17'],
  ])('[NS-03] %s %s, as the API server has it', (name, verdict, rule) => {
    const references = { namespace: '', ownerReferences: [ownedBy('gone', { kind: 'Node' })] };
    const { said, summary } = on(
      watched(objectOf(name, references, { kind: 'Namespace' })),
      `${name}-uid`,
    );
    expect(summary).toMatchObject({ verdict, rule });
    expect(said.because.map((each) => each.rule)).toContain('AD-17');
  });

  it('[NS-03] stays also where Namespaces cannot be read', () => {
    const references = { namespace: '', ownerReferences: [ownedBy('gone', { kind: 'Node' })] };
    const object = objectOf('default', references, { kind: 'Namespace' });
    const isRead = ({ kind }: { readonly kind: string }): boolean => kind !== 'Namespace';
    const { said } = on(watched(object), 'default-uid', { isRead });
    expect(said.sentence).toBe('Stays: the API server refuses to delete Namespace `default`.');
  });
});

describe('terminating', () => {
  it('[API-51] waits for the grace period, [OR-07] for orphaning, [AD-02] or just goes', () => {
    const until = '2026-01-01T00:00:30Z';
    const grace = { deletionTimestamp: until, deletionGracePeriodSeconds: 30 };
    const simulation = watched(
      objectOf('pod', grace, { kind: 'Pod' }),
      objectOf('orph', { deletionTimestamp: until, finalizers: ['orphan'] }),
      objectOf('last', { deletionTimestamp: until }),
    );
    expect(on(simulation, 'pod-uid').said).toMatchObject({
      verdict: 'waits',
      sentence: 'Waits for its grace period of 30 s.',
    });
    expect(on(simulation, 'pod-uid').said.because[0]?.text).toContain(`until ${until}`);
    expect(on(simulation, 'orph-uid').summary).toEqual({ verdict: 'waits', rule: 'OR-07' });
    expect(on(simulation, 'last-uid').summary).toMatchObject({ verdict: 'goes', rule: 'AD-02' });
  });

  it('[API-51] waits for the grace period also when nothing blocks its foreground deletion', () => {
    const grace = { deletionTimestamp: '2026-01-01T00:00:30Z', deletionGracePeriodSeconds: 30 };
    const pod = objectOf('pod', { ...grace, finalizers: ['foregroundDeletion'] }, { kind: 'Pod' });
    expect(on(watched(pod), 'pod-uid').summary).toEqual({ verdict: 'waits', rule: 'API-51' });
  });

  it('[FG-01] goes when nothing blocks it any more', () => {
    const simulation = watched(owner);
    simulation.apiServer.delete(targetOf(simulation, 'owner'), { propagationPolicy: 'Foreground' });
    simulation.process.step('graphChanges');
    expect(on(simulation, 'owner-uid').summary).toMatchObject({ verdict: 'goes', rule: 'FG-01' });
  });
});
