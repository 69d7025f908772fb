import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { StepRecorder } from '../../src/simulation/step-recorder.ts';
import type { Step } from '../../src/wire/step.ts';
import { ownedBy } from '../support/nodes.ts';
import { objectOf, settled, targetOf } from '../support/simulate.ts';

/** The steps of a DELETE, up to the end. */
function stepsOf(objects: readonly ApiObject[], name: string, policy: string): readonly Step[] {
  const simulation = settled(objects);
  simulation.process.collector.graph.takeDelta();
  const recorder = new StepRecorder(simulation);
  const target = targetOf(simulation, name);
  recorder.act({
    actor: 'user',
    rule: 'API-35',
    sentence: `You delete ${name}.`,
    request: { method: 'DELETE', path: `/api/v1/namespaces/shop/configmaps/${name}` },
    run: () => simulation.apiServer.delete(target, { propagationPolicy: policy }),
  });
  simulation.settle();
  simulation.advance(60_000);
  return recorder.steps;
}

const family = [
  objectOf('owner'),
  objectOf(
    'pod',
    { ownerReferences: [ownedBy('owner', { blockOwnerDeletion: true })] },
    { kind: 'Pod', spec: { nodeName: 'node-1' } },
  ),
];

describe('StepRecorder', () => {
  it('[FG-01] [FG-02] tells a foreground deletion step by step', () => {
    const steps = stepsOf(family, 'owner', 'Foreground');
    expect(steps.map(({ actor, rule, sentence }) => [actor, rule, sentence])).toEqual([
      ['user', 'API-35', 'You delete owner.'],
      [
        'graph-builder',
        'GB-36',
        'Saw that ConfigMap `shop/owner` is being deleted in the foreground: its dependents, then it itself, are to be checked.',
      ],
      ['delete-worker', 'AD-17', 'Pod `shop/pod` goes: ConfigMap `shop/owner` waits for it.'],
      ['graph-builder', 'GB-17', 'Saw that Pod `shop/pod` is being deleted.'],
      [
        'delete-worker',
        'FG-02',
        'ConfigMap `shop/owner` waits for Pod `shop/pod`, to be checked now.',
      ],
      ['delete-worker', 'AD-02', 'Pod `shop/pod` is already being deleted: nothing to do.'],
      ['kubelet', 'API-51', 'The kubelet has ended Pod `shop/pod` and sends the final DELETE.'],
      ['graph-builder', 'GB-17', 'Saw that Pod `shop/pod` is being deleted.'],
      ['graph-builder', 'GB-41', 'Saw that Pod `shop/pod` is gone: it leaves the graph.'],
      [
        'delete-worker',
        'FG-01',
        'Nothing blocks ConfigMap `shop/owner` any more: its finalizer foregroundDeletion is removed.',
      ],
      ['graph-builder', 'GB-41', 'Saw that ConfigMap `shop/owner` is gone: it leaves the graph.'],
    ]);
    expect(steps.map((step) => step.index)).toEqual([...steps.keys()]);
  });

  it('[DE-02] [HT-02] carries requests with path, body and answer', () => {
    const [user, , worker] = stepsOf(family, 'owner', 'Foreground');
    expect(user?.requests).toMatchObject([
      { method: 'DELETE', path: '/api/v1/namespaces/shop/configmaps/owner', code: 200 },
    ]);
    expect(worker?.requests.map(({ method, path, code }) => [method, path, code])).toEqual([
      ['GET', '/api/v1/namespaces/shop/pods/pod', 200],
      ['GET', '/api/v1/namespaces/shop/configmaps/owner', 200],
      ['DELETE', '/api/v1/namespaces/shop/pods/pod', 200],
    ]);
    expect(JSON.parse(worker?.requests[2]?.body ?? '')).toEqual({
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      preconditions: { uid: 'pod-uid', resourceVersion: '2' },
      propagationPolicy: 'Background',
    });
    expect(JSON.parse(worker?.requests[0]?.answer ?? '')).toMatchObject({
      kind: 'PartialObjectMetadata',
      metadata: { name: 'pod', uid: 'pod-uid' },
    });
    expect(JSON.parse(user?.requests[0]?.answer ?? '')).toMatchObject({ kind: 'ConfigMap' });
  });

  it('[FR-06] [API-70] carries the body of a patch, and objects before and after', () => {
    const steps = stepsOf(family, 'owner', 'Foreground');
    const last = steps.find((step) => step.rule === 'FG-01');
    expect(last?.requests[2]).toMatchObject({
      method: 'PATCH',
      contentType: 'application/merge-patch+json',
      code: 200,
    });
    expect(last?.requests[2]?.body).toMatch(/"finalizers":null/);
    expect(last?.objects.map(({ type }) => type)).toEqual(['DELETED']);
    expect(last?.objects[0]?.before?.metadata.finalizers).toEqual(['foregroundDeletion']);
    expect(last?.objects[0]?.after).toBeUndefined();
    const { resourceVersion: stored, ...before } = last?.objects[0]?.before?.metadata ?? {};
    const { resourceVersion: removed, ...told } = last?.objects[0]?.last?.metadata ?? {};
    expect(told).toEqual(before);
    expect(Number(removed)).toBeGreaterThan(Number(stored));
    const [marked] = steps[0]?.objects ?? [];
    expect(marked?.type).toBe('MODIFIED');
    expect(marked?.before?.metadata.deletionTimestamp).toBeUndefined();
    expect(marked?.after?.metadata.deletionTimestamp).toBe('2026-01-01T00:00:00Z');
  });

  it('[QU-01] shows the queues, the delta and the time after each step', () => {
    const steps = stepsOf(family, 'owner', 'Foreground');
    expect(steps[0]?.queues.graphChanges).toEqual(['MODIFIED v1/ConfigMap shop/owner owner-uid']);
    expect(steps[0]?.delta).toEqual({ upserts: [], removes: [] });
    expect(steps[1]?.queues).toEqual({
      graphChanges: [],
      attemptToDelete: ['v1/Pod shop/pod pod-uid', 'v1/ConfigMap shop/owner owner-uid'],
      attemptToOrphan: [],
    });
    expect(steps[1]?.delta.upserts).toMatchObject([{ uid: 'owner-uid', deletingDependents: true }]);
    expect(steps.find((step) => step.actor === 'kubelet')?.at).toBe(30_000);
    expect(steps.at(-1)?.delta.removes).toEqual(['owner-uid']);
  });

  it('[AC-04] shows the absent owners after each step', () => {
    const steps = stepsOf(family, 'owner', 'Background');
    expect(steps[0]?.absentOwnerCache).toEqual([]);
    expect(steps[1]).toMatchObject({
      rule: 'GB-43',
      sentence:
        'Saw that ConfigMap `shop/owner` is gone: it leaves the graph, is remembered as absent, and its dependents are to be checked.',
      absentOwnerCache: ['v1/ConfigMap shop/owner owner-uid'],
    });
  });

  it('a refused request of another actor says why', () => {
    const steps = stepsOf(family, 'nobody', 'Background');
    expect(steps[0]).toMatchObject({ requests: [{ code: 404, reason: 'NotFound' }] });
    expect(steps[0]?.sentence).toBe('You delete nobody. Refused: configmaps "nobody" not found');
  });
});
