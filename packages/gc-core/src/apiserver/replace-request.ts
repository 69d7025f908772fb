import type { ApiObject, Manifest } from '../meta/object-meta.ts';
import type { RequestTarget, WriteOptions } from './api-request.ts';
import { type ApiResult, refused, succeeded } from './api-result.ts';
import type { ApiServerOptions } from './api-server-options.ts';
import { repetitionWarnings } from './create-object.ts';
import { refuseLostNamespace } from './create-request.ts';
import { inVersion, type ObjectRegistry } from './object-registry.ts';
import { isNoOp, isRemovedByUpdate, prepareForUpdate } from './update-object.ts';
import {
  isDryRun,
  validateResourceVersion,
  validateUpdate,
  validWarnings,
} from './validate-request.ts';

/** The rest of a PUT or PATCH by somebody who may send it, once it is clear what `stored` is to become. */
export function replaceRequest(
  registry: ObjectRegistry,
  { release, admit }: ApiServerOptions,
  target: RequestTarget,
  stored: ApiObject,
  manifest: Manifest,
  options: WriteOptions,
  by: 'update' | 'patch' = 'update',
): ApiResult {
  const { resource, subresource } = target;
  const updated = prepareForUpdate(resource, stored, manifest, subresource, release);
  const isWhole = subresource === undefined;
  const repetitions = repetitionWarnings(manifest, release, by === 'patch');
  const invalid =
    refuseLostNamespace(registry, target.namespace) ??
    validateResourceVersion(resource, stored, manifest) ??
    validateUpdate(target, stored, updated, release);
  if (invalid) return refused(invalid, repetitions);
  const warnings = [...repetitions, ...(isWhole ? validWarnings(resource, manifest, stored) : [])];
  const { user } = options;
  const denied = admit?.({ operation: 'UPDATE', target, object: updated, oldObject: stored, user });
  if (denied) return refused(denied, warnings);
  if (isRemovedByUpdate(resource, stored, updated)) {
    if (!isDryRun(options)) registry.delete(resource, stored);
    return succeeded(inVersion(updated, resource), 200, warnings);
  }
  const isStored = !isDryRun(options) && !isNoOp(stored, updated);
  const answer = isStored ? registry.write(resource, updated) : updated;
  return succeeded(inVersion(answer, resource), 200, warnings);
}
