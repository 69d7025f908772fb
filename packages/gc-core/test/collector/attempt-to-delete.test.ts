import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/collector/attempt.ts';
import { attemptToDelete } from '../../src/collector/attempt-to-delete.ts';
import { type ApiRequest, requestPath, requestText } from '../../src/collector/object-client.ts';
import { GraphNode } from '../../src/graph/graph-node.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import {
  type Answer,
  drive,
  type RecordingContext,
  recordingContext,
} from '../support/drive-attempt.ts';
import { identityOf, metaOf, nodeOf, ownedBy } from '../support/nodes.ts';

const deletedAt = '2026-01-01T00:00:00Z';
/** Metadata of an object that waits for its dependents. */
const waitingMeta = (name: string, more: Partial<ObjectMeta> = {}): ObjectMeta =>
  metaOf(name, { deletionTimestamp: deletedAt, finalizers: ['foregroundDeletion'], ...more });
const WAITS = { beingDeleted: true, deletingDependents: true };
const owned = metaOf('a', { ownerReferences: [ownedBy('owner')] });

function run(
  item: GraphNode,
  answers: readonly Answer[],
  context: RecordingContext = recordingContext(),
): { result: Outcome; requests: string[]; context: RecordingContext; sent: ApiRequest[] } {
  const { result, requests } = drive(attemptToDelete(item, context), answers);
  return { result, requests: requests.map(requestText), context, sent: requests };
}

function rulesOf(context: RecordingContext): string[] {
  return context.notes.map((each) => each.rule);
}

