import { describe, expect, it } from 'vitest';
import { decodeObject } from '../../src/apiserver/decode-object.ts';
import { cogs, configMaps, kind } from './test-server.ts';

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
    [{ apiVersion: 'a/b/c', kind: 'x' }, 'apiVersion must be <version> or <group>/<version>'],
    [{ kind: 'SecretList' }, 'the object must be v1 ConfigMap, not v1 SecretList'],
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

  it('[VA-13] a Secret has one map, in base64, and a type', () => {
    const secrets = kind('v1', 'Secret');
    const body = { stringData: { a: 'é', b: '' }, data: { a: 'YQ==', c: 'YQ==' } };
    expect(readAs(secrets, body)).toBe(
      '[{"apiVersion":"v1","kind":"Secret","metadata":{},"data":{"a":"w6k=","c":"YQ==","b":""},"type":"Opaque"},[]]',
    );
    expect(readAs(secrets, { type: 'x' })).toContain('"metadata":{},"type":"x"}');
  });
});
