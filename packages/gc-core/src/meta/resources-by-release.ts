import type { ApiResource } from './api-resource.ts';
import { BUILT_IN_RESOURCES } from './built-in-resources.ts';
import { RESOURCES_1_4 } from './built-in-resources-1-4.ts';
import { RESOURCES_1_13 } from './built-in-resources-1-13.ts';
import { RESOURCES_1_17 } from './built-in-resources-1-17.ts';
import { RESOURCES_1_28 } from './built-in-resources-1-28.ts';
import type { Release } from './releases.ts';

/** What each release serves; the first version of a group's resource is the preferred one. */
export const RESOURCES_BY_RELEASE: Readonly<Record<Release, readonly ApiResource[]>> = {
  'v1.4': RESOURCES_1_4,
  'v1.13': RESOURCES_1_13,
  'v1.17': RESOURCES_1_17,
  'v1.28': RESOURCES_1_28,
  'v1.36': BUILT_IN_RESOURCES,
};

const BUILT_IN_GROUPS: ReadonlySet<string> = new Set([
  ...Object.values(RESOURCES_BY_RELEASE).flatMap((all) => all.map(({ group }) => group)),
  // Of other API servers: no definition makes them.
  ...['metrics.k8s.io', 'custom.metrics.k8s.io', 'external.metrics.k8s.io'],
]);

/** Whether Kubernetes itself serves the group; the kinds of all others are custom resources, which discovery does not tell. */
export function isBuiltInGroup(group: string): boolean {
  return BUILT_IN_GROUPS.has(group);
}
