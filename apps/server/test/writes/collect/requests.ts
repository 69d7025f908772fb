import type { ApiRequest, ApiResource } from '@gcscope/gc-core';

/** ConfigMaps, as discovery describes them. */
export const CONFIG_MAPS: ApiResource = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
};

/** The address of a ConfigMap. */
export function configMap(name: string, namespace = 'shop'): Omit<ApiRequest, 'verb'> {
  return { resource: CONFIG_MAPS, namespace, name };
}
