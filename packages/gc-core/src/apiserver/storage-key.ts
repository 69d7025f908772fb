import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import type { RequestTarget } from './api-request.ts';

/** Folders that are not called as the resource is. */
const FOLDERS: ReadonlyMap<string, string> = new Map([
  ['/endpoints', 'services/endpoints'],
  ['/nodes', 'minions'],
  ['/replicationcontrollers', 'controllers'],
  ['/services', 'services/specs'],
  ['extensions/ingresses', 'ingress'],
  ['networking.k8s.io/ingresses', 'ingress'],
]);

/** APIs of servers of their own, whose folders have the name of the group before them. */
const OWN_GROUPS: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

/** Where the server keeps an object, as some refusals tell. */
export function storageKey({ resource, namespace, name }: RequestTarget): string {
  return ['/registry', folderOf(resource), namespace, name].filter((part) => part !== '').join('/');
}

function folderOf(resource: ApiResource): string {
  const key = groupResource(resource);
  const isGrouped = resource.custom === true || OWN_GROUPS.has(resource.group);
  return FOLDERS.get(key) ?? (isGrouped ? key : resource.resource);
}
