import { describe, expect, it } from 'vitest';
import { helloDeployment, MovingWorld } from '../support/moving-world.ts';

function startDemo(): MovingWorld {
  const moving = new MovingWorld();
  moving.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'demo' } });
  moving.client.create(helloDeployment('demo'));
  moving.seconds(10);
  return moving;
}

function inDemo(moving: MovingWorld): string[] {
  return moving
    .all()
    .filter(({ metadata }) => metadata.namespace === 'demo')
    .map(({ kind }) => kind);
}

describe('the namespace controllers', () => {
  it('give a new namespace its ServiceAccount and root certificate', () => {
    const moving = startDemo();
    moving.get('ServiceAccount', 'demo', 'default');
    moving.get('ConfigMap', 'demo', 'kube-root-ca.crt');
  });

  it('[NS-07] delete Pods first and everything else after them, then the namespace', () => {
    const moving = startDemo();
    moving.delete(moving.get('Namespace', '', 'demo'), {});
    moving.seconds(5.5);
    expect(inDemo(moving)).toContain('Deployment');
    expect(
      moving.all().filter((o) => o.metadata.namespace === 'demo' && o.kind === 'Pod'),
    ).toSatisfy((pods: { metadata: { deletionTimestamp?: string } }[]) =>
      pods.every(({ metadata }) => metadata.deletionTimestamp !== undefined),
    );
    moving.seconds(60);
    expect(inDemo(moving)).toEqual([]);
    expect(moving.find('Namespace', '', 'demo')).toBeUndefined();
  });

  it('[NS-03] let nothing be created in a namespace that is going or that does not exist', () => {
    const moving = startDemo();
    moving.delete(moving.get('Namespace', '', 'demo'), {});
    const inside = (namespace: string): object | undefined =>
      moving.client.create({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'x', namespace },
      });
    expect(inside('demo')).toBeUndefined();
    expect(inside('nowhere')).toBeUndefined();
    expect(inside('default')).toBeDefined();
  });
});
