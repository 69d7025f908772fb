import { describe, expect, it } from 'vitest';
import { contentFault } from '../../src/apiserver/decode-content.ts';
import type { ApiResource } from '../../src/meta/api-resource.ts';
import { cogs, configMaps, deployments, kind, namespaces, pods } from './test-server.ts';

const secrets = kind('v1', 'Secret');

/** What is said of a manifest that has these fields beside its metadata. */
function faultOf(resource: ApiResource, fields: object): string {
  const fault = contentFault(resource, fields);
  return fault ? `${fault.path.join('.')} must be ${fault.words}` : 'none';
}

describe('the content of a built-in kind', () => {
  it.each<[ApiResource, object, string]>([
    [configMaps, { data: { a: 5 } }, 'data must be an object of strings'],
    [configMaps, { data: { a: 'x', b: {} } }, 'data must be an object of strings'],
    [configMaps, { data: ['x'] }, 'data must be an object of strings'],
    [configMaps, { data: 'x' }, 'data must be an object of strings'],
    [configMaps, { binaryData: { a: true } }, 'binaryData must be an object of strings'],
    [secrets, { data: { a: 5 } }, 'data must be an object of strings'],
    [secrets, { stringData: { a: 5 } }, 'stringData must be an object of strings'],
    [namespaces, { spec: { finalizers: 'x' } }, 'spec.finalizers must be a list of strings'],
    [namespaces, { spec: { finalizers: {} } }, 'spec.finalizers must be a list of strings'],
    [namespaces, { spec: { finalizers: ['x', 1] } }, 'spec.finalizers must be a list of strings'],
    [namespaces, { status: { phase: 5 } }, 'status.phase must be a string'],
    [namespaces, { spec: [] }, 'spec must be an object'],
    [namespaces, { status: 'x' }, 'status must be an object'],
    [pods, { spec: { nodeName: 5 } }, 'spec.nodeName must be a string'],
    [
      pods,
      { spec: { terminationGracePeriodSeconds: 0.5 } },
      'spec.terminationGracePeriodSeconds must be a whole number',
    ],
    [pods, { status: { phase: {} } }, 'status.phase must be a string'],
    [deployments, { spec: 'x' }, 'spec must be an object'],
    [deployments, { status: [1] }, 'status must be an object'],
  ])('[VA-01] $kind: %j is refused with its path', (resource, fields, fault) => {
    expect(faultOf(resource, fields)).toBe(fault);
  });

  it.each<[ApiResource, object]>([
    [configMaps, { data: { a: null, b: '' }, binaryData: null }],
    [configMaps, { spec: 'x', status: 1 }],
    [secrets, { data: null, stringData: { a: null } }],
    [namespaces, { spec: { finalizers: [null] }, status: { phase: null } }],
    [namespaces, { spec: null }],
    [pods, { spec: { nodeName: null, terminationGracePeriodSeconds: null } }],
    [cogs, { spec: 'x', status: [], data: { a: 5 } }],
  ])('[VA-01] $kind: %j can be read', (resource, fields) => {
    expect(faultOf(resource, fields)).toBe('none');
  });
});
