import {
  type ApiObject,
  type ApiResource,
  type ApiServer,
  formatTimestamp,
  type Millis,
  ResourceTable,
} from '@gcscope/gc-core';
import type { ClusterClient } from '../objects/cluster-client.ts';
import { list, record, text } from '../objects/fields.ts';
import type { Controller } from './controller.ts';

/** How often the controller checks what is left: objects go when their own finalizers allow it. */
const CLEAN_UP_PERIOD: Millis = 1000;

/** Holds a definition until its objects are gone (FN-04). */
export const DEFINITION_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

/** The resources that a CustomResourceDefinition serves, the storage version first; none when it is malformed. */
export function definedResources(definition: ApiObject): ApiResource[] {
  const group = text(definition, ['spec', 'group'], '');
  const resource = text(definition, ['spec', 'names', 'plural'], '');
  const kind = text(definition, ['spec', 'names', 'kind'], '');
  const shortNames = list(definition, ['spec', 'names', 'shortNames']).filter(
    (name) => typeof name === 'string',
  );
  if (group === '' || resource === '' || kind === '') return [];
  return list(definition, ['spec', 'versions'])
    .map(record)
    .filter((version) => version.served !== false && typeof version.name === 'string')
    .sort((a, b) => Number(b.storage === true) - Number(a.storage === true))
    .map((version) => ({
      group,
      version: text(version, ['name'], ''),
      resource,
      kind,
      namespaced: text(definition, ['spec', 'scope'], 'Namespaced') !== 'Cluster',
      custom: true,
      ...(shortNames.length > 0 ? { shortNames } : {}),
    }));
}

/** Serves what the definitions define; a definition that is deleted takes its objects along first. */
export function definitionController(apiServer: ApiServer, client: ClusterClient): Controller {
  function accept(definition: ApiObject, now: Millis): void {
    const { metadata } = definition;
    const { finalizers = [] } = metadata;
    if (!finalizers.includes(DEFINITION_FINALIZER)) {
      // The API server's own doing, by a name that it takes from nobody else (VA-06); the event comes with the status.
      const blocked = { ...metadata, finalizers: [...finalizers, DEFINITION_FINALIZER] };
      apiServer.put([{ ...definition, metadata: blocked }]);
    }
    const known = list(definition, ['status', 'conditions']).map(record);
    if (known.some((condition) => condition.type === 'Established')) return;
    const condition = { status: 'True', lastTransitionTime: formatTimestamp(now) };
    const conditions = ['NamesAccepted', 'Established'].map((type) => ({ type, ...condition }));
    client.patchStatus(definition, { conditions });
  }

  function cleanUp(definition: ApiObject): void {
    const [resource] = definedResources(definition);
    const objects = resource
      ? client.list(`${resource.group}/${resource.version}`, resource.kind)
      : [];
    for (const object of objects) {
      if (object.metadata.deletionTimestamp === undefined) client.delete(object);
    }
    if (objects.length === 0) client.removeFinalizer(definition, DEFINITION_FINALIZER);
  }

  return {
    watches: ['apiextensions.k8s.io/customresourcedefinitions'],
    reconcile(now) {
      const all = client.list('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
      const resources = all.flatMap(definedResources);
      const served = apiServer.table.resources.filter((resource) => resource.custom);
      if (JSON.stringify(served) !== JSON.stringify(resources)) {
        apiServer.table = ResourceTable.builtIn(resources);
      }
      for (const definition of all) {
        if (definition.metadata.deletionTimestamp === undefined) accept(definition, now);
        else cleanUp(definition);
      }
      const dying = all.some(({ metadata }) => metadata.deletionTimestamp !== undefined);
      return dying ? now + CLEAN_UP_PERIOD : undefined;
    },
  };
}
