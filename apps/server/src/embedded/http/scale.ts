import type { ApiObject } from '@gcscope/gc-core';
import { number, record } from '../objects/fields.ts';
import { type ApiContext, type ApiExchange, reject, sendJson, unwrap } from './api-exchange.ts';
import { parseJsonObject, readBody } from './request-body.ts';
import type { ResourceAddress } from './resource-path.ts';
import { patchTypeOf } from './write-requests.ts';

function scaleOf(object: ApiObject): object {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const matchLabels = record(record(record(object.spec).selector).matchLabels);
  const selector = Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: number(object, ['spec', 'replicas'], 1) },
    status: {
      replicas: number(object, ['status', 'replicas'], 0),
      selector: selector.join(','),
    },
  };
}

async function wantedReplicas(exchange: ApiExchange): Promise<number | undefined> {
  const { method } = exchange.request;
  if (method === 'GET') return undefined;
  if (method !== 'PUT' && method !== 'PATCH') {
    return reject('MethodNotAllowed', `${method} is not allowed on scale`);
  }
  if (method === 'PATCH' && patchTypeOf(exchange) === 'json') {
    return reject('UnsupportedMediaType', 'scale takes merge patches only');
  }
  const body = parseJsonObject(await readBody(exchange.request));
  const replicas = number(body, ['spec', 'replicas'], -1);
  if (!Number.isSafeInteger(replicas) || replicas < 0) {
    return reject('Invalid', 'spec.replicas must be a whole number that is not negative');
  }
  return replicas;
}

/** The `scale` subresource: reads or sets `spec.replicas`. */
export async function serveScale(
  { apiServer }: ApiContext,
  exchange: ApiExchange,
  { resource, namespace, name }: ResourceAddress,
): Promise<void> {
  const replicas = await wantedReplicas(exchange);
  const target = { resource, namespace, name };
  const result =
    replicas === undefined
      ? apiServer.get(target)
      : apiServer.patch(target, 'merge', { spec: { replicas } });
  const { object } = unwrap(exchange.response, result);
  if (!('uid' in object.metadata)) return reject('InternalError', 'no object came back');
  sendJson(exchange.response, 200, scaleOf(object as ApiObject));
}
