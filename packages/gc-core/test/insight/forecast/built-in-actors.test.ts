import { describe, expect, it } from 'vitest';
import type { ApiObject, ObjectMeta } from '../../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../../src/meta/object-reference.ts';
import {
  blocking,
  deleting,
  described,
  forecastOf,
  forecastUnder,
  NOTHING,
  under,
} from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { objectOf } from '../../support/simulate.ts';

const APPS = 'apps/v1';
const POD = { kind: 'Pod' };

const controlled = (name: string, kind: string, apiVersion = APPS): OwnerReference =>
  blocking(name, { apiVersion, kind, controller: true });
const claim = (name: string, more: Partial<ObjectMeta> = {}): ApiObject =>
  objectOf(
    name,
    { finalizers: ['kubernetes.io/pvc-protection'], ...more },
    { kind: 'PersistentVolumeClaim' },
  );
const volume = (name: string): ApiObject =>
  objectOf(
    name,
    { namespace: '', finalizers: ['kubernetes.io/pv-protection'] },
    { kind: 'PersistentVolume' },
  );

describe('what goes once Kubernetes has done its part', () => {
  it('[API-51] a Pod when its kubelet has ended it, what waits for it then; seconds say how long', () => {
    const objects = [
      objectOf('rs', {}, { apiVersion: APPS, kind: 'ReplicaSet' }),
      objectOf('pod', { ownerReferences: [controlled('rs', 'ReplicaSet')] }, POD),
      objectOf('map', { ownerReferences: [ownedBy('pod', POD)] }),
    ];
    const all = forecastOf(objects, ['rs']);
    expect(described(under('Background', all)).deleted).toEqual([
      'map AD-17, after object pod AD-17',
      'pod AD-17, after kubelet API-51',
      'rs API-38',
    ]);
    // It does not block the Pod, which is a waiting owner while it ends.
    expect(described(under('Foreground', all)).deleted).toEqual([
      'map AD-17',
      'pod AD-15, after kubelet API-51',
      'rs FG-01, after object pod FG-02',
    ]);
    expect(under('Background', all).seconds).toBe(30);
    expect(under('Orphan', all).seconds).toBe(0);
  });

  it('[FN-07] a Pod of a Job when the Job controller has counted it', () => {
    const meta = { finalizers: ['batch.kubernetes.io/job-tracking'] };
    expect(deleting([objectOf('pod', meta, POD)], 'pod')).toEqual({
      ...NOTHING,
      deleted: ['pod API-51, after kubelet API-51'],
    });
  });

  it('[FN-05] a claim when no Pod uses it, and what it owns with it', () => {
    const child = objectOf('child', {
      ownerReferences: [ownedBy('data', { kind: 'PersistentVolumeClaim' })],
    });
    const objects = [claim('data'), child, objectOf('user', {}, POD)];
    const { deleted, blocked } = forecastUnder('Background', objects, ['data']);
    expect(blocked).toEqual([]);
    expect(deleted).toMatchObject([
      {
        object: { name: 'data' },
        after: {
          type: 'finalizer',
          rule: 'FN-05',
          removedBy: 'kube-controller-manager removes it once no Pod uses the claim',
        },
      },
      { object: { name: 'child' }, after: { type: 'object', object: { name: 'data' } } },
    ]);
  });

  describe('[FN-05] a claim that a Pod uses, which names and owners tell', () => {
    const data = claim('data-db-0');
    const pod = objectOf('db-0', { ownerReferences: [controlled('db', 'StatefulSet')] }, POD);
    const set = objectOf('db', {}, { apiVersion: APPS, kind: 'StatefulSet' });

    it('stays in Terminating while the Pod of its StatefulSet is there', () => {
      expect(deleting([data, pod, set], 'data-db-0')).toEqual({
        ...NOTHING,
        blocked: ['data-db-0 by object db-0 FN-05, terminating'],
      });
    });

    it('stays in Terminating while the Pod that owns it is there', () => {
      const scratch = claim('x-scratch', { ownerReferences: [controlled('x', 'Pod', 'v1')] });
      expect(deleting([scratch, objectOf('x', {}, POD)], 'x-scratch')).toEqual({
        ...NOTHING,
        blocked: ['x-scratch by object x FN-05, terminating'],
      });
    });

    it('without the finalizer it waits for what else blocks it', () => {
      const free = objectOf('data-db-0', {}, { kind: 'PersistentVolumeClaim' });
      const reference = { ...blocking('data-db-0'), kind: 'PersistentVolumeClaim' };
      const snap = objectOf('snap', { ownerReferences: [reference], finalizers: ['e.com/hold'] });
      const { blocked } = forecastUnder('Foreground', [free, pod, set, snap], ['data-db-0']);
      expect(blocked).toMatchObject([
        { object: { name: 'data-db-0' }, rule: 'FG-02', by: { object: { name: 'snap' } } },
        { object: { name: 'snap' } },
      ]);
    });

    it('goes after its Pod where both go', () => {
      const owned = claim('data-db-0', { ownerReferences: [controlled('db', 'StatefulSet')] });
      expect(deleting([owned, pod, set], 'db')).toEqual({
        ...NOTHING,
        deleted: [
          'data-db-0 AD-17, after object db-0 FN-05',
          'db API-38',
          'db-0 AD-17, after kubelet API-51',
        ],
      });
    });

    it('goes where a Pod of such a name is of no StatefulSet, or of another one', () => {
      const goes = {
        ...NOTHING,
        deleted: ['data-db-0 API-35, after finalizer kubernetes.io/pvc-protection FN-05'],
      };
      expect(deleting([data, objectOf('db-0', {}, POD)], 'data-db-0')).toEqual(goes);
      const other = [controlled('other', 'StatefulSet')];
      expect(
        deleting([data, objectOf('db-0', { ownerReferences: other }, POD)], 'data-db-0'),
      ).toEqual(goes);
    });
  });

  it('[API-35] but not if another finalizer holds it, too', () => {
    const finalizers = ['kubernetes.io/pvc-protection', 'example.com/hold'];
    expect(deleting([claim('data', { finalizers })], 'data')).toEqual({
      ...NOTHING,
      blocked: ['data by finalizer example.com/hold API-35, terminating'],
    });
  });

  it('[FN-06] a volume when its claim is gone, which its name tells', () => {
    const bound = volume('pvc-data-uid');
    expect(deleting([claim('data'), bound], 'pvc-data-uid')).toEqual({
      ...NOTHING,
      blocked: ['pvc-data-uid by object data FN-06, terminating'],
    });
    expect(deleting([claim('data'), bound], ['data', 'pvc-data-uid']).deleted).toEqual([
      'data API-35, after finalizer kubernetes.io/pvc-protection FN-05',
      'pvc-data-uid API-35, after object data FN-06',
    ]);
    expect(deleting([volume('nfs')], 'nfs').deleted).toEqual([
      'nfs API-35, after finalizer kubernetes.io/pv-protection FN-06',
    ]);
  });

  it('[FN-05] a kind of the same name in another group is not guarded', () => {
    const meta = { finalizers: ['kubernetes.io/pvc-protection'] };
    const type = { apiVersion: 'gc.example.com/v1', kind: 'Widget' };
    expect(deleting([objectOf('w', meta, type)], 'w')).toEqual({
      ...NOTHING,
      blocked: ['w by finalizer kubernetes.io/pvc-protection FN-05, terminating'],
    });
  });
});

