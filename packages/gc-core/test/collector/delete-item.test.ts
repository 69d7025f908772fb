import { describe, expect, it } from 'vitest';
import { deleteItem } from '../../src/collector/delete-item.ts';
import type { ApiRequest } from '../../src/collector/object-client.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import { RELEASES } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { type Answer, drive } from '../support/drive-attempt.ts';
import { identityOf, metaOf, nodeOf, ownedBy } from '../support/nodes.ts';

const resource = ResourceTable.builtIn().forKind('v1', 'ConfigMap');
const item = nodeOf(identityOf('a'));
const classified = metaOf('a', { ownerReferences: [ownedBy('owner')] });

function run(...answers: Answer[]): { result: unknown; requests: ApiRequest[] } {
  return runFor(classified, ...answers);
}

function runFor(
  looked: ObjectMeta,
  ...answers: Answer[]
): { result: unknown; requests: ApiRequest[] } {
  if (!resource) throw new Error('ConfigMaps are not served');
  const address = { resource, namespace: 'ns', name: 'a' };
  const release = RELEASES['v1.36'];
  return drive(deleteItem(item, address, looked, 'Background', release), answers);
}

function optionsOf(request: ApiRequest | undefined): unknown {
  return request?.verb === 'delete' ? request.options : undefined;
}

describe('deleteItem', () => {
  it('[DE-05] after a conflict about another field it deletes by uid alone', () => {
    const { result, requests } = run(
      'Conflict',
      { ...classified, resourceVersion: '8' },
      classified,
    );
    expect(result).toBeUndefined();
    expect(requests.map((each) => each.verb)).toEqual(['delete', 'get', 'delete']);
    expect(optionsOf(requests[2])).toEqual({
      preconditions: { uid: 'a-uid' },
      propagationPolicy: 'Background',
    });
  });

  it.each([
    ['another uid', { uid: 'new-uid', resourceVersion: '8' }],
    ['the same resourceVersion', {}],
    ['no reference', { resourceVersion: '8', ownerReferences: [] }],
    [
      'a second reference',
      { resourceVersion: '8', ownerReferences: [ownedBy('owner'), ownedBy('b')] },
    ],
    [
      'a reference that blocks now',
      { resourceVersion: '8', ownerReferences: [ownedBy('owner', { blockOwnerDeletion: true })] },
    ],
    [
      'a controller now',
      { resourceVersion: '8', ownerReferences: [ownedBy('owner', { controller: true })] },
    ],
    ['another name', { resourceVersion: '8', ownerReferences: [ownedBy('owner', { name: 'x' })] }],
  ])('[DE-05] [DE-07] the conflict stands when the object has %s', (_name, difference) => {
    const { result } = run('Conflict', { ...classified, ...difference });
    expect(result).toEqual({ type: 'status', rule: 'DE-07', text: 'the server says Conflict' });
  });

  it('[DE-05] [DE-07] the conflict stands when one of several references changed', () => {
    const looked = metaOf('a', { ownerReferences: [ownedBy('first'), ownedBy('second')] });
    const changed = {
      ...looked,
      resourceVersion: '8',
      ownerReferences: [ownedBy('first'), ownedBy('second', { kind: 'Secret' })],
    };
    expect(runFor(looked, 'Conflict', changed).result).toMatchObject({ rule: 'DE-07' });
  });

  it('[DE-05] the conflict stands when the object cannot be read again', () => {
    expect(run('Conflict', 'InternalError').result).toMatchObject({
      type: 'status',
      text: 'the server says Conflict',
    });
  });

  it.each<[string, Answer[]]>([
    ['the DELETE', ['NotFound']],
    ['the look after a conflict', ['Conflict', 'NotFound']],
    ['the second DELETE', ['Conflict', { ...classified, resourceVersion: '8' }, 'NotFound']],
  ])('[DE-06] a 404 of %s means that it is gone', (_name, answers) => {
    expect(run(...answers).result).toEqual({ type: 'gone', rule: 'DE-06' });
  });

  it('[DE-05] another refusal of the second DELETE is an error', () => {
    const { result } = run('Conflict', { ...classified, resourceVersion: '8' }, 'Forbidden');
    expect(result).toEqual({ type: 'status', rule: 'DE-05', text: 'the server says Forbidden' });
  });

  it('[AD-W10] any other refusal is an error, without a second try', () => {
    const { result, requests } = run('InternalError');
    expect(result).toMatchObject({ type: 'status', text: 'the server says InternalError' });
    expect(requests).toHaveLength(1);
  });
});
