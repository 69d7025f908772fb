import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/meta/object-meta.ts';
import {
  cogs,
  configMaps,
  faultsOf,
  kind,
  manifest,
  namespaces,
  statusOf,
  targetOf,
  testServer,
} from './test-server.ts';

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
    const fault = 'dryRun: unsupported value; supported are All';
    expect(status.message).toBe(`CreateOptions.meta.k8s.io is invalid: ${fault}`);
    const target = add(configMaps, 'there');
    const refused = server.update(target, manifest(configMaps, 'there'), { dryRun: ['Some'] });
    expect(statusOf(refused).message).toContain('UpdateOptions.meta.k8s.io is invalid');
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

  it.each([
    ['18446744073709551615', 409, /the object has been modified/],
    ['18446744073709551616', 500, /^metadata\.resourceVersion must be a number$/],
    ['5a', 500, /^metadata\.resourceVersion must be a number$/],
    ['a5', 500, /^metadata\.resourceVersion must be a number$/],
  ])(
    '[VA-09] an update made from version %s is refused with %i',
    (resourceVersion, code, message) => {
      const { server, add } = testServer();
      const target = add(configMaps, 'c');
      const status = statusOf(
        server.update(target, manifest(configMaps, 'c', { resourceVersion })),
      );
      expect(status).toMatchObject({ code, message: expect.stringMatching(message) });
    },
  );

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

  it('[NS-19] an update of a Namespace lists faults of its metadata and of its spec', () => {
    const { server, add } = testServer();
    const target = add(namespaces, 'n');
    const rest = { spec: { finalizers: ['plain'] } };
    const body = manifest(namespaces, 'n', { finalizers: ['bare'] }, rest);
    const result = server.update({ ...target, subresource: 'finalize' }, body);
    expect(faultsOf(result)).toEqual(['metadata.finalizers[0]', 'spec.finalizers[0]']);
  });

  it('[NS-19] what would be faults of a Namespace are none of another object', () => {
    const { server, add } = testServer();
    const content = { spec: { finalizers: ['plain'] }, status: { phase: 'Any' } };
    const target = add(configMaps, 'c', {}, content);
    expect(server.update(target, manifest(configMaps, 'c', {}, content)).ok).toBe(true);
  });

  it('[VA-01] a new object without a name is told which field is required', () => {
    const { server } = testServer();
    const message = 'name or generateName is required';
    expect(statusOf(server.create(configMaps, 'ns', { metadata: {} } as Manifest))).toMatchObject({
      code: 422,
      message: `ConfigMap is invalid: metadata.name: ${message}`,
      details: { causes: [{ reason: 'FieldValueRequired', message, field: 'metadata.name' }] },
    });
  });

  it.each(['0', '00'])(
    '[VA-09] an update made from version %s is unconditional',
    (resourceVersion) => {
      const { server, add } = testServer();
      const target = add(configMaps, 'c');
      const update = manifest(configMaps, 'c', { resourceVersion, labels: { a: 'b' } });
      expect(server.update(target, update)).toMatchObject({ ok: true, code: 200 });
      const patch = { metadata: { resourceVersion, labels: { a: 'c' } } };
      expect(server.patch(target, 'merge', patch)).toMatchObject({ ok: true, code: 200 });
    },
  );

  it.each([
    ['a custom resource', cogs],
    ['a Lease', kind('coordination.k8s.io/v1', 'Lease')],
  ])('[VA-09] an update of %s has to name a version, not 0', (_name, resource) => {
    const { server, add } = testServer();
    const target = add(resource, 'c');
    for (const resourceVersion of [null, '0']) {
      const patch = { metadata: { resourceVersion } };
      expect(statusOf(server.patch(target, 'merge', patch)).code).toBe(422);
    }
    expect(statusOf(server.update(target, manifest(resource, 'c'))).code).toBe(422);
    expect(server.patch(target, 'merge', { spec: {} }).ok).toBe(true);
  });
});
