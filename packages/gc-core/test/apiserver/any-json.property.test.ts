import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestTarget } from '../../src/apiserver/api-request.ts';
import type { ApiResult, ApiServer } from '../../src/apiserver/api-server.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { cogs, configMaps, deployments, namespaces, pods, testServer } from './test-server.ts';

const KEYS = [
  ...['apiVersion', 'kind', 'metadata', 'spec', 'status', 'data', 'name', 'namespace', 'uid'],
  ...['ownerReferences', 'finalizers', 'resourceVersion', 'labels', 'generation', 'generateName'],
  ...['deletionTimestamp', 'deletionGracePeriodSeconds', 'terminationGracePeriodSeconds'],
  ...[
    '$patch',
    '$retainKeys',
    '$setElementOrder/finalizers',
    '$deleteFromPrimitiveList/finalizers',
  ],
  ...['preconditions', 'propagationPolicy', 'orphanDependents', 'gracePeriodSeconds', 'dryRun'],
  ...['op', 'path', 'from', 'value', '', '__proto__', 'constructor', 'toString', 'prototype'],
];
const leaf = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 0.5, 1e308, 2 ** 53, '', 'a', '__proto__', '\ud800', '1'),
  fc.constantFrom('add', 'remove', 'copy', 'test', '/metadata/finalizers/-', '/__proto__/polluted'),
  fc.constantFrom('v1', 'ConfigMap', 'Pod', 'orphan', 'Foreground', 'delete', 'replace'),
  fc.constantFrom('2026-01-01T00:00:00Z', 'x/y', '/metadata/name', '/metadata/ownerReferences/0'),
);
/** JSON that looks a little like what is expected; `__proto__` is an ordinary key. */
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { weight: 3, arbitrary: leaf },
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.constantFrom(...KEYS), tie('value')), { maxLength: 5 })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

const OPERATIONS = ['create', 'update', 'delete', 'merge', 'json', 'strategic-merge'] as const;

const request = fc.record({
  operation: fc.constantFrom(...OPERATIONS),
  resource: fc.constantFrom(configMaps, pods, namespaces, deployments, cogs),
  name: fc.constantFrom('a', 'b', '', '__proto__'),
  metadata: fc.option(json, { nil: undefined }),
  body: json,
});

type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;

function send(server: ApiServer, { operation, resource, name, ...more }: Request): ApiResult {
  const namespace = resource.namespaced ? 'ns' : '';
  const target: RequestTarget = { resource, namespace, name };
  const { metadata, body } = more;
  const own = { ...(metadata as object | undefined), name, namespace };
  // Half of them are nearly right.
  const sent = (metadata === undefined ? body : { metadata: own, spec: body }) as never;
  switch (operation) {
    case 'create':
      return server.create(resource, namespace, sent);
    case 'update':
      return server.update(target, sent);
    case 'delete':
      return server.delete(target, sent);
    default:
      return server.patch(target, operation, sent);
  }
}

describe('requests with any JSON', () => {
  it('[VA-01] are answered with an object or with a Status that says why not', () => {
    fc.assert(
      fc.property(fc.array(request, { maxLength: 8 }), (requests) => {
        const { server, add } = testServer();
        add(configMaps, 'a', { finalizers: ['x/y'] });
        for (const each of requests) {
          const answer = send(server, each);
          const message = answer.ok ? 'ok' : answer.status.message;
          expect(message).toMatch(/\S/);
          expect(message).not.toMatch(/undefined|\[object/);
        }
        expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
      }),
      propertyRuns(300),
    );
  });
});
