import { type ApiObject, type ApiResource, apiVersionOf } from '@gcscope/gc-core';
import { parseJson } from '../../base/parse-json.ts';
import {
  type ApiContext,
  type ApiExchange,
  reject,
  sendJson,
  sendProtobuf,
} from './api-exchange.ts';
import { negotiate, type Representation } from './content-negotiation.ts';
import { encodeList, type ListMeta } from './encode-protobuf.ts';
import { compareObjects, objectKey, partialObjectMetadata } from './representation.ts';
import { parseFieldSelector, parseLabelSelector, type Selector } from './selectors.ts';
import { parseIncludeObject, TablePrinter } from './table.ts';

/** The forms in which objects can be sent. */
const OBJECT_REPRESENTATIONS: readonly Representation[] = [
  'object',
  'partial-object-metadata',
  'protobuf-metadata',
  'table',
];

/** The representation of objects that the client asks for. Ends the request with 406 when there is none. */
export function objectRepresentation({ request }: ApiExchange): Representation {
  const representation = negotiate(request.headers.accept, OBJECT_REPRESENTATIONS);
  return (
    representation ??
    reject('NotAcceptable', 'only the following media types are accepted: application/json')
  );
}

/** The printer of `as=Table`. Ends the request with 400 when `includeObject` is none of the known ones. */
export function tablePrinter(
  resource: ApiResource,
  { query }: ApiExchange,
  { clock }: ApiContext,
): TablePrinter {
  const include = parseIncludeObject(query.get('includeObject'));
  if (!include) reject('BadRequest', 'includeObject must be None, Metadata or Object');
  return new TablePrinter(resource, include, () => clock.now());
}

/** Label and field selector together. Ends the request with 400 when one cannot be parsed. */
export function selectorOf(query: URLSearchParams): Selector {
  const labels = parseLabelSelector(query.get('labelSelector'));
  const fields = parseFieldSelector(query.get('fieldSelector'));
  if (!labels.ok) reject('BadRequest', labels.message);
  if (!fields.ok) reject('BadRequest', fields.message);
  return (object) => labels.selects(object) && fields.selects(object);
}

/** The `resourceVersion` of a query as a number; empty is `undefined`. Ends the request when it is none or lies ahead. */
export function requestedVersion(query: URLSearchParams, current: number): number | undefined {
  const text = query.get('resourceVersion') ?? '';
  if (text === '') return undefined;
  if (!/^\d{1,15}$/.test(text)) {
    reject('BadRequest', `resourceVersion: Invalid value: ${JSON.stringify(text)}: not a number`);
  }
  const version = Number(text);
  if (version > current) {
    const message = `Too large resource version: ${version}, current: ${current}`;
    const cause = { reason: 'ResourceVersionTooLarge', message: 'Too large resource version' };
    reject('Timeout', message, { causes: [cause], retryAfterSeconds: 1 });
  }
  return version;
}

/** Where the next page begins: after this key, in the state of this version. */
interface ContinueToken {
  readonly version: number;
  readonly after: string;
}

function encodeToken({ version, after }: ContinueToken): string {
  return Buffer.from(JSON.stringify([version, after])).toString('base64url');
}

function decodeToken(text: string): ContinueToken {
  const value = parseJson(Buffer.from(text, 'base64url'));
  if (Array.isArray(value)) {
    const [version, after]: unknown[] = value;
    if (typeof version === 'number' && typeof after === 'string') return { version, after };
  }
  return reject('BadRequest', 'continue key is not valid: it was not given by this server');
}

function limitOf(query: URLSearchParams): number {
  const text = query.get('limit') ?? '';
  if (text === '' || text === '0') return Number.POSITIVE_INFINITY;
  if (!/^\d{1,9}$/.test(text)) reject('BadRequest', `limit must be a number of objects: ${text}`);
  return Number(text);
}

interface Page {
  readonly items: readonly ApiObject[];
  readonly metadata: ListMeta;
}

/**
 * One page. Later pages carry the version of the first and show the present: what changed in between reaches the
 * client once more by its watch, so nothing is missed. They end with the ring: then 410.
 */
function readPage(
  context: ApiContext,
  { query }: ApiExchange,
  resource: ApiResource,
  namespace: string,
): Page {
  const { items, resourceVersion } = context.apiServer.list(resource, namespace || undefined);
  const current = Number(resourceVersion);
  requestedVersion(query, current);
  const text = query.get('continue') ?? '';
  const token = text === '' ? undefined : decodeToken(text);
  if (token && token.version < context.ring.floor) {
    reject(
      'Expired',
      'The provided continue parameter is too old; start the list again without it',
    );
  }
  const selects = selectorOf(query);
  const rest = items
    .filter((object) => selects(object) && (!token || objectKey(object) > token.after))
    .sort(compareObjects);
  const limit = limitOf(query);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const version = token?.version ?? current;
  if (rest.length <= limit || !last) {
    return { items: page, metadata: { resourceVersion: String(version) } };
  }
  const metadata = {
    resourceVersion: String(version),
    continue: encodeToken({ version, after: objectKey(last) }),
    remainingItemCount: rest.length - page.length,
  };
  return { items: page, metadata };
}

/** Answers a LIST in the representation that was asked for. */
export function serveList(
  context: ApiContext,
  exchange: ApiExchange,
  resource: ApiResource,
  namespace: string,
): void {
  const representation = objectRepresentation(exchange);
  const { items, metadata } = readPage(context, exchange, resource, namespace);
  if (representation === 'protobuf-metadata') {
    const metas = items.map((object) => object.metadata);
    sendProtobuf(exchange.response, 200, encodeList(metadata, metas));
  } else if (representation === 'table') {
    const table = tablePrinter(resource, exchange, context).print(items, metadata);
    sendJson(exchange.response, 200, table);
  } else if (representation === 'partial-object-metadata') {
    sendJson(exchange.response, 200, {
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1',
      metadata,
      items: items.map(partialObjectMetadata),
    });
  } else {
    const apiVersion = apiVersionOf(resource);
    const kind = `${resource.kind}List`;
    sendJson(exchange.response, 200, { kind, apiVersion, metadata, items });
  }
}
