import { describe, expect, it } from 'vitest';
import { countKinds, touchedNamespaces } from '../../../src/insight/forecast/forecast-lines.ts';
import type { ObjectReference } from '../../../src/meta/object-reference.ts';
import { forecastOf, NOTHING, under } from '../../support/forecasts.ts';
import { identityOf, ownedBy } from '../../support/nodes.ts';
import { objectOf } from '../../support/simulate.ts';

function lines(
  ...objects: readonly ObjectReference[]
): { object: ObjectReference; rule: string }[] {
  return objects.map((object) => ({ object, rule: 'AD-17' }));
}

const job = identityOf('j', { apiVersion: 'batch/v1', kind: 'Job' });
const other = identityOf('o', { apiVersion: 'x.example.com/v1', kind: 'Job' });
const map = identityOf('m');

describe('the summary of a forecast', () => {
  it('counts each kind of each group once, in each way, the most concerned first', () => {
    const [kept] = lines(other).map((each) => ({ ...each, owner: map }));
    const [unread] = lines(job).map((each) => ({ ...each, unread: ['Secret'] }));
    const by = { type: 'object', object: map } as const;
    const blocked = lines(map, job).map((each) => ({ ...each, by, terminating: false }));
    const nothing = { deleted: 0, orphaned: 0, kept: 0, blocked: 0, leftAlone: 0, notVerified: 0 };
    const [alone] = lines(map).map((each) => ({ ...each, reference: ownedBy('x'), text: [] }));
    expect(
      countKinds({
        deleted: lines(map, job, job, other, job),
        orphaned: lines(other),
        kept: kept ? [kept] : [],
        blocked,
        leftAlone: alone ? [alone] : [],
        notVerified: unread ? [unread] : [],
      }),
    ).toEqual([
      { ...nothing, kind: 'Job.batch', deleted: 3, blocked: 1, notVerified: 1 },
      { ...nothing, kind: 'ConfigMap', deleted: 1, blocked: 1, leftAlone: 1 },
      { ...nothing, kind: 'Job.x.example.com', deleted: 1, orphaned: 1, kept: 1 },
    ]);
    expect(countKinds(NOTHING)).toEqual([]);
  });

  it('names the namespaces in which something changes, and none where all is kept', () => {
    const at = (namespace: string): ObjectReference => identityOf('a', { namespace });
    const by = { type: 'object', object: map } as const;
    expect(
      touchedNamespaces({
        deleted: lines(at('b'), at('b'), at('a')),
        orphaned: lines(at('c'), at('b')),
        kept: lines(at('k')).map((each) => ({ ...each, owner: map })),
        blocked: lines(at('')).map((each) => ({ ...each, by, terminating: true })),
        leftAlone: lines(at('l')).map((each) => ({ ...each, reference: ownedBy('x'), text: [] })),
        notVerified: lines(at('n')).map((each) => ({ ...each, unread: [] })),
      }),
    ).toEqual(['', 'a', 'b', 'c']);
  });

  it('[FN-05] tells of claims and volumes alone, and what has to happen before they go', () => {
    const claim = { kind: 'PersistentVolumeClaim' };
    const owned = { ownerReferences: [ownedBy('owner')] };
    const objects = [
      objectOf('owner'),
      objectOf('held', { ...owned, finalizers: ['example.com/hold'] }),
      objectOf('below', { ownerReferences: [ownedBy('held')] }, claim),
      objectOf('free', owned, claim),
      objectOf('used', { ...owned, finalizers: ['kubernetes.io/pvc-protection'] }, claim),
      objectOf('volume', { namespace: '' }, { kind: 'PersistentVolume' }),
      objectOf('pvc-free-uid', { namespace: '' }, { kind: 'PersistentVolume' }),
      objectOf(
        'never',
        { ownerReferences: [ownedBy('owner'), ownedBy('x', { apiVersion: 'no.such/v1' })] },
        claim,
      ),
    ];
    const { storage } = under('Background', forecastOf(objects, ['owner', 'volume']));
    expect(
      storage.map(({ object, volume, ...more }) => ({
        object: object.name,
        ...(volume ? { volume: volume.name } : {}),
        ...more,
      })),
    ).toStrictEqual([
      { object: 'volume' },
      { object: 'free', volume: 'pvc-free-uid' },
      { object: 'used', after: 'kube-controller-manager removes it once no Pod uses the claim' },
      { object: 'below', after: 'what holds it is gone' },
    ]);
    // Another group's kinds of these names are none.
    const widget = { apiVersion: 'gc.example.com/v1', kind: 'Widget' };
    expect(under('Background', forecastOf([objectOf('w', {}, widget)], ['w'])).storage).toEqual([]);
  });
});
