import fc from 'fast-check';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import type { NamespaceStatus } from '../../src/wire/terminating.ts';
import { acceptedWorld } from './accepted-world.ts';

/** Namespaces that random objects live in. */
const NAMES = ['a', 'b', 'constructor'];
const DELETED = '2020-01-01T00:00:00Z';

/** How one of the Namespaces is. */
const shape = fc.record({
  /** In deletion, whatever it held before. */
  isDeleted: fc.nat(2).map((dice) => dice === 0),
  /** `spec.finalizers`, where it is not the usual one: emptied, by force maybe, or held by somebody else. */
  spec: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.constant(['kubernetes', 'example.com/other']) },
  ),
});

type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

/** Random worlds that an API server can hold, in half of which the Nodes are the Namespaces that the others live in. */
export function namespacedWorld(): fc.Arbitrary<ApiObject[]> {
  const shapes = fc.tuple(shape, shape, shape);
  return fc
    .tuple(acceptedWorld(), fc.boolean(), shapes)
    .map(([objects, has, drawn]) => (has ? withNamespaces(objects, drawn) : objects));
}

function withNamespaces(objects: readonly ApiObject[], shapes: readonly Shape[]): ApiObject[] {
  const nodes = objects.filter(({ kind }) => kind === 'Node').slice(0, NAMES.length);
  const names = new Map(nodes.map(({ metadata }, at) => [metadata.name, NAMES[at] ?? 'a']));
  const renamed = (reference: OwnerReference): OwnerReference => {
    const { kind } = reference;
    const [, not = '', name = ''] = /^(not-)?(.*)$/.exec(reference.name) ?? [];
    const called = names.get(name);
    return called === undefined || kind !== 'Node'
      ? reference
      : { ...reference, kind: 'Namespace', name: `${not}${called}` };
  };
  return objects.map((object): ApiObject => {
    const { metadata } = object;
    const name = object.kind === 'Node' ? names.get(metadata.name) : undefined;
    const ownerReferences = (metadata.ownerReferences ?? []).map(renamed);
    const changed = { ...object, metadata: { ...metadata, ownerReferences } };
    if (name === undefined) return changed;
    const drawn = shapes[NAMES.indexOf(name)];
    return namespaceOf({ ...changed, metadata: { ...changed.metadata, name } }, drawn);
  });
}

function namespaceOf(object: ApiObject, drawn: Shape | undefined): ApiObject {
  const { metadata } = object;
  const { finalizers = [] } = metadata;
  const isDeleted = drawn?.isDeleted || metadata.deletionTimestamp !== undefined;
  // In deletion with nothing in either list it would be gone; alive it has the usual one.
  const spec = isDeleted && (drawn?.spec ?? ['kubernetes']).length + finalizers.length > 0;
  return {
    ...object,
    kind: 'Namespace',
    metadata: { ...metadata, ...(isDeleted ? { deletionTimestamp: DELETED } : {}) },
    ...(spec && drawn?.spec ? { spec: { finalizers: drawn.spec } } : {}),
    status: { phase: isDeleted ? 'Terminating' : 'Active' },
  };
}

/** What Namespaces in deletion say beside their metadata, as whoever asks for a forecast reads it. */
export function namespaceStatuses({ apiServer }: Simulation): Map<string, NamespaceStatus> {
  return new Map(
    [...apiServer.all()].flatMap(({ kind, metadata, spec, status }) => {
      if (kind !== 'Namespace' || metadata.deletionTimestamp === undefined) return [];
      const { finalizers = [] } = (spec ?? {}) as Partial<NamespaceStatus>;
      const { conditions = [] } = (status ?? {}) as Partial<NamespaceStatus>;
      return [[metadata.name, { finalizers, conditions }] as const];
    }),
  );
}
