import { type ApiResource, groupResource, groupResources } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { ApiObject, Manifest } from '../meta/object-meta.ts';
import type { RequestTarget, WriteOptions } from './api-request.ts';
import { type ApiResult, refused, succeeded } from './api-result.ts';
import type { ApiServerOptions } from './api-server-options.ts';
import { prepareForCreate, repetitionWarnings } from './create-object.ts';
import { refuseTerminatingKind } from './definitions.ts';
import { pick } from './json-value.ts';
import type { NameSource, UidSource } from './name-source.ts';
import { NAMESPACES, refuseTerminatingNamespace } from './namespaces.ts';
import { inVersion, type ObjectRegistry } from './object-registry.ts';
import { servesSubresource } from './spec-and-status.ts';
import { alreadyExists } from './status-errors.ts';
import {
  isDryRun,
  refuseResourceVersion,
  refuseUnreadableVersion,
  validateNew,
  validatePlace,
  validWarnings,
} from './validate-request.ts';

/** Kinds of which a PUT may be the first request. */
const CREATED_BY_UPDATE: ReadonlySet<string> = groupResources({
  '': 'endpoints events limitranges services',
  'coordination.k8s.io': 'leases',
  'events.k8s.io': 'events',
  'node.k8s.io': 'runtimeclasses',
  'rbac.authorization.k8s.io': 'clusterrolebindings clusterroles rolebindings roles',
});

/** Whether a PUT creates the object where there is none (API-65). */
export function isCreatedByUpdate({ resource, subresource }: RequestTarget): boolean {
  return CREATED_BY_UPDATE.has(groupResource(resource)) && servesSubresource(resource, subresource);
}

/** The parts that a create uses. */
export interface CreateContext {
  readonly registry: ObjectRegistry;
  readonly uids: UidSource;
  readonly names: NameSource;
  readonly options: ApiServerOptions;
}

/**
 * POST of an object that could be read, by somebody who may send it; or, `by` an update, a PUT where nothing is stored
 * (API-65).
 */
export function createRequest(
  { registry, uids, names, options: server }: CreateContext,
  resource: ApiResource,
  namespace: string,
  manifest: Manifest,
  options: WriteOptions,
  by: 'create' | 'update' = 'create',
): ApiResult {
  const { now, release, admit } = server;
  const misplaced = validatePlace(resource, namespace, manifest);
  if (misplaced) return refused(misplaced);
  const repetitions = repetitionWarnings(manifest, release);
  const terminating = refuseTerminatingKind(registry, resource, manifest.metadata.name ?? '');
  if (terminating) return refused(terminating, repetitions);
  const key = groupResource(resource);
  // Without a name there is one fault more.
  const name =
    names.nameFor(manifest, (each) => registry.stored(key, namespace, each) !== undefined) ?? '';
  const home = registry.stored(NAMESPACES, '', namespace);
  const closed =
    registry.refuseLostNamespace(namespace) ?? refuseTerminatingNamespace(resource, name, home);
  if (closed) return refused(closed, repetitions);
  const uid = server.newUid?.(resource, name) ?? uids.propose(resource, name);
  const created = prepareForCreate(resource, manifest, { name, namespace, uid }, now(), release);
  const object = by === 'update' ? withDeletionOf(created, manifest) : created;
  const invalid = validateNew(resource, object, release);
  if (invalid) return refused(invalid, repetitions);
  const warnings = [...repetitions, ...validWarnings(resource, manifest)];
  const target = { resource, namespace, name };
  const status =
    admit?.({ operation: 'CREATE', target, object, user: options.user }) ??
    refuseVersion(manifest, by, options);
  if (status) return refused(status, warnings);
  const existing = registry.stored(key, namespace, name);
  if (existing) {
    const isBeingDeleted = existing.metadata.deletionTimestamp !== undefined;
    const isGenerated = manifest.metadata.generateName !== undefined;
    return refused(alreadyExists(resource, name, { isBeingDeleted, isGenerated }), warnings);
  }
  if (isDryRun(options)) {
    const given = pick(manifest.metadata, ['resourceVersion']);
    const tried = { ...object, metadata: { ...object.metadata, ...given } };
    return succeeded(inVersion(tried, resource), 201, warnings);
  }
  uids.take(uid);
  return succeeded(inVersion(registry.write(resource, object), resource), 201, warnings);
}

/** The refusal of a resourceVersion in an object to be created; a dry run does not check it. */
function refuseVersion(
  manifest: Manifest,
  by: 'create' | 'update',
  options: WriteOptions,
): ApiStatus | undefined {
  if (by === 'update') return refuseUnreadableVersion(manifest);
  return isDryRun(options) ? undefined : refuseResourceVersion(manifest);
}

/** API-65: an update leaves the fields of a deletion to the server, which has none to keep. */
function withDeletionOf(object: ApiObject, { metadata }: Manifest): ApiObject {
  const deletion = pick(metadata, ['deletionTimestamp', 'deletionGracePeriodSeconds']);
  return { ...object, metadata: { ...object.metadata, ...deletion } };
}
