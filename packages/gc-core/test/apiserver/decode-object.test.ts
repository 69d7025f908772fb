import { describe, expect, it } from 'vitest';
import { decodeObject } from '../../src/apiserver/decode-object.ts';
import { configMaps, deployments } from './test-server.ts';

const DEEP = JSON.parse(`${'['.repeat(501)}${']'.repeat(501)}`);
const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' };

/** What is said of a manifest that cannot be read. */
function faultOf(body: unknown): string {
  const decoded = decodeObject(configMaps, body);
  return decoded.ok ? 'none' : decoded.message;
}

describe('a manifest', () => {
  it.each<[unknown, string]>([
    [[], 'the object must be a JSON object'],
    [{ data: DEEP }, 'the object is nested too deep'],
    [{ kind: 'Secret' }, 'the kind in the data is Secret'],
    [{ kind: { toString: 1 } }, 'kind must be a string'],
    [{ apiVersion: { toString: 1 } }, 'apiVersion must be a string'],
    [{ apiVersion: 1 }, 'apiVersion must be a string'],
    [{ metadata: 'x' }, 'metadata must be an object'],
    [{ metadata: { name: 1 } }, 'metadata.name must be a string'],
    [{ metadata: { selfLink: {} } }, 'metadata.selfLink must be a string'],
    [{ metadata: { managedFields: 5 } }, 'metadata.managedFields must be a list'],
    [{ metadata: { generation: '5' } }, 'metadata.generation must be a whole number'],
    [{ metadata: { generateName: 1 } }, 'metadata.generateName must be a string'],
    [{ metadata: { creationTimestamp: 1 } }, 'metadata.creationTimestamp must be a string'],
    [
      { metadata: { creationTimestamp: 'yesterday' } },
      'metadata.creationTimestamp must be an RFC 3339 time',
    ],
    [
      { metadata: { deletionTimestamp: '2026-02-30T00:00:00Z' } },
      'metadata.deletionTimestamp must be an RFC 3339 time',
    ],
    [{ metadata: { generation: 0.5 } }, 'metadata.generation must be a whole number'],
    [{ metadata: { labels: { a: 1 } } }, 'metadata.labels must be an object of strings'],
    [{ metadata: { annotations: [] } }, 'metadata.annotations must be an object of strings'],
    [{ metadata: { finalizers: ['a', 1] } }, 'metadata.finalizers must be a list of strings'],
    [{ metadata: { ownerReferences: {} } }, 'metadata.ownerReferences must be a list'],
    [{ metadata: { ownerReferences: [1] } }, 'metadata.ownerReferences[0] must be an object'],
    [
      { metadata: { ownerReferences: [reference, { ...reference, uid: 1 }] } },
      'metadata.ownerReferences[1].uid must be a string',
    ],
    [
      { metadata: { ownerReferences: [{ ...reference, controller: 'yes' }] } },
      'metadata.ownerReferences[0].controller must be true or false',
    ],
  ])('[VA-01] %j is refused with the place of the fault', (body, fault) => {
    expect(faultOf(body)).toBe(
      `ConfigMap in version "v1" cannot be handled as a ConfigMap: ${fault}`,
    );
  });

  it('[VA-01] of another version is refused with both versions', () => {
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
      labels: {},
      finalizers: [],
      ownerReferences: [{ name: 'o', uid: null, controller: null }],
    };
    const decoded = decodeObject(configMaps, { apiVersion: '', kind: null, metadata });
    expect(JSON.stringify(decoded.ok && decoded.manifest)).toBe(
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","ownerReferences":[{"apiVersion":"","kind":"","name":"o","uid":""}]}}',
    );
  });
});
