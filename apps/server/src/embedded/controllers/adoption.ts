import type { ApiObject } from '@gcscope/gc-core';
import {
  type ClusterClient,
  controllerReference,
  isControlledBy,
} from '../objects/cluster-client.ts';
import { isSelectedBy } from './pod-state.ts';

/**
 * The candidates that an owner in their namespace controls. It first adopts those without a controller that its selector
 * matches, as after an orphan deletion.
 */
export function controlledBy(
  client: ClusterClient,
  owner: ApiObject,
  candidates: readonly ApiObject[],
): readonly ApiObject[] {
  const mine: ApiObject[] = [];
  for (const object of candidates) {
    if (object.metadata.namespace !== owner.metadata.namespace) continue;
    const references = object.metadata.ownerReferences ?? [];
    if (isControlledBy(object, owner)) {
      mine.push(object);
    } else if (
      owner.metadata.deletionTimestamp === undefined &&
      object.metadata.deletionTimestamp === undefined &&
      !references.some((reference) => reference.controller === true) &&
      isSelectedBy(object, owner)
    ) {
      const ownerReferences = [...references, controllerReference(owner)];
      client.patch(object, { metadata: { ownerReferences } });
      mine.push(object);
    }
  }
  return mine;
}
