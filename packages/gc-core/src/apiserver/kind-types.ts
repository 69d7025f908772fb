import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import {
  BOOL,
  BYTES,
  INT64,
  listOf,
  mapTo,
  OBJECT_META,
  OPAQUE,
  openStruct,
  STRING,
  type StructType,
  struct,
} from './json-types.ts';
import { type Misfitted, readTyped } from './read-typed.ts';

const COORDINATES = { kind: STRING, apiVersion: STRING, metadata: OBJECT_META };
/** By `group/resource`: kinds with content that this server reads or checks. */
const KNOWN: ReadonlyMap<string, StructType> = new Map(
  Object.entries({
    '/configmaps': { immutable: BOOL, data: mapTo(STRING), binaryData: mapTo(BYTES) },
    '/secrets': { immutable: BOOL, data: mapTo(BYTES), stringData: mapTo(STRING), type: STRING },
    '/namespaces': {
      spec: struct({ finalizers: listOf(STRING) }),
      status: struct({ phase: STRING, conditions: listOf(OPAQUE) }),
    },
    '/pods': {
      spec: openStruct({ terminationGracePeriodSeconds: INT64, nodeName: STRING }),
      status: openStruct({ phase: STRING }),
    },
  }).map(([key, content]) => [key, struct({ ...COORDINATES, ...content })] as const),
);
/** Other kinds keep what they are given. */
const OTHER: StructType = openStruct({
  ...COORDINATES,
  ...{ spec: openStruct(), status: openStruct() },
});

/** The structure of a built-in kind, as far as this server knows it. */
export function kindType(resource: ApiResource): StructType {
  return KNOWN.get(groupResource(resource)) ?? OTHER;
}

/** The first field of a built-in kind, beside its metadata, that has the wrong type, or `undefined`; custom kinds have no types. */
export function contentFault(resource: ApiResource, manifest: object): Misfitted | undefined {
  if (resource.custom === true) return undefined;
  const read = readTyped(kindType(resource), { ...manifest, metadata: undefined });
  return read.ok ? undefined : read;
}
