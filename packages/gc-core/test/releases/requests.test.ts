import { describe, expect, it } from 'vitest';
import { deleteItem } from '../../src/collector/delete-item.ts';
import type { ApiRequest } from '../../src/collector/object-client.ts';
import { removeReferences, unblockReferences } from '../../src/collector/patch-references.ts';
import { removeFinalizer } from '../../src/collector/remove-finalizer.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { drive, recordingContext } from '../support/drive-attempt.ts';
import { identityOf, metaOf, nodeOf, ownedBy } from '../support/nodes.ts';

const owners = [ownedBy('o', { uid: '1', blockOwnerDeletion: true })];
const item = nodeOf(identityOf('a'), owners);
const live = metaOf('a', { ownerReferences: owners, finalizers: ['orphan'] });
const resource = ResourceTable.builtIn().forKind('v1', 'ConfigMap');
if (!resource) throw new Error('ConfigMaps are not served');
const address = { resource, namespace: 'ns', name: 'a' };

/** What goes over the wire, byte for byte. */
function bodyOf(request: ApiRequest | undefined): string {
  if (request?.verb === 'patch') return JSON.stringify(request.body);
  if (request?.verb === 'update') return JSON.stringify(request.object);
  return request?.verb === 'delete' ? JSON.stringify(request.options) : 'nothing';
}

const REMOVED = {
  first: '{"metadata":{"uid":"a-uid","ownerReferences":[{"$patch":"delete","uid":"1"}]}}',
  last: '{"metadata":{"ownerReferences":[{"$patch":"delete","uid":"1"}],"uid":"a-uid"}}',
};
const UNBLOCKED =
  '"ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"o","uid":"1","blockOwnerDeletion":false}]}}';

describe('requests of a release', () => {
  it.each([
    ['v1.13', REMOVED.last],
    ['v1.17', REMOVED.first],
    ['v1.28', REMOVED.first],
    ['v1.36', REMOVED.first],
  ] as const)('[PA-02] %s removes references by %s', (release, body) => {
    const attempt = removeReferences(item, address, ['1'], recordingContext({ release }));
    expect(bodyOf(drive(attempt, [live]).requests[0])).toBe(body);
  });

  it.each(['v1.13', 'v1.17', 'v1.28', 'v1.36'] as const)(
    '[PA-01] %s follows a 415 with a JSON merge patch',
    (release) => {
      const attempt = removeReferences(item, address, ['1'], recordingContext({ release }));
      const { requests } = drive(attempt, ['UnsupportedMediaType', live, live]);
      expect(requests.map((request) => request.verb)).toEqual(['patch', 'get', 'patch']);
      expect(requests[2]).toMatchObject({ contentType: 'application/merge-patch+json' });
    },
  );

  it.each([
    ['v1.13', '{"metadata":{"uid":"a-uid","creationTimestamp":null,'],
    ['v1.17', '{"metadata":{"uid":"a-uid","creationTimestamp":null,'],
    ['v1.28', '{"metadata":{"uid":"a-uid","creationTimestamp":null,'],
    ['v1.36', '{"metadata":{"uid":"a-uid",'],
  ] as const)('[PA-05] %s un-blocks with %s', (release, start) => {
    const attempt = unblockReferences(item, address, recordingContext({ release }));
    expect(bodyOf(drive(attempt, [live]).requests[0])).toBe(`${start}${UNBLOCKED}`);
  });

  it.each([
    ['v1.13', 'update'],
    ['v1.17', 'patch'],
    ['v1.28', 'patch'],
    ['v1.36', 'patch'],
  ] as const)('[FR-06] [FR-09] %s removes its finalizer by %s', (release, verb) => {
    const attempt = removeFinalizer(item, 'orphan', recordingContext({ release }));
    const { result, requests } = drive(attempt, [live, live]);
    expect(result).toBeUndefined();
    expect(requests.map((request) => request.verb)).toEqual(['get', verb]);
  });

  it('[FR-09] the PUT is the whole object as it was read, its resourceVersion included', () => {
    const attempt = removeFinalizer(item, 'orphan', recordingContext({ release: 'v1.13' }));
    const { requests } = drive(attempt, [live, live]);
    const { finalizers: _gone, ...rest } = live;
    expect(requests[1]).toMatchObject({ verb: 'update', name: 'a' });
    expect(bodyOf(requests[1])).toBe(
      JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: rest }),
    );
  });

  it('[FR-09] the PUT keeps the finalizers of others, in order', () => {
    const held = metaOf('a', { finalizers: ['x/y', 'orphan', 'z/z'] });
    const attempt = removeFinalizer(item, 'orphan', recordingContext({ release: 'v1.13' }));
    expect(drive(attempt, [held, held]).requests[1]).toMatchObject({
      object: { metadata: { finalizers: ['x/y', 'z/z'] } },
    });
  });

  it.each([
    ['v1.13', undefined],
    ['v1.17', undefined],
    ['v1.28', undefined],
    ['v1.36', '7'],
  ] as const)('[DE-03] [DE-04] %s deletes with resourceVersion %s', (release, resourceVersion) => {
    const attempt = deleteItem(item, address, live, 'Background', RELEASES[release]);
    expect(drive(attempt, [live]).requests[0]).toMatchObject({
      options: { preconditions: { uid: 'a-uid' } },
    });
    const preconditions = { uid: 'a-uid', ...(resourceVersion ? { resourceVersion } : {}) };
    const again = deleteItem(item, address, live, 'Background', RELEASES[release]);
    expect(bodyOf(drive(again, [live]).requests[0])).toBe(
      JSON.stringify({ preconditions, propagationPolicy: 'Background' }),
    );
  });

  it.each(['v1.13', 'v1.17', 'v1.28'] as const satisfies readonly Release[])(
    '[DE-03] in %s a 404 of the DELETE is an error, and a conflict is not looked into',
    (release) => {
      for (const reason of ['NotFound', 'Conflict'] as const) {
        const attempt = deleteItem(item, address, live, 'Background', RELEASES[release]);
        expect(drive(attempt, [reason]).result).toMatchObject({ type: 'status' });
      }
    },
  );
});
