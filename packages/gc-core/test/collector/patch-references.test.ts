import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../src/collector/object-client.ts';
import { removeReferences, unblockReferences } from '../../src/collector/patch-references.ts';
import type { ApiResource } from '../../src/meta/api-resource.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { type Answer, drive, recordingContext } from '../support/drive-attempt.ts';
import { identityOf, metaOf, nodeOf, ownedBy } from '../support/nodes.ts';

const [o1, o2, o3] = [
  ownedBy('o1', { uid: '1', blockOwnerDeletion: true, controller: true }),
  ownedBy('o2', { uid: '2', blockOwnerDeletion: false }),
  ownedBy('o3', { uid: '3' }),
];
const item = nodeOf(identityOf('a'), [o1, o2, o3]);
const stored = metaOf('a', { resourceVersion: '41', ownerReferences: [o1, o2, o3] });

function resourceOf(kind: string): ApiResource {
  const resource = ResourceTable.builtIn().forKind('v1', kind);
  if (!resource) throw new Error(`${kind} is not served`);
  return resource;
}

const address = { resource: resourceOf('ConfigMap'), namespace: 'ns', name: 'a' };

/** The body of a patch, byte for byte. */
function bodyOf(request: ApiRequest | undefined): string {
  return request?.verb === 'patch' ? JSON.stringify(request.body) : 'no patch';
}

function remove(
  uids: readonly string[],
  answers: readonly Answer[],
  local?: ObjectMeta,
): { result: unknown; requests: ApiRequest[] } {
  const context = recordingContext(local ? { stored: local } : {});
  return drive(removeReferences(item, address, uids, context), answers);
}

describe('removeReferences', () => {
  it('[PA-04] sends null when nothing is kept', () => {
    const { requests } = remove(['1', '2', '3'], ['UnsupportedMediaType', stored], stored);
    expect(bodyOf(requests[1])).toBe(
      '{"metadata":{"resourceVersion":"41","ownerReferences":null}}',
    );
    const bare = remove(['1'], ['UnsupportedMediaType', stored], metaOf('a'));
    expect(bodyOf(bare.requests[1])).toContain('"ownerReferences":null');
  });

  it('[PA-04] a live object that cannot be read is the answer', () => {
    expect(remove(['1'], ['UnsupportedMediaType', 'NotFound']).result).toMatchObject({
      reason: 'NotFound',
    });
  });

  it('[PA-08] looks for the stored object under the namespace of the identity', () => {
    const virtual = nodeOf(identityOf('n', { kind: 'Node', namespace: 'guess' }));
    const nodes = { resource: resourceOf('Node'), namespace: '', name: 'n' };
    const asked: string[] = [];
    const context = {
      ...recordingContext(),
      localStore: (_resource: ApiResource, namespace: string) => void asked.push(namespace),
    };
    const { requests } = drive(removeReferences(virtual, nodes, ['1'], context), [
      'UnsupportedMediaType',
      stored,
      stored,
    ]);
    expect(asked).toEqual(['guess']);
    expect(requests.map((each) => each.namespace)).toEqual(['', 'guess', '']);
  });
});

describe('unblockReferences', () => {
  it('[PA-05] sends the blocking references of the graph, complete, no longer blocking', () => {
    const { requests } = drive(unblockReferences(item, address, recordingContext()), [stored]);
    expect(bodyOf(requests[0])).toBe(
      '{"metadata":{"uid":"a-uid","ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"o1","uid":"1","blockOwnerDeletion":false,"controller":true}]}}',
    );
  });

  it('[PA-05] says nothing of references when the graph knows none that blocks', () => {
    const free = nodeOf(identityOf('a'), [ownedBy('o2', { blockOwnerDeletion: false })]);
    const { requests } = drive(unblockReferences(free, address, recordingContext()), [stored]);
    expect(bodyOf(requests[0])).toBe('{"metadata":{"uid":"a-uid"}}');
  });

  it('[PA-06] after a 415 sends all references of the graph, none of them blocking', () => {
    const context = recordingContext({ stored: metaOf('a', { resourceVersion: '41' }) });
    const { requests } = drive(unblockReferences(item, address, context), [
      'UnsupportedMediaType',
      stored,
    ]);
    expect(bodyOf(requests[1])).toBe(
      '{"metadata":{"resourceVersion":"41","ownerReferences":[' +
        '{"apiVersion":"v1","kind":"ConfigMap","name":"o1","uid":"1","blockOwnerDeletion":false,"controller":true},' +
        '{"apiVersion":"v1","kind":"ConfigMap","name":"o2","uid":"2","blockOwnerDeletion":false},' +
        '{"apiVersion":"v1","kind":"ConfigMap","name":"o3","uid":"3","blockOwnerDeletion":false}]}}',
    );
  });
});
