import { describe, expect, it } from 'vitest';
import { decodeObject } from '../../src/apiserver/decode-object.ts';
import { cogs, configMaps, deployments, kind, namespaces } from './test-server.ts';

const DEEP = JSON.parse(`${'['.repeat(501)}${']'.repeat(501)}`);
const OF_CONFIG_MAP = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: ';
const PARSED = "couldn't get version/kind; json parse error: json: cannot unmarshal";

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
    [
      { metadata: 'x' },
      'json: cannot unmarshal string into Go struct field ConfigMap.metadata of type v1.ObjectMeta',
    ],
    [
      { metadata: { name: 1 } },
      'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string',
    ],
    [
      { metadata: { deletionTimestamp: '2026-02-30T00:00:00Z' } },
      'parsing time "2026-02-30T00:00:00Z": day out of range',
    ],
    [
      { data: { a: 5 } },
      'json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    ],
    [{ binaryData: { a: '*' } }, 'illegal base64 data at input byte 0'],
  ])('[VA-13] %j is refused in the words of the server', (body, fault) => {
    expect(faultOf(body)).toBe(`${OF_CONFIG_MAP}${fault}`);
  });

  it.each<[unknown, string]>([
    [
      [],
      `${PARSED} array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" } (5b5d)`,
    ],
    [
      'x'.repeat(40),
      `${PARSED} string into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" } (22${'78'.repeat(29)} ...)`,
    ],
    [
      { kind: { toString: 1 } },
      `${PARSED} object into Go struct field .kind of type string ({"kind":{"toString":1}})`,
    ],
    [
      { apiVersion: 'a/b/c', kind: 'x' },
      'unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c","kind":" ...)',
    ],
  ])('[VA-13] %j says of no kind what it is', (body, fault) => {
    expect(faultOf(body)).toBe(
      `the object provided is unrecognized (must be of type ConfigMap): ${fault}`,
    );
  });

  it('[VA-13] of a custom resource must say what it is; metadata is read by itself', () => {
    const own = { apiVersion: 'gc.example.com/v1', kind: 'Cog' };
    const unrecognized = 'the object provided is unrecognized (must be of type Cog): Object ';
    expect(faultOf({}, cogs)).toBe(`${unrecognized}'Kind' is missing in '{}' ({})`);
    expect(faultOf({ kind: 'Cog' }, cogs)).toBe(
      'the API version in the data () does not match the expected API version (gc.example.com/v1)',
    );
    expect(faultOf({ ...own, kind: 'Nut', metadata: { uid: 5 } }, cogs)).toBe(
      'Nut in version "v1" cannot be handled as a Cog: json: cannot unmarshal number into Go struct field ObjectMeta.uid of type types.UID',
    );
    const body = { ...own, kind: 'Nut', metadata: { z: 1, name: 'c', a: 2 }, spec: { z: 1 } };
    expect(readAs(cogs, body)).toBe(
      '[{"apiVersion":"gc.example.com/v1","kind":"Nut","metadata":{"name":"c"},"spec":{"z":1}},["metadata.a","metadata.z"]]',
    );
  });

  it.each<[string, object, string]>([
    [
      'ConfigMap',
      { kind: 'Secret' },
      'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
    ],
    [
      'ConfigMap',
      { kind: 'Secret', data: { a: 1 } },
      'Secret in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field Secret.data of type []uint8',
    ],
    [
      'ConfigMap',
      { kind: 'Status' },
      'Status in version "v1" cannot be handled as a ConfigMap: converting (v1.Status) to (core.ConfigMap): unknown conversion',
    ],
    [
      'ConfigMap',
      { kind: 'SecretList' },
      'SecretList in version "v1" cannot be handled as a ConfigMap: converting (v1.SecretList) to (core.ConfigMap): unknown conversion',
    ],
    [
      'ConfigMap',
      { kind: 'Foo' },
      'Foo in version "v1" cannot be handled as a ConfigMap: no kind "Foo" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      'ConfigMap',
      { kind: 'ConfigListMap' },
      'ConfigListMap in version "v1" cannot be handled as a ConfigMap: no kind "ConfigListMap" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      'ConfigMap',
      { apiVersion: 'v2' },
      'ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "v2" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      'ConfigMap',
      { apiVersion: 'v1/' },
      `ConfigMap in version "" cannot be handled as a ConfigMap: Object 'apiVersion' is missing in '{"apiVersion":"v1/"}'`,
    ],
    [
      'ClusterRole',
      { apiVersion: 'v1', kind: 'Secret' },
      'Secret in version "v1" cannot be handled as a ClusterRole: converting (v1.Secret) to (rbac.ClusterRole): unknown conversion',
    ],
  ])('[VA-13] as a %s, %j is another kind', (name, body, fault) => {
    const role = kind('rbac.authorization.k8s.io/v1', 'ClusterRole');
    expect(faultOf(body, name === 'ConfigMap' ? configMaps : role)).toBe(fault);
  });

  it('[VA-13] of another version is refused with both versions', () => {
    expect(decodeObject(deployments, { apiVersion: 'apps/v1beta1' })).toEqual({
      ok: false,
      message:
        'the API version in the data (apps/v1beta1) does not match the expected API version (apps/v1)',
    });
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
