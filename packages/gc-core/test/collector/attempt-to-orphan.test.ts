import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/collector/attempt.ts';
import { attemptToOrphan } from '../../src/collector/attempt-to-orphan.ts';
import { requestText } from '../../src/collector/object-client.ts';
import type { GraphNode } from '../../src/graph/graph-node.ts';
import { type Answer, drive, recordingContext } from '../support/drive-attempt.ts';
import { identityOf, metaOf, nodeOf, ownedBy } from '../support/nodes.ts';

const live = metaOf('owner', { finalizers: ['orphan'] });
const ownerText = '[v1/ConfigMap, namespace: ns, name: owner, uid: owner-uid]';
const failed = (name: string, error: string): string =>
  `orphaning [v1/ConfigMap, namespace: ns, name: ${name}, uid: ${name}-uid] failed, ${error}`;

function ownerOf(...dependents: GraphNode[]): GraphNode {
  const owner = nodeOf(identityOf('owner'), [], { beingDeleted: true });
  for (const each of dependents) owner.addDependent(each);
  return owner;
}

function dependent(name: string, kind = 'ConfigMap'): GraphNode {
  return nodeOf(identityOf(name, { kind }), [ownedBy('owner')]);
}

function run(
  owner: GraphNode,
  ...answers: Answer[]
): { result: Outcome; requests: string[]; bodies: unknown[] } {
  const { result, requests } = drive(attemptToOrphan(owner, recordingContext()), answers);
  const bodies = requests.map((each) => (each.verb === 'patch' ? each.body : undefined));
  return { result, requests: requests.map(requestText), bodies };
}

describe('attemptToOrphan', () => {
  it('[OR-03] notes each dependent that is about to lose its reference', () => {
    const context = recordingContext();
    const owner = ownerOf(dependent('a'), dependent('b'));
    drive(attemptToOrphan(owner, context), [live, live, live, live]);
    const notes = context.notes.filter(({ rule }) => rule === 'OR-03');
    expect(notes.map(({ subject, other }) => [subject.name, other?.name])).toEqual([
      ['a', 'owner'],
      ['b', 'owner'],
    ]);
  });

  it('[OR-06] several errors stand in brackets, [OR-05] a missing mapping among them', () => {
    const thing = nodeOf(identityOf('t', { apiVersion: 'no.such/v1', kind: 'Thing' }));
    const { result, requests } = run(ownerOf(dependent('a'), thing), 'Invalid');
    expect(requests).toHaveLength(1);
    const missing =
      'orphaning [no.such/v1/Thing, namespace: ns, name: t, uid: t-uid] failed, unable to get REST mapping for no.such/v1/Thing.';
    expect(result.error).toContain(
      `errors: [${failed('a', 'the server says Invalid')}, ${missing}]`,
    );
  });

  it('[AD-05] [OR-05] a namespaced dependent without a namespace cannot be looked up', () => {
    const lost = nodeOf(identityOf('a', { namespace: '' }), [ownedBy('owner')]);
    expect(run(ownerOf(lost)).result.error).toContain(
      'failed, cannot look up [v1/ConfigMap, namespace: , name: a, uid: a-uid] without a namespace',
    );
  });

  it('[OR-07] a finalizer that cannot be removed is tried again', () => {
    expect(run(ownerOf(), 'InternalError').result).toMatchObject({
      action: 'requeue',
      rule: 'OR-07',
      error: expect.stringContaining(`cannot finalize owner ${ownerText}, because cannot get it`),
    });
  });

  it('[OR-09] takes the uid from every dependent, whatever its references say besides', () => {
    const owner = ownerOf(
      nodeOf(identityOf('kind'), [ownedBy('owner', { kind: 'Secret' })]),
      nodeOf(identityOf('version'), [ownedBy('owner', { apiVersion: 'example.com/v1' })]),
      nodeOf(identityOf('name'), [ownedBy('owner', { name: 'other' })]),
      nodeOf(identityOf('far', { namespace: 'far' }), [ownedBy('owner')]),
      nodeOf(identityOf('blocks'), [ownedBy('owner', { blockOwnerDeletion: true })]),
      nodeOf(identityOf('node', { kind: 'Node', namespace: '' }), [ownedBy('owner')]),
    );
    const { result, requests } = run(owner, live, live, live, live, live, live, live, live);
    expect(result).toEqual({ action: 'forget', rule: 'OR-07' });
    expect(requests.slice(0, -2)).toEqual([
      'patch v1/configmaps ns/kind',
      'patch v1/configmaps ns/version',
      'patch v1/configmaps ns/name',
      'patch v1/configmaps far/far',
      'patch v1/configmaps ns/blocks',
      'patch v1/nodes node',
    ]);
  });

  it('[OR-02] [OR-10] a dependent that comes during the pass is not orphaned', () => {
    const owner = ownerOf(dependent('a'));
    const attempt = attemptToOrphan(owner, recordingContext());
    attempt.next();
    owner.addDependent(dependent('late'));
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: live };
    const next = attempt.next({ ok: true, object });
    expect(!next.done && requestText(next.value)).toBe('get v1/configmaps ns/owner');
  });
});
