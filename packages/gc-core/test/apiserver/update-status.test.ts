import { describe, expect, it } from 'vitest';
import type { RequestTarget } from '../../src/apiserver/api-request.ts';
import { deployments, kind, testServer } from './test-server.ts';

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
