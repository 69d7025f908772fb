import { describe, expect, it } from 'vitest';
import type { RequestTarget } from '../../src/apiserver/api-request.ts';
import { cogs, configMaps, kind, manifest, statusOf, testServer } from './test-server.ts';

const nodes = kind('v1', 'Node');

describe('a request', () => {
  it('[VA-01] must name a namespace for what lives in one, and none for what does not', () => {
    const { server } = testServer();
    expect(statusOf(server.create(configMaps, '', manifest(configMaps, 'c')))).toMatchObject({
      code: 400,
      message: 'configmaps live in a namespace: the request must name one',
    });
    expect(statusOf(server.create(nodes, 'ns', manifest(nodes, 'n')))).toMatchObject({
      code: 400,
      message: 'nodes are cluster-scoped: the request must name no namespace',
    });
  });

  it('[API-08] with an unknown dryRun is refused by the kind of its options', () => {
    const { server, add } = testServer();
    const status = statusOf(
      server.create(configMaps, 'ns', manifest(configMaps, 'c'), { dryRun: ['Some'] }),
    );
    const fault = 'dryRun: Unsupported value: ["Some"]: supported values: "All"';
    expect(status.message).toContain(`CreateOptions.meta.k8s.io "" is invalid: ${fault}`);
    const target = add(configMaps, 'there');
    const refused = server.update(target, manifest(configMaps, 'there'), { dryRun: ['Some'] });
    expect(statusOf(refused).message).toContain('UpdateOptions.meta.k8s.io "" is invalid');
  });

  it('[VA-09] a PUT of another name, or made from an object of another uid, is refused', () => {
    const { server, add } = testServer();
    const target: RequestTarget = add(configMaps, 'c');
    expect(statusOf(server.update(target, manifest(configMaps, 'd')))).toMatchObject({
      code: 400,
      message: 'the name of the object (d) does not match the name on the URL (c)',
    });
    expect(statusOf(server.update(target, manifest(configMaps, 'c', { uid: 'x' })))).toMatchObject({
      code: 409,
      message: expect.stringContaining(
        'Precondition failed: UID in precondition: x, UID in object meta: configmap-c-1',
      ),
    });
  });

  it('[VA-06] warns of unqualified finalizers of custom resources only, and not of the standard ones', () => {
    const { server } = testServer();
    const finalizers = ['hold', 'orphan', 'example.com/hold'];
    expect(server.create(cogs, 'ns', manifest(cogs, 'c', { finalizers })).warnings).toEqual([
      'metadata.finalizers: "hold": prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers',
    ]);
    const definitions = kind('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
    const cleanup = { finalizers: ['customresourcecleanup.apiextensions.k8s.io'] };
    const defined = server.create(definitions, '', manifest(definitions, 'x.y', cleanup));
    expect(defined).toMatchObject({ ok: true, warnings: [] });
    const standard = manifest(configMaps, 'c', { finalizers: ['orphan', 'kubernetes'] });
    expect(server.create(configMaps, 'ns', standard).warnings).toEqual([]);
    expect(server.create(cogs, 'ns', manifest(cogs, 'd')).warnings).toEqual([]);
  });
});
