import { describe, expect, it } from 'vitest';
import { attemptToDelete } from '../../src/collector/attempt-to-delete.ts';
import { drive, recordingContext } from '../support/drive-attempt.ts';
import { identityOf, metaOf, nodeOf, ownedBy } from '../support/nodes.ts';

describe('an owner that is not there', () => {
  it.each([
    ['CL-05', 'NotFound'],
    ['CL-07', metaOf('owner', { uid: 'another' })],
  ] as const)('[AC-04] [%s] is remembered by its identity', (rule, answer) => {
    const context = recordingContext();
    const owned = metaOf('a', { ownerReferences: [ownedBy('owner')] });
    drive(attemptToDelete(nodeOf(identityOf('a')), context), [owned, answer, owned]);
    expect(context.notes.map((each) => each.rule)).toContain(rule);
    expect(context.absentOwnerCache.entries()).toEqual([identityOf('owner')]);
  });
});
