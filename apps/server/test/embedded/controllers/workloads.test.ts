import { describe, expect, it } from 'vitest';
import { isActive, isReady } from '../../../src/embedded/controllers/pod-state.ts';
import { DEPLOYMENT_SPEC, helloDeployment, MovingWorld } from '../support/moving-world.ts';

function startHello(): MovingWorld {
  const moving = new MovingWorld();
  moving.client.create(helloDeployment());
  moving.seconds(10);
  return moving;
}

function podsOf(moving: MovingWorld): ReturnType<MovingWorld['all']> {
  return moving.all().filter((o) => o.kind === 'Pod' && o.metadata.labels?.app === 'hello');
}

describe('workload controllers', () => {
  it('make ReplicaSet and Pods of a Deployment, place and start them', () => {
    const moving = startHello();
    const deployment = moving.get('Deployment', 'default', 'hello');
    expect(deployment.status).toMatchObject({ readyReplicas: 2, observedGeneration: 1 });
    const [replicaSet, ...others] = moving.ownedBy(deployment);
    expect(others).toEqual([]);
    expect(podsOf(moving).filter(isReady)).toHaveLength(2);
    for (const pod of podsOf(moving)) {
      expect(pod.metadata.ownerReferences).toEqual([
        expect.objectContaining({
          uid: replicaSet?.metadata.uid,
          controller: true,
          blockOwnerDeletion: true,
        }),
      ]);
      expect(pod.spec).toMatchObject({ nodeName: expect.stringMatching(/^worker-/) });
    }
  });

  it('roll a new template out with one Pod more, none fewer ready, and keep the old ReplicaSet empty', () => {
    const moving = startHello();
    const spec = { template: { spec: { containers: [{ name: 'hello', image: 'hello:2' }] } } };
    moving.client.patch(moving.get('Deployment', 'default', 'hello'), { spec });
    for (let i = 0; i < 150; i++) {
      moving.seconds(0.1);
      expect(podsOf(moving).filter(isReady).length).toBeGreaterThanOrEqual(2);
      expect(podsOf(moving).filter(isActive).length).toBeLessThanOrEqual(3);
    }
    const deployment = moving.get('Deployment', 'default', 'hello');
    const replicaSets = moving.ownedBy(deployment);
    expect(replicaSets.map((r) => (r.spec as { replicas: number }).replicas)).toEqual([0, 2]);
    expect(deployment.metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('2');
  });

  it('forget old ReplicaSets beyond the history limit', () => {
    const moving = startHello();
    for (let version = 2; version <= 5; version++) {
      const containers = [{ name: 'hello', image: `hello:${version}` }];
      const spec = { revisionHistoryLimit: 1, template: { spec: { containers } } };
      moving.client.patch(moving.get('Deployment', 'default', 'hello'), { spec });
      moving.seconds(15);
    }
    expect(moving.ownedBy(moving.get('Deployment', 'default', 'hello'))).toHaveLength(2);
  });

  it('replace a deleted Pod', () => {
    const moving = startHello();
    const [pod] = podsOf(moving);
    if (!pod) throw new Error('no Pod');
    moving.delete(pod, {});
    moving.seconds(10);
    expect(podsOf(moving)).toHaveLength(2);
    expect(podsOf(moving).map(({ metadata }) => metadata.uid)).not.toContain(pod.metadata.uid);
  });

  it('[API-51] let the kubelet end a Pod within its grace period', () => {
    const moving = startHello();
    const [pod] = podsOf(moving);
    if (!pod) throw new Error('no Pod');
    moving.delete(pod, {});
    expect(moving.get('Pod', 'default', pod.metadata.name).metadata).toMatchObject({
      deletionGracePeriodSeconds: 30,
    });
    moving.seconds(4);
    expect(moving.find('Pod', 'default', pod.metadata.name)).toBeUndefined();
  });

  it.each(['Background', 'Foreground'])('leave nothing of a Deployment deleted in %s', (policy) => {
    const moving = startHello();
    moving.delete(moving.get('Deployment', 'default', 'hello'), { propagationPolicy: policy });
    moving.seconds(8);
    const left = moving.all().filter(({ metadata }) => metadata.name.startsWith('hello'));
    expect(left).toEqual([]);
  });

  it('[OR-07] leave the ReplicaSet of an orphaned Deployment, for the next one to adopt', () => {
    const moving = startHello();
    const deployment = moving.get('Deployment', 'default', 'hello');
    const [replicaSet] = moving.ownedBy(deployment);
    moving.delete(deployment, { propagationPolicy: 'Orphan' });
    moving.seconds(5);
    expect(moving.find('Deployment', 'default', 'hello')).toBeUndefined();
    const name = replicaSet?.metadata.name ?? '';
    expect(moving.get('ReplicaSet', 'default', name).metadata.ownerReferences).toBeUndefined();
    moving.client.create(helloDeployment());
    moving.seconds(5);
    const next = moving.get('Deployment', 'default', 'hello');
    expect(moving.ownedBy(next).map(({ metadata }) => metadata.uid)).toEqual([
      replicaSet?.metadata.uid,
    ]);
    expect(podsOf(moving)).toHaveLength(2);
  });

  it('bring a StatefulSet Pod back with its claim, and one Pod per node for a DaemonSet', () => {
    const moving = new MovingWorld();
    const before = moving.get('Pod', 'shop', 'sessions-1');
    moving.delete(before, {});
    moving.delete(moving.get('Node', '', 'worker-3'), {});
    moving.seconds(20);
    const after = moving.get('Pod', 'shop', 'sessions-1');
    expect(after.metadata.uid).not.toBe(before.metadata.uid);
    expect(after.spec).toMatchObject({
      volumes: [{ persistentVolumeClaim: { claimName: 'data-sessions-1' } }],
    });
    const proxy = moving.get('DaemonSet', 'kube-system', 'kube-proxy');
    expect(moving.ownedBy(proxy, 'Pod')).toHaveLength(3);
  });

  it('[FN-07] keep a Pod of a Job until it is counted, and let it go when the Job is gone', () => {
    const moving = new MovingWorld();
    const template = { spec: { restartPolicy: 'Never', ...DEPLOYMENT_SPEC.template.spec } };
    const metadata = { name: 'once', namespace: 'default' };
    const job = { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { template } };
    moving.client.create(job);
    moving.seconds(1);
    const [pod] = moving.ownedBy(moving.get('Job', 'default', 'once'));
    expect(pod?.metadata.finalizers).toEqual(['batch.kubernetes.io/job-tracking']);
    moving.seconds(20);
    const done = moving.get('Job', 'default', 'once');
    expect(done.status).toMatchObject({ succeeded: 1, active: 0 });
    expect(moving.ownedBy(done)[0]?.metadata.finalizers).toBeUndefined();
    moving.client.create({ ...job, metadata: { ...metadata, name: 'twice' } });
    moving.seconds(3);
    moving.delete(moving.get('Job', 'default', 'twice'), { propagationPolicy: 'Background' });
    moving.seconds(15);
    expect(moving.all().filter((o) => o.metadata.name.startsWith('twice'))).toEqual([]);
  });

  it('delete a finished Job in the foreground once its time to live is over', () => {
    const moving = new MovingWorld();
    const template = { spec: { restartPolicy: 'Never', ...DEPLOYMENT_SPEC.template.spec } };
    moving.client.create({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'brief', namespace: 'default' },
      spec: { ttlSecondsAfterFinished: 5, template },
    });
    moving.seconds(40);
    expect(moving.find('Job', 'default', 'brief')).toBeUndefined();
    const foreground = moving.events.some(
      ({ object: { kind, metadata } }) =>
        kind === 'Job' && metadata.finalizers?.includes('foregroundDeletion'),
    );
    expect(foreground).toBe(true);
  });

  it('survive whatever a user writes into spec and status', () => {
    const moving = new MovingWorld();
    const kinds = [
      ['apps/v1', 'Deployment'],
      ['apps/v1', 'ReplicaSet'],
      ['apps/v1', 'StatefulSet'],
      ['apps/v1', 'DaemonSet'],
      ['batch/v1', 'Job'],
      ['batch/v1', 'CronJob'],
      ['v1', 'Pod'],
      ['v1', 'PersistentVolumeClaim'],
      ['example.com/v1', 'Database'],
    ] as const;
    const specs: unknown[] = [null, 7, [], 'x', { replicas: 'many', template: [], schedule: 3 }];
    for (const [apiVersion, kind] of kinds) {
      specs.forEach((spec, i) => {
        const metadata = { name: `odd-${i}`, namespace: 'default' };
        moving.client.create({ apiVersion, kind, metadata, spec });
      });
    }
    expect(() => moving.seconds(30)).not.toThrow();
    moving.get('Deployment', 'default', 'odd-4');
    moving.get('Database', 'default', 'odd-3');
  });
});
