import type { JsonMap } from '@gcscope/gc-core';
import protobuf from 'protobufjs';
import { reject } from './api-exchange.ts';
import { KUBERNETES_PROTO } from './kubernetes-proto.ts';

/** The first bytes of each Kubernetes protobuf document. */
const MAGIC = Buffer.from('k8s\0', 'latin1');

/** The kinds that are decoded, each the message of its name. */
const KINDS: ReadonlySet<string> = new Set([
  'v1 Namespace',
  'v1 ServiceAccount',
  'v1 ConfigMap',
  'v1 Secret',
  'v1 Pod',
  'v1 Service',
  'apps/v1 Deployment',
  'batch/v1 Job',
  'batch/v1 CronJob',
]);

const { root } = protobuf.parse(KUBERNETES_PROTO);

/**
 * Decodes a body that kubectl's generators (`kubectl create deployment`) send. Ends the request with 400 when the body is
 * malformed, with 415 when no generator makes its kind.
 */
export function decodeProtobuf(body: Buffer): JsonMap {
  if (!body.subarray(0, MAGIC.length).equals(MAGIC)) malformed();
  const { typeMeta, raw } = decode('Unknown', body.subarray(MAGIC.length)) as {
    readonly typeMeta?: { readonly apiVersion?: string; readonly kind?: string };
    readonly raw?: Buffer;
  };
  const { apiVersion, kind } = typeMeta ?? {};
  if (kind === undefined || !KINDS.has(`${apiVersion} ${kind}`)) {
    const sentence = `a ${kind ?? 'body'} as protobuf is not understood here, send JSON:`;
    reject(
      'UnsupportedMediaType',
      `${sentence} kubectl create --dry-run=client -o json, then -f -`,
    );
  }
  return { apiVersion, kind, ...decode(kind, raw ?? Buffer.alloc(0), { bytes: String }) };
}

function malformed(): never {
  return reject('BadRequest', 'the request body is not valid Kubernetes protobuf');
}

function decode(name: string, bytes: Buffer, options?: protobuf.IConversionOptions): JsonMap {
  const type = root.lookupType(name);
  let message: protobuf.Message;
  try {
    message = type.decode(bytes);
  } catch {
    return malformed();
  }
  return withoutUnset(type, type.toObject(message, { longs: Number, ...options }));
}

/** A generator writes every text field, set or not. In JSON it leaves the unset ones out. */
function withoutUnset({ fieldsArray }: protobuf.Type, message: JsonMap): JsonMap {
  const set = fieldsArray.flatMap(({ name, map, resolvedType }) => {
    const value = message[name];
    if (value === undefined || value === '') return [];
    if (map || !(resolvedType instanceof protobuf.Type)) return [[name, value] as const];
    const nested = (each: JsonMap): JsonMap => withoutUnset(resolvedType, each);
    return [[name, Array.isArray(value) ? value.map(nested) : nested(value as JsonMap)] as const];
  });
  return Object.fromEntries(set);
}
