import { describe, expect, it } from 'vitest';
import { attemptToDelete } from '../../src/collector/attempt-to-delete.ts';
import { requestText } from '../../src/collector/object-client.ts';
import { drive, recordingContext } from '../support/drive-attempt.ts';
import { identityOf, metaOf, nodeOf, ownedBy } from '../support/nodes.ts';

describe('what the graph says is a hint', () => {
  it('[CO-03] [GB-46] an object that lost its references stays, though the graph knows them still', () => {
    const item = nodeOf(identityOf('a'), [ownedBy('gone')]);
    const { result, requests } = drive(attemptToDelete(item, recordingContext()), [metaOf('a')]);
    expect(requests.map(requestText)).toEqual(['get v1/configmaps ns/a']);
    expect(result).toEqual({ action: 'forget', rule: 'AD-11' });
  });
});
