import { describe, expect, it } from 'vitest';
import { MovingWorld } from '../support/moving-world.ts';

const WIDGETS = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.org' },
  spec: {
    group: 'example.org',
    names: { plural: 'widgets', kind: 'Widget' },
    scope: 'Namespaced',
    versions: [
      { name: 'v1', served: true, storage: true },
      { name: 'v1alpha1', served: false },
    ],
  },
} as const;

describe('custom resources', () => {
  it('are served as soon as they are defined, and no longer when the definition is gone', () => {
    const moving = new MovingWorld();
    const { table } = moving.world.apiServer;
    expect(table.forKind('example.org/v1', 'Widget')).toBeUndefined();
    const definition = moving.client.create(WIDGETS);
    if (!definition) throw new Error('not created');
    moving.seconds(1);
    const served = moving.world.apiServer.table;
    expect(served.forKind('example.org/v1', 'Widget')).toMatchObject({ custom: true });
    expect(served.forKind('example.org/v1alpha1', 'Widget')).toBeUndefined();
    const metadata = { name: 'w', namespace: 'default' };
    const widget = moving.client.create({ apiVersion: 'example.org/v1', kind: 'Widget', metadata });
    expect(widget).toBeDefined();
    moving.delete(moving.get('CustomResourceDefinition', '', 'widgets.example.org'), {});
    moving.seconds(3);
    expect(moving.find('Widget', 'default', 'w')).toBeUndefined();
    expect(moving.find('CustomResourceDefinition', '', 'widgets.example.org')).toBeUndefined();
    expect(moving.world.apiServer.table.forKind('example.org/v1', 'Widget')).toBeUndefined();
  });

  it('[FN-04] hold their definition as long as a finalizer holds one of them', () => {
    const moving = new MovingWorld();
    moving.client.create(WIDGETS);
    moving.seconds(1);
    const metadata = { name: 'w', namespace: 'default', finalizers: ['example.org/hold'] };
    moving.client.create({ apiVersion: 'example.org/v1', kind: 'Widget', metadata });
    moving.delete(moving.get('CustomResourceDefinition', '', 'widgets.example.org'), {});
    moving.seconds(10);
    moving.get('CustomResourceDefinition', '', 'widgets.example.org');
    moving.client.removeFinalizer(moving.get('Widget', 'default', 'w'), 'example.org/hold');
    moving.seconds(3);
    expect(moving.find('CustomResourceDefinition', '', 'widgets.example.org')).toBeUndefined();
  });

  it('a Database gets its parts from the operator, and all of them go with it', () => {
    const moving = new MovingWorld();
    const metadata = { name: 'extra', namespace: 'default' };
    const spec = { instances: 1, version: '17', account: 'production' };
    moving.client.create({ apiVersion: 'example.com/v1', kind: 'Database', metadata, spec });
    moving.seconds(15);
    const database = moving.get('Database', 'default', 'extra');
    const kinds = moving.ownedBy(database).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['ConfigMap', 'Secret', 'Service', 'StatefulSet']);
    const service = moving.get('Service', 'default', 'extra-db');
    expect(moving.ownedBy(service).map(({ kind }) => kind)).toEqual(['EndpointSlice']);
    moving.get('PersistentVolumeClaim', 'default', 'data-extra-db-0');
    expect(moving.get('Pod', 'default', 'extra-db-0').status).toMatchObject({ phase: 'Running' });
    const volumes = moving.all().filter(({ kind }) => kind === 'PersistentVolume').length;
    moving.delete(database, { propagationPolicy: 'Background' });
    moving.seconds(20);
    const left = moving.all().filter(({ metadata: { name } }) => name.includes('extra'));
    expect(left).toEqual([]);
    expect(moving.all().filter(({ kind }) => kind === 'PersistentVolume')).toHaveLength(
      volumes - 1,
    );
  });
});
