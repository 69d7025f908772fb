import { describe, expect, it } from 'vitest';
import type { RequestTarget } from '../../src/apiserver/api-request.ts';
import { deployments, kind, testServer } from './test-server.ts';

const OWNER = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' };

describe('metadata beside a status', () => {
  it('[API-66] the path of the status takes the metadata along, and removes what nothing holds', () => {
    const { server, add, read, takeEvents } = testServer();
    const target = add(kind('apps/v1', 'ReplicaSet'), 'r', { finalizers: ['example.com/a'] });
    const status = { ...target, subresource: 'status' } as const;
    server.delete(target);
    const patch = { metadata: { labels: { a: 'b' }, generation: 7 }, spec: { replicas: 2 } };
    server.patch(status, 'merge', patch);
    expect(read(target)).toMatchObject({ metadata: { labels: { a: 'b' }, generation: 2 } });
    expect(read(target)).not.toHaveProperty('spec');
    takeEvents();
    server.patch(status, 'merge', { metadata: { finalizers: null } });
    expect(takeEvents()).toEqual(['DELETED r']);
  });

  it.each([
    ['v1', 'Pod', { labels: { a: 'b' }, annotations: { a: 'b' }, finalizers: ['a.b/c'] }],
    [
      'apps/v1',
      'Deployment',
      { annotations: { a: 'b' }, finalizers: ['a.b/c'], ownerReferences: [OWNER] },
    ],
    ['apiregistration.k8s.io/v1', 'APIService', {}],
    ['storage.k8s.io/v1', 'VolumeAttachment', {}],
    ['gc.example.com/v1', 'Cog', {}],
  ])('[API-66] what the status of a %s %s takes along', (apiVersion, name, taken) => {
    const { server, add, read } = testServer();
    const target = add(kind(apiVersion, name), 'v1.x');
    const metadata = {
      labels: { a: 'b' },
      annotations: { a: 'b' },
      finalizers: ['a.b/c'],
      ownerReferences: [OWNER],
    };
    const status = { ...target, subresource: 'status' };
    expect(server.patch(status, 'merge', { metadata }).ok).toBe(true);
    const { labels, annotations, finalizers, ownerReferences } = read(target)?.metadata ?? {};
    const all = { labels, annotations, finalizers, ownerReferences };
    expect(JSON.parse(JSON.stringify(all))).toEqual(taken);
  });

  it('[API-66] the status of a Pod takes no time of deletion along, that of another kind refuses it', () => {
    const { server, add, read } = testServer();
    const metadata = { deletionTimestamp: '2020-01-01T00:00:00Z' };
    const codeFor = (target: RequestTarget): unknown => {
      const answer = server.patch({ ...target, subresource: 'status' }, 'merge', { metadata });
      return answer.ok ? answer.code : answer.status.code;
    };
    const pod = add(kind('v1', 'Pod'), 'p');
    expect([codeFor(pod), codeFor(add(deployments, 'd'))]).toEqual([200, 422]);
    expect(read(pod)?.metadata.deletionTimestamp).toBeUndefined();
  });

  it('[API-66] metadata that the path of a status does not take along is not warned about', () => {
    const { server, add } = testServer();
    const target = add(kind('gc.example.com/v1', 'Cog'), 'c');
    const patch = { metadata: { finalizers: ['short'] } };
    const status = { ...target, subresource: 'status' };
    expect(server.patch(status, 'merge', patch)).toMatchObject({ ok: true, warnings: [] });
    expect(server.patch(target, 'merge', patch).warnings).toHaveLength(1);
  });

  it('[API-67] annotations of a Deployment and labels of an EndpointSlice count as what is wanted', () => {
    const { server, add, read } = testServer();
    const generationAfter = (target: RequestTarget, metadata: object): unknown => {
      server.patch(target, 'merge', { metadata });
      return read(target)?.metadata.generation;
    };
    const deployment = add(deployments, 'd');
    expect(generationAfter(deployment, { labels: { a: 'b' } })).toBe(1);
    expect(generationAfter(deployment, { annotations: { a: 'b' } })).toBe(2);
    const slice = add(kind('discovery.k8s.io/v1', 'EndpointSlice'), 'e');
    expect(generationAfter(slice, { annotations: { a: 'b' } })).toBe(1);
    expect(generationAfter(slice, { labels: { a: 'b' } })).toBe(2);
  });
});
