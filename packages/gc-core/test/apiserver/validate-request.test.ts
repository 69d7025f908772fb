import { describe, expect, it } from 'vitest';
import { cogs, configMaps, kind, manifest, statusOf, targetOf, testServer } from './test-server.ts';

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

  it('[VA-06] warns of unqualified finalizers of custom resources only, and not of the standard ones', () => {
    const { server } = testServer();
    const finalizers = ['hold', 'orphan', 'example.com/hold', 'example.com', 'hold'];
    const why = 'to avoid accidental conflicts with other finalizer writers';
    expect(server.create(cogs, 'ns', manifest(cogs, 'c', { finalizers })).warnings).toEqual([
      `metadata.finalizers: "example.com": prefer a domain-qualified finalizer name including a path (/) ${why}`,
      `metadata.finalizers: "hold": prefer a domain-qualified finalizer name ${why}`,
    ]);
    const target = targetOf(cogs, 'c');
    const more = { metadata: { finalizers: [...finalizers, 'new'] } };
    expect(server.patch(target, 'merge', more).warnings).toEqual([
      `metadata.finalizers: "new": prefer a domain-qualified finalizer name ${why}`,
    ]);
    const faulty = { finalizers: ['hold'], labels: { '': '' } };
    expect(server.create(cogs, 'ns', manifest(cogs, 'e', faulty)).warnings).toEqual([]);
    const definitions = kind('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
    const cleanup = { finalizers: ['customresourcecleanup.apiextensions.k8s.io'] };
    const defined = server.create(definitions, '', manifest(definitions, 'x.y', cleanup));
    expect(defined).toMatchObject({ ok: true, warnings: [] });
    const standard = manifest(configMaps, 'c', { finalizers: ['orphan', 'kubernetes'] });
    expect(server.create(configMaps, 'ns', standard).warnings).toEqual([]);
    expect(server.create(cogs, 'ns', manifest(cogs, 'd')).warnings).toEqual([]);
  });

  it('[VA-09] an update made from version 18446744073709551615 is refused with 409', () => {
    const { server, add } = testServer();
    const target = add(configMaps, 'c');
    const status = statusOf(
      server.update(target, manifest(configMaps, 'c', { resourceVersion: '18446744073709551615' })),
    );
    expect(status).toMatchObject({
      code: 409,
      message: expect.stringMatching(/has changed since version 18446744073709551615:/),
    });
  });

  it.each([
    ['18446744073709551616', 201],
    ['00', 201],
    ['01', 500],
    ['5a', 201],
  ])('[VA-01] a new object with version %s gets %i', (resourceVersion, code) => {
    const { server } = testServer();
    const result = server.create(configMaps, 'ns', manifest(configMaps, 'c', { resourceVersion }));
    expect(result.ok ? result.code : result.status.code).toBe(code);
  });
});
