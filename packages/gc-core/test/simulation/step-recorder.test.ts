import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { plainText, say } from '../../src/meta/sentence.ts';
import { type RecorderOptions, StepRecorder } from '../../src/simulation/step-recorder.ts';
import type { Step } from '../../src/wire/step.ts';
import { identityOf, ownedBy } from '../support/nodes.ts';
import { plain } from '../support/plain.ts';
import { clusterNode, objectOf, settled, targetOf } from '../support/simulate.ts';

/** The steps of a DELETE, up to the end. */
function stepsOf(
  objects: readonly ApiObject[],
  name: string,
  policy: string,
  release: Release = 'v1.36',
): readonly Step[] {
  const simulation = settled(objects, { release: RELEASES[release] });
  simulation.process.collector.graph.takeDelta();
  const recorder = new StepRecorder(simulation);
  const target = targetOf(simulation, name);
  recorder.act({
    actor: 'user',
    rule: 'API-35',
    sentence: say`You delete ${name}.`,
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

/** What the server answered in the step of a rule. */
function answersOf(steps: readonly Step[], rule: string): unknown[] {
  const { requests = [] } = steps.find((step) => step.rule === rule) ?? {};
  return requests.map(({ answer = '' }) => JSON.parse(answer));
}

/** The steps of a collector that starts with these objects. */
function started(objects: readonly ApiObject[], options: RecorderOptions = {}): StepRecorder {
  const simulation = settled([]);
  simulation.apiServer.put(objects);
  const recorder = new StepRecorder(simulation, options);
  simulation.process.restart();
  simulation.settle();
  return recorder;
}

/** A ConfigMap with so many owners that never were. */
function childOfMany(count: number): ApiObject {
  const names = Array.from({ length: count }, (_, serial) => `gone-${serial}`);
  return objectOf('child', { ownerReferences: names.map((name) => ownedBy(name)) });
}

describe('StepRecorder', () => {
  it('[FG-01] [FG-02] describes a foreground deletion step by step', () => {
    const steps = stepsOf(family, 'owner', 'Foreground');
    expect(steps.map(({ actor, rule, sentence }) => [actor, rule, plainText(sentence)])).toEqual([
      ['user', 'API-35', 'You delete owner.'],
      [
        'graph-builder',
        'GB-36',
        'The collector sees that ConfigMap `shop/owner` is being deleted in the foreground. It will check each dependent, then the object itself.',
      ],
      [
        'delete-worker',
        'AD-17',
        'The collector deletes Pod `shop/pod`, because its owner ConfigMap `shop/owner` is being deleted in the foreground.',
      ],
      ['graph-builder', 'GB-17', 'The collector sees that Pod `shop/pod` is being deleted.'],
      [
        'delete-worker',
        'FG-02',
        'ConfigMap `shop/owner` waits for Pod `shop/pod`, which blocks it. The collector queues this dependent for a check.',
      ],
      [
        'delete-worker',
        'AD-02',
        'The collector has seen that Pod `shop/pod` is being deleted, so it has nothing to do.',
      ],
      ['kubelet', 'API-54', 'The kubelet has stopped Pod `shop/pod` and sends the final DELETE.'],
      [
        'graph-builder',
        'GB-17',
        'The collector sees a change of Pod `shop/pod`. It already knows that this object is being deleted, so it queues nothing.',
      ],
      [
        'graph-builder',
        'GB-43',
        'The collector sees that Pod `shop/pod` is gone. It removes the object from its graph. Its owner ConfigMap `shop/owner` may have waited only for it, so the collector queues this owner for a check.',
      ],
      [
        'delete-worker',
        'FG-01',
        'Nothing blocks ConfigMap `shop/owner` any more. The collector removes its finalizer `foregroundDeletion`.',
      ],
      [
        'graph-builder',
        'GB-41',
        'The collector sees that ConfigMap `shop/owner` is gone. It removes the object from its graph.',
      ],
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
    expect(worker?.requests[0]).not.toHaveProperty('body');
    expect(worker?.requests[0]).not.toHaveProperty('contentType');
    expect(JSON.parse(user?.requests[0]?.answer ?? '')).toMatchObject({ kind: 'ConfigMap' });
  });

  it('[HT-04] shows a GET and a PATCH answered with metadata alone, a DELETE with the object', () => {
    const steps = stepsOf(family, 'owner', 'Foreground');
    const [get, , deletion] = answersOf(steps, 'AD-17');
    const metadata = { name: 'pod', uid: 'pod-uid' };
    expect(get).toMatchObject({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata,
    });
    expect(get).not.toHaveProperty('spec');
    expect(deletion).toMatchObject({ kind: 'Pod', metadata, spec: { nodeName: 'node-1' } });
    const [, , patch] = answersOf(steps, 'FG-01');
    expect(patch).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'owner' } });
  });

  it('[HT-04] [FR-09] until 1.15 all answers are whole objects', () => {
    const steps = stepsOf(family, 'owner', 'Foreground', 'v1.13');
    const [get] = answersOf(steps, 'AD-17');
    expect(get).toMatchObject({ kind: 'Pod', spec: { nodeName: 'node-1' } });
    const last = steps.find((step) => step.rule === 'FG-01')?.requests.at(-1);
    expect(last).toMatchObject({ method: 'PUT', path: '/api/v1/namespaces/shop/configmaps/owner' });
    expect(last).not.toHaveProperty('contentType');
    const put = JSON.parse(last?.body ?? '');
    expect(put).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'owner' } });
    expect(put.metadata).not.toHaveProperty('finalizers');
  });

  it('[AD-07] shows a refusal as the server words it', () => {
    const recorder = started([childOfMany(1)]);
    const [request] = recorder.steps.find(({ rule }) => rule === 'AD-07')?.requests ?? [];
    expect(request).toMatchObject({ method: 'GET', code: 404, reason: 'NotFound' });
    expect(JSON.parse(request?.answer ?? '')).toMatchObject({
      kind: 'Status',
      message: 'configmaps "gone-0" not found',
    });
  });

  it('[EV-01] carries the Events of the collector', () => {
    const far = objectOf('far', { namespace: 'far' });
    const recorder = started([far, objectOf('child', { ownerReferences: [ownedBy('far')] })]);
    expect(recorder.steps.map(({ rule, events }) => [rule, events])).toEqual([
      ['GB-10', []],
      [
        'GB-27',
        [
          'Warning OwnerRefInvalidNamespace ownerRef [v1/ConfigMap, namespace: shop, name: far, uid: far-uid] does not exist in namespace "shop"',
        ],
      ],
      ['AD-17', []],
      ['GB-41', []],
    ]);
  });

  it('shows of long queues and caches the first lines, and counts the rest', () => {
    const recorder = started([childOfMany(4)], { mostLines: 2 });
    const lines = (serials: number[]): string[] =>
      serials.map((serial) => `v1/ConfigMap shop/gone-${serial} gone-${serial}-uid (virtual)`);
    const queues = recorder.steps.map(({ queues: { attemptToDelete } }) => attemptToDelete);
    expect(queues[0]).toEqual([...lines([0, 1]), 'and 2 more']);
    expect(queues[1]).toEqual([...lines([1, 2]), 'and 1 more']);
    expect(queues).toContainEqual([...lines([3]), 'v1/ConfigMap shop/child child-uid']);
    expect(recorder.steps.at(-1)?.absentOwnerCache.at(-1)).toBe('and 2 more');
  });

  it('[DM-02] writes an unknown kind as one without namespaces', () => {
    const thing = ownedBy('x', { apiVersion: 'no.such/v1', kind: 'Thing' });
    const [first] = started([clusterNode('n', [thing])]).steps;
    expect(first?.queues.attemptToDelete).toEqual(['no.such/v1/Thing x x-uid (virtual)']);
  });

  it('carries what the log would say of an event or a pass, given what was noted', () => {
    const line = { level: 5, severity: 'info', text: 'a line' } as const;
    const noted: string[][] = [];
    const log: NonNullable<RecorderOptions['log']> = ({ queue }, notes) => {
      noted.push(notes.map(({ rule }) => rule));
      return queue === 'graphChanges' ? [line] : [];
    };
    const recorder = started([objectOf('owner'), childOfMany(1)], { log });
    expect(recorder.steps[0]?.log).toEqual([line]);
    expect(recorder.steps.find(({ rule }) => rule === 'AD-07')).not.toHaveProperty('log');
    expect(noted.slice(0, 2)).toEqual([['GB-10'], ['GB-10', 'GB-25']]);
  });

  it('takes what happens without a request, and who it is about', () => {
    const recorder = started([]);
    const subject = identityOf('owner');
    recorder.record({ actor: 'clock', sentence: say`A minute passes.` });
    recorder.act({
      actor: 'user',
      rule: 'API-35',
      sentence: say`You ask.`,
      subject,
      request: { method: 'GET', path: '/' },
      run: () => ({
        ok: false,
        status: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' },
        warnings: [],
      }),
    });
    const [passed, asked] = recorder.steps;
    expect(passed).toMatchObject({ index: 0, sentence: say`A minute passes.`, requests: [] });
    expect(asked).toMatchObject({ index: 1, subject, requests: [{ code: 500 }] });
    expect(asked?.requests[0]).not.toHaveProperty('reason');
    expect(passed).not.toHaveProperty('subject');
    expect(passed).not.toHaveProperty('rule');
  });

  it('[API-51] names the Pod that a kubelet has ended', () => {
    const steps = stepsOf(family, 'owner', 'Foreground');
    const ended = steps.find((step) => step.actor === 'kubelet');
    expect(ended?.subject).toEqual(identityOf('pod', { kind: 'Pod', namespace: 'shop' }));
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
    const { resourceVersion: removed, ...kept } = last?.objects[0]?.last?.metadata ?? {};
    expect(kept).toEqual(before);
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
    expect(plain(steps[1])).toMatchObject({
      rule: 'GB-43',
      sentence:
        'The collector sees that ConfigMap `shop/owner` is gone. It removes the object from its graph, remembers it as absent, and queues its dependents for a check.',
      absentOwnerCache: ['v1/ConfigMap shop/owner owner-uid'],
    });
  });

  it('a refused request of another actor says why', () => {
    const steps = stepsOf(family, 'nobody', 'Background');
    expect(steps[0]).toMatchObject({ requests: [{ code: 404, reason: 'NotFound' }] });
    expect(plain(steps[0])?.sentence).toBe(
      'You delete nobody. Refused: configmaps "nobody" not found.',
    );
  });
});
