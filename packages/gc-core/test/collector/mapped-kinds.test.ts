import { describe, expect, it } from 'vitest';
import { attemptToDelete } from '../../src/collector/attempt-to-delete.ts';
import { requestText } from '../../src/collector/object-client.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { type Answer, drive, recordingContext } from '../support/drive-attempt.ts';
import { identityOf, metaOf, nodeOf, ownedBy } from '../support/nodes.ts';

/** What a worker asks about `ns/a`, and what it remembers as absent. */
function checked(owner: OwnerReference, ...answers: Answer[]) {
  const child = metaOf('a', { ownerReferences: [owner] });
  const context = recordingContext();
  const item = nodeOf(identityOf('a'));
  const { requests } = drive(attemptToDelete(item, context), [child, ...answers]);
  const absent = context.absentOwnerCache.entries();
  return { requests: requests.slice(1).map(requestText), absent };
}

const DELETED = 'delete v1/configmaps ns/a';
const live = metaOf('owner');

describe('kinds that the mapper makes up', () => {
  it('[KM-03] a list is asked for where nobody serves it, and dangles', () => {
    const owner = ownedBy('owner', { kind: 'ConfigMapList' });
    const { requests, absent } = checked(owner, 'NotFound', live);
    expect(requests).toEqual(['get v1/configmaplists ns/owner', DELETED]);
    expect(absent).toEqual([identityOf('owner', { kind: 'ConfigMapList' })]);
    const nodes = checked(ownedBy('owner', { kind: 'NodeList' }), 'NotFound', live);
    expect(nodes.requests).toEqual(['get v1/nodelists owner', DELETED]);
  });
});
