import { type ApiResource, apiVersionOf } from '../meta/api-resource.ts';
import { canonicalApiVersion } from '../meta/object-reference.ts';
import { RESOURCES_BY_RELEASE } from '../meta/resources-by-release.ts';
import { quoted } from './fault-values.ts';
import { mapOf } from './json-value.ts';
import { TYPE_META } from './meta-types.ts';
import { readTyped } from './read-typed.ts';

/** What a document says it is. Without a version `apiVersion` is empty, or `apps/` where there is a group. */
export type ReadTypeMeta =
  | { readonly ok: true; readonly apiVersion: string; readonly kind: string }
  | { readonly ok: false; readonly message: string };

/** Reads what a document says it is, which can be nothing; one that cannot say it is told in the server's words. */
export function readTypeMeta(body: unknown): ReadTypeMeta {
  const read = readTyped(TYPE_META, body);
  if (!read.ok) {
    return { ok: false, message: `couldn't get version/kind; json parse error: ${read.message}` };
  }
  const { apiVersion = '', kind = '' } = mapOf(read.value) as Partial<Record<string, string>>;
  if (apiVersion.split('/').length > 2) {
    return { ok: false, message: `unexpected GroupVersion string: ${apiVersion}` };
  }
  return { ok: true, apiVersion: canonicalApiVersion(apiVersion), kind };
}

/** Where the server's program keeps its kinds, as its errors say. */
const SCHEME = 'in scheme "pkg/runtime/scheme.go:111"';

/** No built-in kind is called so in this version. */
export function unregistered(apiVersion: string, kind: string): string {
  return `no kind ${quoted(kind)} is registered for version ${quoted(apiVersion)} ${SCHEME}`;
}

/** No built-in kind of the group is called so. */
export function unregisteredInternal(group: string, kind: string): string {
  const where = `the internal version of group ${quoted(group)}`;
  return `no kind ${quoted(kind)} is registered for ${where} ${SCHEME}`;
}

/** What was read is another kind than what is to be stored, or done. */
export function inconvertible(from: string, to: string): string {
  return `converting (${from}) to (${to}): unknown conversion`;
}

/** Every release keeps knowing the kinds that earlier ones served. */
const RESOURCES: readonly ApiResource[] = Object.values(RESOURCES_BY_RELEASE).flat();
const REGISTERED: ReadonlyMap<string, ApiResource> = new Map(
  RESOURCES.map((resource) => [`${apiVersionOf(resource)}/${resource.kind}`, resource]),
);

/** Kinds that are no resources, and have one version in all groups. */
const OF_NO_GROUP: ReadonlySet<string> = new Set(['Status', 'List', 'DeleteOptions']);

/** The built-in resource whose kind is called so in this version, served or not. */
export function registeredResource(apiVersion: string, kind: string): ApiResource | undefined {
  return REGISTERED.get(`${apiVersion}/${kind}`);
}

/** Whether a built-in kind is called so in this version; lists of objects are kinds as well. */
export function isRegistered(apiVersion: string, kind: string): boolean {
  const one = registeredResource(apiVersion, kind.replace(/List$/, ''));
  return isOfNoGroup(kind) || one !== undefined;
}

/** Whether a built-in kind of the group is called so in any version. */
export function isRegisteredInGroup(group: string, kind: string): boolean {
  return RESOURCES.some((resource) => resource.group === group && resource.kind === kind);
}

/** Whether the kind is none of a group. */
export function isOfNoGroup(kind: string): boolean {
  return OF_NO_GROUP.has(kind);
}