describe('what is made anew', () => {
  const remade = (objects: readonly ApiObject[], ...names: string[]): (string | undefined)[] =>
    forecastUnder('Background', objects, names).deleted.map(({ remadeBy }) => remadeBy?.name);

  it.each([
    ['v1', 'Pod', APPS, 'ReplicaSet'],
    ['v1', 'Pod', APPS, 'StatefulSet'],
    ['v1', 'Pod', APPS, 'DaemonSet'],
    ['v1', 'Pod', 'batch/v1', 'Job'],
    ['v1', 'Pod', 'v1', 'ReplicationController'],
    [APPS, 'ReplicaSet', APPS, 'Deployment'],
  ])('[AD-14] %s %s of %s %s, as long as that lives on', (apiVersion, kind, by, maker) => {
    const controller = objectOf('maker', {}, { apiVersion: by, kind: maker });
    const ownerReferences = [controlled('maker', maker, by)];
    const part = objectOf('part', { ownerReferences }, { apiVersion, kind });
    expect(remade([controller, part], 'part')).toEqual(['maker']);
    expect(remade([controller, part], 'part', 'maker')).toEqual([undefined, undefined]);
  });

  it('[AD-14] nothing else: no plain owner, no other kind, none that is being deleted', () => {
    const type = { apiVersion: APPS, kind: 'ReplicaSet' };
    const plain = objectOf('p', { ownerReferences: [ownedBy('rs', type)] }, POD);
    expect(remade([objectOf('rs', {}, type), plain], 'p')).toEqual([undefined]);
    const map = objectOf('m', { ownerReferences: [controlled('rs', 'ReplicaSet')] });
    expect(remade([objectOf('rs', {}, type), map], 'm')).toEqual([undefined]);
    const going = { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['example.com/hold'] };
    const pod = objectOf('p', { ownerReferences: [controlled('rs', 'ReplicaSet')] }, POD);
    expect(remade([objectOf('rs', going, type), pod], 'p')).toEqual([undefined]);
  });
});
