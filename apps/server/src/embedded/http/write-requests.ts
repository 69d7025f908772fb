import {
  type ApiObject,
  type ApiResult,
  apiVersionOf,
  type DeleteOptions,
  type JsonMap,
  type Manifest,
  type PatchType,
  type WriteOptions,
} from '@gcscope/gc-core';
import {
  type ApiContext,
  type ApiExchange,
  ApiRequestError,
  notAllowed,
  reject,
  sendJson,
  sendProtobuf,
  setWarnings,
  unwrap,
} from './api-exchange.ts';
import { mediaType } from './content-negotiation.ts';
import { encodeObject, PROTOBUF } from './encode-protobuf.ts';
import { objectRepresentation, selectorOf, tablePrinter } from './list.ts';
import { isStatus, partialObjectMetadata } from './representation.ts';
import { parseJson, parseJsonObject, readBody, readBytes } from './request-body.ts';
import type { ResourceAddress } from './resource-path.ts';

const PATCH_TYPES: ReadonlyMap<string, PatchType> = new Map([
  ['application/merge-patch+json', 'merge'],
  ['application/strategic-merge-patch+json', 'strategic-merge'],
  ['application/json-patch+json', 'json'],
]);

/** Answers a request about one object, its status or a namespace's finalizers; POST creates the object (201). */
export async function serveObjectRequest(
  context: ApiContext,
  exchange: ApiExchange,
  address: ResourceAddress,
): Promise<void> {
  sendResult(context, exchange, address, await resultOf(context, exchange, address));
}

async function resultOf(
  { apiServer }: ApiContext,
  exchange: ApiExchange,
  address: ResourceAddress,
): Promise<ApiResult> {
  const { resource, namespace, name, subresource } = address;
  const { request, query } = exchange;
  const options = writeOptionsOf(query);
  switch (request.method) {
    case 'GET':
      return apiServer.get(address);
    case 'POST':
      if (name !== '') return notAllowed();
      return apiServer.create(resource, namespace, await objectInBody(exchange), options);
    case 'PUT':
      return apiServer.update(address, await objectInBody(exchange), options);
    case 'PATCH': {
      const type = patchTypeOf(exchange);
      return apiServer.patch(address, type, parseJson(await readBody(request)), options);
    }
    case 'DELETE':
      if (subresource !== undefined) return notAllowed();
      return apiServer.delete(address, await deleteOptionsOf(exchange));
    default:
      return notAllowed();
  }
}

/** Sends the object of a result in the representation that was asked for; a Status goes as it is. Ends the request when it failed. */
function sendResult(
  context: ApiContext,
  exchange: ApiExchange,
  address: ResourceAddress,
  result: ApiResult,
): void {
  const { response } = exchange;
  const { code, object: answer } = unwrap(response, result);
  if (isStatus(answer)) sendJson(response, code, answer);
  else if (objectRepresentation(exchange) === 'protobuf-metadata') {
    sendProtobuf(response, code, encodeObject(answer.metadata));
  } else {
    sendJson(response, code, represent(context, exchange, address, answer));
  }
}

function represent(
  context: ApiContext,
  exchange: ApiExchange,
  { resource }: ResourceAddress,
  object: ApiObject,
): object {
  switch (objectRepresentation(exchange)) {
    case 'table': {
      const { resourceVersion } = object.metadata;
      return tablePrinter(resource, exchange, context).print([object], { resourceVersion });
    }
    case 'partial-object-metadata':
      return partialObjectMetadata(object);
    default:
      return object;
  }
}

function requireJson(request: ApiExchange['request']): void {
  const type = mediaType(request.headers['content-type']);
  if (type !== 'application/json' && type !== '') {
    reject('UnsupportedMediaType', `the body must be application/json, not ${type}`);
  }
}

/** The object in a body, which kubectl's generators send as protobuf. The API server checks its shape. */
async function objectInBody(exchange: ApiExchange): Promise<Manifest> {
  const type = mediaType(exchange.request.headers['content-type']);
  if (type === PROTOBUF) {
    const body = await readBytes(exchange.request);
    const { decodeProtobuf } = await import('./decode-protobuf.ts');
    return decodeProtobuf(body) as Manifest;
  }
  requireJson(exchange.request);
  // Any shape may come: the API server answers 400 to what is no manifest, in its own words.
  return parseJsonObject(await readBody(exchange.request)) as Manifest;
}

function writeOptionsOf(query: URLSearchParams): Pick<WriteOptions, 'dryRun' | 'fieldValidation'> {
  const dryRun = query.getAll('dryRun');
  const fieldValidation = query.get('fieldValidation');
  return {
    ...(dryRun.length > 0 ? { dryRun } : {}),
    ...(fieldValidation === null ? {} : { fieldValidation }),
  };
}

/** The patch type of a request. Ends it with 415 for server-side apply and anything unknown. */
export function patchTypeOf({ request }: ApiExchange): PatchType {
  const type = mediaType(request.headers['content-type']);
  const supported = [...PATCH_TYPES.keys()].join(', ');
  return (
    PATCH_TYPES.get(type) ??
    reject('UnsupportedMediaType', `the body of a PATCH must be one of ${supported}`)
  );
}

/** The options of a DELETE from its body or, without one, from the query (API-01). The API server checks their shape. */
async function deleteOptionsOf({ request, query }: ApiExchange): Promise<DeleteOptions> {
  const body = await readBody(request);
  if (body === '') return optionsInQuery(query) as DeleteOptions;
  requireJson(request);
  return parseJsonObject(body) as DeleteOptions;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** A value that is neither a number nor a boolean stays a text, which the API server refuses. */
function optionsInQuery(query: URLSearchParams): JsonMap {
  const policy = query.get('propagationPolicy');
  const orphan = query.get('orphanDependents');
  const grace = query.get('gracePeriodSeconds');
  const seconds = grace !== null && /^-?\d{1,15}$/.test(grace) ? Number(grace) : grace;
  return {
    ...(policy === null ? {} : { propagationPolicy: policy }),
    ...(orphan === null ? {} : { orphanDependents: BOOLEANS.get(orphan) ?? orphan }),
    ...(seconds === null ? {} : { gracePeriodSeconds: seconds }),
    ...(query.has('dryRun') ? { dryRun: query.getAll('dryRun') } : {}),
  };
}

/** DELETE of a collection, narrowed by selectors (API-49). */
export async function serveDeleteCollection(
  context: ApiContext,
  exchange: ApiExchange,
  { resource, namespace }: ResourceAddress,
): Promise<void> {
  const selects = selectorOf(exchange.query);
  const options = await deleteOptionsOf(exchange);
  const result = context.apiServer.deleteCollection(resource, namespace, options, selects);
  setWarnings(exchange.response, result.warnings);
  if (!result.ok) throw new ApiRequestError(result.status);
  sendJson(exchange.response, result.code, {
    kind: `${resource.kind}List`,
    apiVersion: apiVersionOf(resource),
    metadata: { resourceVersion: String(result.resourceVersion) },
    items: result.items,
  });
}
