import { describe, expect, it } from 'vitest';
import { attemptToDelete } from '../../src/collector/attempt-to-delete.ts';
import { requestText } from '../../src/collector/object-client.ts';
import { GraphNode } from '../../src/graph/graph-node.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { type Answer, drive, recordingContext } from '../support/drive-attempt.ts';
import { identityOf, metaOf, nodeOf, ownedBy } from '../support/nodes.ts';

/** What a worker asks about `ns/a`, and how it ends. */
function checked(owner: OwnerReference, ...answers: Answer[]) {
  const child = metaOf('a', { ownerReferences: [owner] });
  const context = recordingContext();
  const item = nodeOf(identityOf('a'));
  const { result, requests } = drive(attemptToDelete(item, context), [child, ...answers]);
  const absent = context.absentOwnerCache.entries();
  return { result, requests: requests.slice(1).map(requestText), absent };
}

const DELETED = 'delete v1/configmaps ns/a';
const live = metaOf('owner');

describe('kinds that the mapper makes up', () => {
  it('[KM-02] a reference in lower case holds as long as its owner lives', () => {
    const { requests, result } = checked(ownedBy('owner', { kind: 'configmap' }), live);
    expect(requests).toEqual(['get v1/configmaps ns/owner']);
    expect(result.rule).toBe('AD-14');
  });

  it('[KM-02] [AC-05] without its owner it dangles, and is remembered as it is written', () => {
    const owner = ownedBy('owner', { kind: 'configmap' });
    const { requests, absent } = checked(owner, 'NotFound', live);
    expect(requests).toEqual(['get v1/configmaps ns/owner', DELETED]);
    expect(absent).toEqual([identityOf('owner', { kind: 'configmap' })]);
  });

  it('[KM-02] [CL-04] the scope is that of the served kind', () => {
    const { requests } = checked(ownedBy('n', { kind: 'node' }), 'NotFound', live);
    expect(requests).toEqual(['get v1/nodes n', DELETED]);
    const item = nodeOf(identityOf('n', { kind: 'Node', namespace: '' }));
    const child = metaOf('n', { ownerReferences: [ownedBy('owner', { kind: 'configmap' })] });
    const { result } = drive(attemptToDelete(item, recordingContext()), [child]);
    expect(result).toMatchObject({ action: 'forget', rule: 'CL-04' });
  });

  it('[KM-03] a list is asked for where nobody serves it, and dangles', () => {
    const owner = ownedBy('owner', { kind: 'ConfigMapList' });
    const { requests, absent } = checked(owner, 'NotFound', live);
    expect(requests).toEqual(['get v1/configmaplists ns/owner', DELETED]);
    expect(absent).toEqual([identityOf('owner', { kind: 'ConfigMapList' })]);
    const nodes = checked(ownedBy('owner', { kind: 'NodeList' }), 'NotFound', live);
    expect(nodes.requests).toEqual(['get v1/nodelists owner', DELETED]);
  });

  it('[KM-04] [AC-05] List is asked for without namespace, and remembered so', () => {
    const owner = ownedBy('owner', { kind: 'List' });
    const { requests, absent } = checked(owner, 'NotFound', live);
    expect(requests).toEqual(['get v1/lists owner', DELETED]);
    expect(absent).toEqual([identityOf('owner', { kind: 'List', namespace: '' })]);
  });

  it('[KM-05] what only answers questions is asked for all the same, and dangles', () => {
    const { requests } = checked(ownedBy('owner', { kind: 'Binding' }), 'NotFound', live);
    expect(requests).toEqual(['get v1/bindings ns/owner', DELETED]);
  });

  it('[KM-03] [AD-07] a virtual owner of such a kind is found absent', () => {
    const context = recordingContext();
    const owner = new GraphNode(identityOf('o', { kind: 'ConfigMapList' }), true);
    context.graph.set(owner);
    const { requests } = drive(attemptToDelete(owner, context), ['NotFound']);
    expect(requests.map(requestText)).toEqual(['get v1/configmaplists ns/o']);
    expect(context.virtualDeletes).toEqual([owner.identity]);
  });
});
