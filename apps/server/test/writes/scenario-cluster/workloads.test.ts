import type { Manifest } from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import { withMinimalFields } from '../../../src/writes/scenario-cluster/minimal-fields.ts';
import { Workloads } from '../../../src/writes/scenario-cluster/workloads.ts';

function object(kind: string, uid: string, controller?: string): Manifest {
  const owner = { apiVersion: 'apps/v1', kind: 'Any', name: 'any', uid: controller ?? '' };
  const ownerReferences = controller === undefined ? [] : [{ ...owner, controller: true }];
  return {
    apiVersion: 'v1',
    kind,
    metadata: { name: uid, namespace: 'shop', uid, ownerReferences },
  };
}

const DEPLOYMENT = object('Deployment', 'deployment');
const REPLICA_SET = object('ReplicaSet', 'replica-set', 'deployment');
const PODS = [object('Pod', 'one', 'replica-set'), object('Pod', 'two', 'replica-set')];
const STRAY = object('Pod', 'stray');

describe('workloads of a scenario', () => {
  const [first, second] = PODS;
  const objects = [DEPLOYMENT, REPLICA_SET, STRAY, ...(first ? [first] : [])];
  const steps = second ? [{ create: second }] : [];
  const workloads = new Workloads({ objects, steps }, 'run');

  it('select what names them as controller, and nothing else', () => {
    const { selected } = workloads.of(REPLICA_SET);
    for (const pod of PODS) expect(workloads.labels(pod)).toEqual(selected);
    expect(workloads.labels(REPLICA_SET)).toEqual(workloads.of(DEPLOYMENT).selected);
    expect(workloads.of(DEPLOYMENT).selected).not.toEqual(selected);
    expect(workloads.labels(STRAY)).toEqual({});
  });

  it('want the Pods that the scenario puts under them, at any depth and time', () => {
    expect(workloads.of(DEPLOYMENT).replicas).toBe(2);
    expect(workloads.of(REPLICA_SET).replicas).toBe(2);
    expect(workloads.of(STRAY).replicas).toBe(0);
    const circle = [object('ReplicaSet', 'a', 'b'), object('ReplicaSet', 'b', 'a')];
    expect(new Workloads({ objects: circle }, 'run').of(object('ReplicaSet', 'a')).replicas).toBe(
      0,
    );
  });

  it('have a spec that can be stored and makes no Pod; what is written goes before', () => {
    const workload = workloads.of(REPLICA_SET);
    const filled = withMinimalFields('apps', { ...REPLICA_SET, spec: { replicas: 5 } }, workload);
    expect(filled.spec).toMatchObject({
      replicas: 5,
      selector: { matchLabels: workload.selected },
      template: {
        metadata: { labels: workload.selected },
        spec: { priorityClassName: 'gcscope-nobody', containers: [{ name: 'main' }] },
      },
    });
    const plain = object('ConfigMap', 'plain');
    expect(withMinimalFields('', plain, workloads.of(plain))).toEqual(plain);
  });
});
