import { formatApiVersion } from './object-reference.ts';

/** One API resource in one version, as discovery describes it. */
export interface ApiResource {
  readonly group: string;
  readonly version: string;
  /** Plural, lower case: the path segment. */
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly shortNames?: readonly string[];
  /** A custom resource: no strategic merge patch (PA-01), any grace is ignored. */
  readonly custom?: boolean;
  /** The verbs in discovery; absent: all. */
  readonly verbs?: readonly string[];
}

/** Whether the server offers the verb for the resource. */
export function allowsVerb({ verbs }: ApiResource, verb: string): boolean {
  return verbs === undefined || verbs.includes(verb);
}

/** Whether a GET can find an object. Of lists, bindings and reviews it never does (KM-03..05). */
export function isGettable(resource: ApiResource): boolean {
  return allowsVerb(resource, 'get');
}

/** Whether the collector can watch the resource and delete its objects (MO-01). */
export function isMonitorable(resource: ApiResource): boolean {
  return ['delete', 'list', 'watch'].every((verb) => allowsVerb(resource, verb));
}

/** `apps/v1` of a resource. */
export function apiVersionOf(resource: ApiResource): string {
  return formatApiVersion(resource.group, resource.version);
}

/** The group/resource of the kind that a definition defines: its name is `<plural>.<group>`. */
export function definedBy(name: string): string {
  const dot = name.indexOf('.');
  return `${name.slice(dot + 1)}/${name.slice(0, dot)}`;
}

/** The keys (`groupResource`) of resources, which are named by group: `{ apps: 'daemonsets deployments' }`. */
export function groupResources(byGroup: Readonly<Record<string, string>>): ReadonlySet<string> {
  const groups = Object.entries(byGroup);
  return new Set(
    groups.flatMap(([group, names]) => names.split(' ').map((name) => `${group}/${name}`)),
  );
}

/** `apps/deployments`: the key under which all versions share their storage and one monitor. */
export function groupResource(resource: { group: string; resource: string }): string {
  let key = keys.get(resource);
  if (key === undefined) {
    key = `${resource.group}/${resource.resource}`;
    keys.set(resource, key);
  }
  return key;
}

/** Keys are asked for with every request: a text that is made anew is hashed anew. */
const keys = new WeakMap<object, string>();
