import type { ApiResource } from '../../src/meta/api-resource.ts';
import { CLEANUP_FINALIZER } from '../../src/meta/finalizers.ts';
import type { ApiObject, ObjectMeta } from '../../src/meta/object-meta.ts';
import { objectOf } from './simulate.ts';

/** A namespaced kind that a definition adds. */
export function customKind(kind: string, group = 'gc.example.com'): ApiResource {
  const resource = `${kind.toLowerCase()}s`;
  return { group, version: 'v1', resource, kind, namespaced: true, custom: true };
}

/** The custom resource of tests that need one. */
export const WIDGETS = customKind('Widget');

/** The type of its objects. */
export const WIDGET = { apiVersion: 'gc.example.com/v1', kind: 'Widget' };

/** The type of definitions. */
export const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
};

/** The definition of Widgets, with the uid `crd-uid`. */
export function definition(more: Partial<ObjectMeta> = {}): ApiObject {
  const meta = { namespace: '', uid: 'crd-uid', finalizers: [CLEANUP_FINALIZER], ...more };
  return objectOf('widgets.gc.example.com', meta, DEFINITION);
}
