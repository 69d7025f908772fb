import { describe, expect, it } from 'vitest';
import { decodeObject } from '../../src/apiserver/decode-object.ts';
import { cogs, configMaps, deployments, kind, namespaces } from './test-server.ts';

const DEEP = JSON.parse(`${'['.repeat(501)}${']'.repeat(501)}`);

/** What is said of a manifest that cannot be read. */
function faultOf(body: unknown, resource = configMaps): string {
  const decoded = decodeObject(resource, body);
  return decoded.ok ? 'none' : decoded.message;
}

/** The manifest as it was read, and what was dropped of it. */
function readAs(resource: typeof configMaps, body: unknown): string {
  const decoded = decodeObject(resource, body);
  return decoded.ok ? JSON.stringify([decoded.manifest, decoded.unknown]) : decoded.message;
}

describe('a manifest', () => {
  it.each<[unknown, string]>([
    [{ data: DEEP }, 'the object is nested too deep'],
    [{ metadata: 'x' }, 'metadata must be an object'],
    [{ metadata: { name: 1 } }, 'metadata.name must be a string'],
    [{ metadata: { generation: 0.5 } }, 'metadata.generation must be a whole number'],
    [{ metadata: { finalizers: 'x' } }, 'metadata.finalizers must be a list'],
    [
      { metadata: { ownerReferences: [{}, { controller: 1 }] } },
      'metadata.ownerReferences[1].controller must be true or false',
    ],
    [
      { metadata: { deletionTimestamp: '2026-02-30T00:00:00Z' } },
      'metadata.deletionTimestamp must be a time such as 2026-01-31T12:00:00Z',
    ],
    [{ data: { a: 5 } }, 'data.a must be a string'],
    [{ binaryData: { a: '*' } }, 'binaryData.a must be base64'],
    [{ binaryData: { a: [256] } }, 'binaryData.a[0] must be a whole number from 0 to 255'],
    [[], 'the body must be an object'],
    ['x', 'the body must be an object'],
    [{ kind: { toString: 1 } }, 'kind must be a string'],
    [{ apiVersion: 'a/b/c', kind: 'x' }, 'apiVersion must be <version> or <group>/<version>'],
    [{ kind: 'Secret' }, 'the object must be v1 ConfigMap, not v1 Secret'],
    [{ kind: 'SecretList' }, 'the object must be v1 ConfigMap, not v1 SecretList'],
    [{ apiVersion: 'v2' }, 'the object must be v1 ConfigMap, not v2 ConfigMap'],
    [{ apiVersion: 'v1/' }, 'the object must be v1 ConfigMap, not v1/ ConfigMap'],
  ])('[VA-13] %j is refused: the field and what it must be', (body, fault) => {
    expect(faultOf(body)).toBe(fault);
  });

  it('[VA-13] of a custom resource must say what it is; metadata is read by itself', () => {
    const own = { apiVersion: 'gc.example.com/v1', kind: 'Cog' };
    expect(faultOf({}, cogs)).toBe('kind is required');
    expect(faultOf({ kind: 'Cog' }, cogs)).toBe(
      'the object must be gc.example.com/v1 Cog, not Cog',
    );
    expect(faultOf({ ...own, kind: 'Nut', metadata: { uid: 5 } }, cogs)).toBe(
      'metadata.uid must be a string',
    );
    const body = { ...own, kind: 'Nut', metadata: { z: 1, name: 'c', a: 2 }, spec: { z: 1 } };
    expect(readAs(cogs, body)).toBe(
      '[{"apiVersion":"gc.example.com/v1","kind":"Nut","metadata":{"name":"c"},"spec":{"z":1}},["metadata.z","metadata.a"]]',
    );
  });

  it('[VA-01] without apiVersion and kind is taken for what it was sent as; empty fields are absent', () => {
    const metadata = {
      name: 'c',
      namespace: '',
      generation: null,
      selfLink: '/c',
      labels: {},
      finalizers: [],
      managedFields: [{}],
      ownerReferences: [{ name: 'o', uid: null, controller: null }],
    };
    expect(readAs(configMaps, { apiVersion: '', kind: null, metadata, data: {} })).toBe(
      '[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","ownerReferences":[{"apiVersion":"","kind":"","name":"o","uid":""}]}},[]]',
    );
    expect(readAs(configMaps, null)).toBe(
      '[{"apiVersion":"v1","kind":"ConfigMap","metadata":{}},[]]',
    );
    expect(readAs(namespaces, { apiVersion: '/v1', metadata: { namespace: 'x' } })).toBe(
      '[{"apiVersion":"v1","kind":"Namespace","metadata":{}},[]]',
    );
  });

  it('[VA-14] loses what nobody knows, but keeps its desired state as it came', () => {
    const body = {
      foo: 1,
      metadata: { bar: {}, ownerReferences: [{ uid: 'u', baz: 1 }] },
      spec: {},
    };
    expect(readAs(configMaps, body)).toBe(
      '[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"ownerReferences":[{"apiVersion":"","kind":"","name":"","uid":"u"}]}},["foo","metadata.bar","metadata.ownerReferences[0].baz","spec"]]',
    );
    expect(readAs(deployments, { spec: { foo: 1, a: null }, status: {}, bar: 1 })).toBe(
      '[{"apiVersion":"apps/v1","kind":"Deployment","metadata":{},"spec":{"foo":1,"a":null},"status":{}},["bar"]]',
    );
    const named = { resource: 'podsecuritypolicies', kind: 'PodSecurityPolicy' };
    const policies = { ...configMaps, group: 'policy', version: 'v1beta1', ...named };
    expect(readAs(policies, { foo: 1 })).toContain('"foo":1},[]]');
  });

  it('[VA-13] a Secret has one map, in base64, and a type', () => {
    const secrets = kind('v1', 'Secret');
    const body = { stringData: { a: 'é', b: '' }, data: { a: 'YQ==', c: 'YR==' } };
    expect(readAs(secrets, body)).toBe(
      '[{"apiVersion":"v1","kind":"Secret","metadata":{},"data":{"a":"w6k=","c":"YQ==","b":""},"type":"Opaque"},[]]',
    );
    expect(readAs(secrets, { type: 'x' })).toContain('"metadata":{},"type":"x"}');
  });
});