describe('attemptToDelete', () => {
  it('[AD-W2] drops a virtual item whose uid left the graph', () => {
    const item = new GraphNode(identityOf('a'), true);
    expect(run(item, []).result).toEqual({ action: 'forget', rule: 'AD-W2' });
  });

  it('[AD-W4] works on a virtual item that was rotated, under its own identity', () => {
    const context = recordingContext();
    context.graph.set(new GraphNode(identityOf('other', { uid: 'a-uid' }), true));
    const { requests } = run(new GraphNode(identityOf('a'), true), ['NotFound'], context);
    expect(requests).toEqual(['get v1/configmaps ns/a']);
    expect(context.virtualDeletes).toEqual([identityOf('a')]);
  });

  it('[AD-01] notes the item, [AD-13] and that its references are classified', () => {
    const { context } = run(nodeOf(identityOf('a')), [owned, metaOf('owner')]);
    expect(rulesOf(context).slice(0, 3)).toEqual(['AD-01', 'CL-09', 'AD-13']);
  });

  it('[AD-01] [AD-02] leaves alone what is being deleted, without a request', () => {
    const { result, context } = run(nodeOf(identityOf('a'), [], { beingDeleted: true }), []);
    expect(result).toEqual({ action: 'forget', rule: 'AD-02' });
    expect(rulesOf(context)).toEqual(['AD-01']);
  });

  it('[AC-07] a cached owner of a kind without mapping is dangling', () => {
    const context = recordingContext();
    const reference = ownedBy('t', { apiVersion: 'no.such/v1', kind: 'Thing' });
    context.absentOwnerCache.add({ ...reference, namespace: 'ns' });
    const child = metaOf('a', { ownerReferences: [reference] });
    const { result, requests } = run(nodeOf(identityOf('a')), [child, child], context);
    expect(result.rule).toBe('AD-17');
    expect(requests).toEqual(['get v1/configmaps ns/a', 'delete v1/configmaps ns/a']);
  });

  it('[AC-06] the entry without namespace is asked first', () => {
    const context = recordingContext();
    context.absentOwnerCache.add(identityOf('owner'));
    context.absentOwnerCache.add(identityOf('owner', { namespace: '' }));
    const { context: after } = run(nodeOf(identityOf('a')), [owned, owned], context);
    expect(rulesOf(after)).toContain('CL-01');
    expect(rulesOf(after)).not.toContain('CL-02');
  });

  it('[AD-12] the first error ends the pass: nothing else is asked, nothing written', () => {
    const references = [ownedBy('gone'), ownedBy('lost'), ownedBy('third')];
    const child = metaOf('a', { ownerReferences: references });
    const { result, requests } = run(nodeOf(identityOf('a')), [child, 'NotFound', 'Forbidden']);
    expect(result).toMatchObject({ action: 'requeue', rule: 'CL-06' });
    expect(requests).toHaveLength(3);
  });

  it.each([
    ['Background', []],
    ['Foreground', [nodeOf(identityOf('leaf'), [ownedBy('a')])]],
  ])('[AD-20] dangling beside waiting owners are not removed first: %s', (policy, dependents) => {
    const item = nodeOf(identityOf('a'));
    for (const each of dependents) item.addDependent(each);
    const child = metaOf('a', { ownerReferences: [ownedBy('gone'), ownedBy('waits')] });
    const { sent } = run(item, [child, 'NotFound', waitingMeta('waits'), child]);
    expect(sent.map(({ verb }) => verb)).toEqual(['get', 'get', 'get', 'delete']);
    expect(sent[3]).toMatchObject({ options: { propagationPolicy: policy } });
  });

  it.each([
    ['no deletion, with the foreground finalizer', { finalizers: ['foregroundDeletion'] }],
    ['a deletion with another finalizer', { deletionTimestamp: deletedAt, finalizers: ['x/y'] }],
    ['an orphan deletion', { deletionTimestamp: deletedAt, finalizers: ['orphan'] }],
    ['a grace period', { deletionTimestamp: deletedAt, deletionGracePeriodSeconds: 30 }],
  ])('[CL-09] an owner in %s is solid', (_name, state) => {
    const { result } = run(nodeOf(identityOf('a')), [owned, metaOf('owner', state)]);
    expect(result).toEqual({ action: 'forget', rule: 'AD-14' });
  });

  it('[AD-14] a 404 of that patch is an error', () => {
    const child = metaOf('a', { ownerReferences: [ownedBy('lives'), ownedBy('gone')] });
    const answers = [child, metaOf('lives'), 'NotFound', 'NotFound'] as const;
    const { result } = run(nodeOf(identityOf('a')), answers);
    expect(result).toMatchObject({ action: 'requeue', rule: 'AD-14' });
  });

  it('[AD-16] a failed un-block ends the pass before the DELETE', () => {
    const item = nodeOf(identityOf('a'), [ownedBy('owner', { blockOwnerDeletion: true })]);
    item.addDependent(nodeOf(identityOf('calm'), [ownedBy('a')]));
    item.addDependent(nodeOf(identityOf('waits'), [ownedBy('a')], { deletingDependents: true }));
    const { result, requests, context } = run(item, [owned, waitingMeta('owner'), 'InternalError']);
    expect(result).toMatchObject({ action: 'requeue', rule: 'AD-15' });
    expect(requests.at(-1)).toBe('patch v1/configmaps ns/a');
    expect(context.notes.at(-1)).toEqual({
      rule: 'AD-16',
      subject: item.identity,
      other: identityOf('waits'),
    });
  });

  it('[AD-16] [AD-17] an item that goes by itself is not un-blocked, whatever waits below it', () => {
    const item = nodeOf(identityOf('a'), [ownedBy('owner', { blockOwnerDeletion: true })]);
    item.addDependent(nodeOf(identityOf('waits'), [ownedBy('a')], { deletingDependents: true }));
    const { result, requests } = run(item, [owned, 'NotFound', owned]);
    expect(result).toEqual({ action: 'forget', rule: 'AD-17' });
    expect(requests.map((each) => each.split(' ')[0])).toEqual(['get', 'get', 'delete']);
  });

  it.each([
    [['orphan'], 'Orphan'],
    [['foregroundDeletion'], 'Foreground'],
    [['foregroundDeletion', 'orphan'], 'Orphan'],
    [['x/y'], 'Background'],
  ])('[AD-17] finalizers %j of the live object make the policy %s', (finalizers, policy) => {
    const live = { ...owned, finalizers };
    const { sent } = run(nodeOf(identityOf('a')), [live, 'NotFound', live]);
    expect(sent[2]).toMatchObject({ options: { propagationPolicy: policy } });
  });

  it('[AD-19] deletes again what the graph has not seen in deletion', () => {
    const live = { ...owned, deletionTimestamp: deletedAt, finalizers: ['x/y'] };
    const { requests } = run(nodeOf(identityOf('a')), [live, 'NotFound', live]);
    expect(requests.at(-1)).toBe('delete v1/configmaps ns/a');
  });

  it('[FG-05] who blocks is read from the graph alone: no dependent is asked for', () => {
    const item = nodeOf(identityOf('a'), [], WAITS);
    const live = waitingMeta('a');
    const gone = nodeOf(identityOf('gone'), [ownedBy('a', { blockOwnerDeletion: true })]);
    item.addDependent(gone);
    const blocked = run(item, [live]);
    expect(blocked.result).toEqual({ action: 'forget', rule: 'FG-02' });
    expect(blocked.requests).toEqual(['get v1/configmaps ns/a']);
    item.deleteDependent(gone);
    const free = run(item, [live, live, live]);
    expect(free.result).toEqual({ action: 'forget', rule: 'FG-01' });
    expect(free.requests.filter((each) => !each.endsWith(' ns/a'))).toEqual([]);
  });

  it('[AD-03] [FG-01] an owner without known blocking dependents is read, and loses its finalizer', () => {
    const item = nodeOf(identityOf('a'), [], WAITS);
    const live = waitingMeta('a');
    const { result, requests, context } = run(item, [live, live, live]);
    expect(result).toEqual({ action: 'forget', rule: 'FG-01' });
    expect(rulesOf(context)).toEqual(['AD-01', 'FG-01']);
    expect(requests).toEqual(['get', 'get', 'patch'].map((verb) => `${verb} v1/configmaps ns/a`));
  });

  it('[AD-10] an item that waits for dependents is not asked about its own owners', () => {
    const item = nodeOf(identityOf('a'), [ownedBy('owner')], WAITS);
    item.addDependent(nodeOf(identityOf('b'), [ownedBy('a', { blockOwnerDeletion: true })]));
    const live = waitingMeta('a', { ownerReferences: [ownedBy('owner')] });
    const { result, requests } = run(item, [live]);
    expect(result).toEqual({ action: 'forget', rule: 'FG-02' });
    expect(requests).toEqual(['get v1/configmaps ns/a']);
  });

  it('[FG-02] [DM-10] enqueues once per blocking reference to it, [FG-03] but none that waits itself', () => {
    const item = nodeOf(identityOf('a'), [], WAITS);
    const blocking = ownedBy('a', { blockOwnerDeletion: true });
    const wrongKind = { ...blocking, kind: 'Secret' };
    const [twice, silent, waiting] = [
      nodeOf(identityOf('twice'), [blocking, wrongKind]),
      nodeOf(identityOf('silent'), [ownedBy('a'), ownedBy('b', { blockOwnerDeletion: true })]),
      nodeOf(identityOf('waiting'), [blocking], { deletingDependents: true }),
    ];
    for (const each of [twice, silent, waiting]) item.addDependent(each);
    const { result, context } = run(item, [metaOf('a')]);
    expect(result).toEqual({ action: 'forget', rule: 'FG-02' });
    expect(context.enqueued).toEqual([twice, twice]);
  });

  it('[DE-01] deletes a cluster-scoped item without the namespace that was guessed', () => {
    const node = identityOf('n', { kind: 'Node' });
    const live = metaOf('n', { ownerReferences: [ownedBy('m', { kind: 'Node' })] });
    const { requests } = run(nodeOf(node), [live, 'NotFound', live]);
    expect(requests).toEqual(['get v1/nodes n', 'get v1/nodes m', 'delete v1/nodes n']);
  });

  it('[HT-02] asks under the path of the kind', () => {
    const { sent } = run(nodeOf(identityOf('a b')), [metaOf('a b')]);
    expect(sent.map(requestPath)).toEqual(['/api/v1/namespaces/ns/configmaps/a%20b']);
    const role = identityOf('r', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
    });
    const cluster = run(nodeOf(role), ['NotFound']);
    expect(cluster.sent.map(requestPath)).toEqual([
      '/apis/rbac.authorization.k8s.io/v1/clusterroles/r',
    ]);
  });

  it('[AC-04] [CL-07] an owner with another uid is remembered as absent by its identity', () => {
    const another = metaOf('owner', { uid: 'another' });
    const { context } = run(nodeOf(identityOf('a')), [owned, another, owned]);
    expect(rulesOf(context)).toContain('CL-07');
    expect(context.absentOwnerCache.entries()).toEqual([identityOf('owner')]);
  });
});
