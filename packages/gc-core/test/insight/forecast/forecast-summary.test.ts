import { describe, expect, it } from 'vitest';
import type { ApiObject, ObjectMeta } from '../../../src/meta/object-meta.ts';
import { forecastUnder } from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { objectOf } from '../../support/simulate.ts';
import { WIDGET } from '../../support/widgets.ts';

describe('the summary of a forecast', () => {
  it('counts each kind of each group in each way, the most concerned first, and names where something changes', () => {
    const below = (name: string, more: Partial<ObjectMeta> = {}, type = {}): ApiObject =>
      objectOf(name, { ownerReferences: [ownedBy('owner')], ...more }, type);
    const keeper = [ownedBy('owner'), ownedBy('keeper')];
    const unserved = [ownedBy('owner'), ownedBy('x', { apiVersion: 'no.such/v1' })];
    const objects = [
      ...['owner', 'keeper', 'calm'].map((name) => objectOf(name)),
      ...['w1', 'w2', 'w3', 'w4'].map((name) => below(name, {}, WIDGET)),
      below('held', { finalizers: ['example.com/hold'] }, WIDGET),
      objectOf('behind', { ownerReferences: [ownedBy('held', WIDGET)] }, WIDGET),
      below('kept', { ownerReferences: keeper }),
      below('alone', { ownerReferences: unserved }),
      objectOf('far', { namespace: 'far' }),
    ];
    const { kinds, namespaces } = forecastUnder('Background', objects, ['owner', 'far']);
    const zeros = { deleted: 0, orphaned: 0, kept: 0, leftAlone: 0, notVerified: 0 };
    const none = { ...zeros, blocked: 0, waiting: 0 };
    expect(kinds).toEqual([
      { ...none, kind: 'Widget.gc.example.com', deleted: 4, blocked: 2, waiting: 1 },
      { ...none, kind: 'ConfigMap', deleted: 2, kept: 1, leftAlone: 1 },
    ]);
    expect(namespaces).toEqual(['far', 'shop']);
  });

  it('names the namespace of an object that another owner keeps: it loses a reference', () => {
    const owners = [ownedBy('n', { kind: 'Node' }), ownedBy('keeper')];
    const node = objectOf('n', { namespace: '' }, { kind: 'Node' });
    const objects = [node, objectOf('keeper'), objectOf('kept', { ownerReferences: owners })];
    const { kept, namespaces } = forecastUnder('Background', objects, ['n']);
    expect(kept).toHaveLength(1);
    expect(namespaces).toEqual(['', 'shop']);
  });

  it('names no namespace in which all is left alone or not verified', () => {
    const reference = ownedBy('x', { apiVersion: 'no.such/v1' });
    const alone = objectOf('a', { ownerReferences: [ownedBy('n', { kind: 'Node' }), reference] });
    const node = objectOf('n', { namespace: '' }, { kind: 'Node' });
    expect(forecastUnder('Background', [node, alone], ['n']).namespaces).toEqual(['']);
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
    const { storage } = forecastUnder('Background', objects, ['owner', 'volume']);
    expect(
      storage.map(({ object, volume, ...more }) => ({
        object: object.name,
        ...(volume ? { volume: volume.name } : {}),
        ...more,
      })),
    ).toStrictEqual([
      { object: 'volume' },
      { object: 'free', volume: 'pvc-free-uid' },
      {
        object: 'used',
        after:
          'its finalizer is removed: kube-controller-manager removes it once no Pod uses the claim',
      },
      { object: 'below', after: 'ConfigMap held is gone' },
    ]);
    // Another group's kinds of these names are none.
    expect(forecastUnder('Background', [objectOf('w', {}, WIDGET)], ['w']).storage).toEqual([]);
  });
});
