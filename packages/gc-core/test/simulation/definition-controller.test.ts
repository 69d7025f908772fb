import { describe, expect, it } from 'vitest';
import { CLEANUP_FINALIZER } from '../../src/meta/finalizers.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import type { NamespacePass } from '../../src/simulation/namespace-controller.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { objectOf, settled } from '../support/simulate.ts';
import { definition, WIDGET, WIDGETS } from '../support/widgets.ts';

const NAME = 'widgets.gc.example.com';
const OTHERS = { ...WIDGETS, group: 'x.example.com' };
const table = ResourceTable.builtIn([WIDGETS, OTHERS]);
const definitions = table.forKind('apiextensions.k8s.io/v1', 'CustomResourceDefinition');

function world(...objects: readonly ApiObject[]): Simulation {
  return settled([definition(), ...objects], { table });
}

function deleteDefinition(simulation: Simulation): void {
  if (!definitions) throw new Error('Definitions are not served.');
  simulation.apiServer.delete({ resource: definitions, namespace: '', name: NAME });
}

function left({ apiServer }: Simulation): string[] {
  return Array.from(apiServer.all(), ({ metadata }) => metadata.name).sort();
}

describe('the definition of a kind', () => {
  it('[FN-04] that is deleted takes along the objects of its kind, and goes last', () => {
    const other = objectOf('o', {}, { ...WIDGET, apiVersion: 'x.example.com/v1' });
    const simulation = world(objectOf('w', {}, WIDGET), objectOf('v', {}, WIDGET), other);
    const passes: NamespacePass[] = [];
    simulation.listen({ controllerPass: (pass) => passes.push(pass) });
    deleteDefinition(simulation);
    expect(left(simulation)).toHaveLength(4);
    simulation.settle();
    expect(left(simulation)).toEqual(['o']);
    const sent = passes.map(({ rule, requests }) => [rule, requests.map(({ method }) => method)]);
    expect(sent).toEqual([['FN-04', ['DELETE', 'DELETE', 'PATCH']]]);
    expect(passes[0]?.subject).toMatchObject({ kind: 'CustomResourceDefinition', name: NAME });
  });

  it('[FN-04] waits for objects that are held, and goes when the last of them does', () => {
    const held = objectOf('w', { finalizers: ['example.com/hold'] }, WIDGET);
    const simulation = world(held, objectOf('v', {}, WIDGET));
    deleteDefinition(simulation);
    simulation.settle();
    expect(left(simulation)).toEqual(['w', NAME]);
    const patch = { metadata: { finalizers: null } };
    simulation.apiServer.patch({ resource: WIDGETS, namespace: 'shop', name: 'w' }, 'merge', patch);
    simulation.settle();
    expect(left(simulation)).toEqual([]);
  });

  it('[API-69] that is being cleaned up has no new objects, whatever they are called', () => {
    const simulation = world(objectOf('w', { finalizers: ['example.com/hold'] }, WIDGET));
    const createsNamed = (name: string): unknown => {
      const manifest = { ...WIDGET, metadata: { name } };
      const result = simulation.apiServer.create(WIDGETS, 'shop', manifest);
      return result.ok ? result.code : result.status;
    };
    expect(createsNamed('before')).toBe(201);
    deleteDefinition(simulation);
    const refused = {
      code: 403,
      reason: 'Forbidden',
      message:
        'widgets.gc.example.com "w2" is forbidden: create not allowed while custom resource definition is terminating',
      details: { name: 'w2', group: 'gc.example.com', kind: 'widgets' },
    };
    expect(createsNamed('w2')).toMatchObject(refused);
    simulation.settle();
    expect(createsNamed('w2')).toMatchObject(refused);
    expect(createsNamed('w')).toMatchObject({ reason: 'Forbidden' });
    expect(createsNamed('W_2')).toMatchObject({ reason: 'Forbidden' });
    const other = { ...WIDGET, apiVersion: 'x.example.com/v1', metadata: { name: 'o' } };
    expect(simulation.apiServer.create(OTHERS, 'shop', other)).toMatchObject({ code: 201 });
  });

  it('[API-69] that is cleaned up and held by something else has new objects', () => {
    const held = definition({ finalizers: [CLEANUP_FINALIZER, 'a.b/hold'] });
    const simulation = settled([held], { table });
    deleteDefinition(simulation);
    simulation.settle();
    const manifest = { ...WIDGET, metadata: { name: 'w' } };
    expect(simulation.apiServer.create(WIDGETS, 'shop', manifest)).toMatchObject({ code: 201 });
  });

  it('[FN-04] is cleaned up if it was being deleted before', () => {
    const deletionTimestamp = '2026-01-01T00:00:00Z';
    const going = definition({ deletionTimestamp, finalizers: [CLEANUP_FINALIZER, 'a.b/hold'] });
    const simulation = settled([going, objectOf('w', {}, WIDGET)], { table });
    const [only] = simulation.apiServer.all();
    expect(only?.metadata).toMatchObject({ name: NAME, finalizers: ['a.b/hold'] });
  });

  it('[FN-04] without the finalizer, or alive, nothing is deleted', () => {
    const simulation = settled([definition({ finalizers: [] }), objectOf('w', {}, WIDGET)], {
      table,
    });
    deleteDefinition(simulation);
    simulation.settle();
    expect(left(simulation)).toEqual(['w']);
    expect(left(world(objectOf('w', {}, WIDGET)))).toEqual(['w', NAME]);
  });

  it('stepped by hand, no controller cleans up', () => {
    const simulation = settled([definition(), objectOf('w', {}, WIDGET)], { table, manual: true });
    deleteDefinition(simulation);
    expect([simulation.isPassDue(), simulation.makePass()]).toEqual([false, false]);
  });
});
