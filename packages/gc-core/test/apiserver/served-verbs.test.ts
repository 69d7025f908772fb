import { describe, expect, it } from 'vitest';
import { servesSubresource } from '../../src/apiserver/spec-and-status.ts';
import type { ApiResource } from '../../src/meta/api-resource.ts';
import { invariant } from '../../src/meta/invariant.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import {
  cogs,
  configMaps,
  manifest,
  namespaces,
  pods,
  statusOf,
  testServer,
} from './test-server.ts';

const UNKNOWN = { code: 404, message: 'the server could not find the requested resource' };

function mapped(apiVersion: string, name: string): ApiResource {
  const resource = ResourceTable.builtIn().forKind(apiVersion, name);
  invariant(resource, `${name} has no mapping`);
  return resource;
}

describe('what a resource can be asked for', () => {
  it('[KM-03] [KM-05] no object of v1 Binding is ever found, or made', () => {
    const { server, add } = testServer();
    add(configMaps, 'a');
    const resource = mapped('v1', 'Binding');
    const target = { resource, namespace: resource.namespaced ? 'ns' : '', name: 'a' };
    const made = server.create(resource, target.namespace, manifest(resource, 'a'));
    for (const answer of [
      server.get(target),
      made,
      server.update(target, manifest(resource, 'a')),
      server.patch(target, 'merge', {}),
      server.delete(target),
      server.deleteCollection(resource, target.namespace),
    ]) {
      expect(statusOf(answer)).toMatchObject(UNKNOWN);
    }
    expect(server.list(resource).items).toEqual([]);
  });

  it('[CL-03] serves its status, a custom resource too, and only Namespaces are finalized', () => {
    const subresources = (resource: ApiResource): boolean[] =>
      [undefined, 'status', 'finalize', 'scale'].map((each) => servesSubresource(resource, each));
    expect(subresources(pods)).toEqual([true, true, false, false]);
    expect(subresources(cogs)).toEqual([true, true, false, false]);
    expect(subresources(configMaps)).toEqual([true, false, false, false]);
    expect(subresources(namespaces)).toEqual([true, true, true, false]);
  });
});
