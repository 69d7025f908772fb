import type { ReleaseProfile } from '../meta/releases.ts';
import {
  BOOL,
  INT64,
  type JsonType,
  listOf,
  mapTo,
  OPAQUE,
  openStruct,
  STRING,
  type StructType,
  struct,
  TIME,
  text,
} from './json-types.ts';

const UID = text('types.UID');

/** What is read of a document before it is known what it is. */
export const TYPE_META: StructType = openStruct(
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }',
  { apiVersion: STRING, kind: STRING },
);

/** What is not mentioned here is unknown to every release. */
export const OBJECT_META: StructType = struct('v1.ObjectMeta', {
  name: STRING,
  generateName: STRING,
  namespace: STRING,
  selfLink: STRING,
  uid: UID,
  resourceVersion: STRING,
  generation: INT64,
  creationTimestamp: TIME,
  deletionTimestamp: TIME,
  deletionGracePeriodSeconds: INT64,
  labels: mapTo(STRING),
  annotations: mapTo(STRING),
  ownerReferences: listOf(
    struct('v1.OwnerReference', {
      apiVersion: STRING,
      kind: STRING,
      name: STRING,
      uid: UID,
      controller: BOOL,
      blockOwnerDeletion: BOOL,
    }),
  ),
  finalizers: listOf(STRING),
  managedFields: listOf(
    struct('v1.ManagedFieldsEntry', {
      manager: STRING,
      operation: text('v1.ManagedFieldsOperationType'),
      apiVersion: STRING,
      time: TIME,
      fieldsType: STRING,
      fieldsV1: OPAQUE,
      subresource: STRING,
    }),
  ),
});

/** The options of a DELETE as the release knows them. */
export function deleteOptionsType({ hasPropagationPolicies }: ReleaseProfile): StructType {
  return hasPropagationPolicies ? DELETE_OPTIONS : DELETE_OPTIONS_WITHOUT_POLICY;
}

function deleteOptions(policy: Readonly<Record<string, JsonType>>): StructType {
  return struct('v1.DeleteOptions', {
    kind: STRING,
    apiVersion: STRING,
    gracePeriodSeconds: INT64,
    preconditions: struct('v1.Preconditions', { uid: UID, resourceVersion: STRING }),
    orphanDependents: BOOL,
    ...policy,
    dryRun: listOf(STRING),
    ignoreStoreReadErrorWithClusterBreakingPotential: BOOL,
  });
}

// A collector sends thousands of them.
const DELETE_OPTIONS = deleteOptions({ propagationPolicy: text('v1.DeletionPropagation') });
const DELETE_OPTIONS_WITHOUT_POLICY = deleteOptions({});

/** A JSON patch. */
export const JSON_PATCH: JsonType = listOf(
  struct('handlers.jsonPatchOp', { op: STRING, path: STRING, from: STRING, value: OPAQUE }),
);
