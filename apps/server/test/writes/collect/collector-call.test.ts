import type { ApiRequest } from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import { CollectorCall, type ObjectRequest } from '../../../src/writes/collect/collector-call.ts';
import { configMap } from './requests.ts';

const request = (more: object, name = 'a'): ObjectRequest =>
  ({ ...configMap(name), ...more }) as ObjectRequest;

describe('the list of what collect can send', () => {
  it('has a GET of metadata (HT-01, HT-02)', () => {
    expect(CollectorCall.of(request({ verb: 'get' }))).toMatchObject({
      method: 'GET',
      path: '/api/v1/namespaces/shop/configmaps/a',
      accept:
        'application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json',
      body: undefined,
    });
  });

  it('has a DELETE with preconditions and a policy, and drops any other option (DE-02, DE-04)', () => {
    const options = {
      preconditions: { uid: 'u', resourceVersion: '7' },
      propagationPolicy: 'Background',
      gracePeriodSeconds: 0,
    };
    expect(CollectorCall.of(request({ verb: 'delete', options }))).toMatchObject({
      method: 'DELETE',
      contentType: 'application/json',
      body: '{"kind":"DeleteOptions","apiVersion":"v1","preconditions":{"uid":"u","resourceVersion":"7"},"propagationPolicy":"Background"}',
    });
  });

  for (const preconditions of [undefined, {}, { uid: '' }, { resourceVersion: '7' }]) {
    it(`has no DELETE with the preconditions ${JSON.stringify(preconditions)}`, () => {
      const options = { preconditions, propagationPolicy: 'Background' };
      expect(CollectorCall.of(request({ verb: 'delete', options }))).toBe(
        'the collector deletes only an object whose uid it knows',
      );
    });
  }

  it('has nothing else: a new request is named here, too', () => {
    const makers = Object.entries(Object.getOwnPropertyDescriptors(CollectorCall))
      .filter(([, { value }]) => typeof value === 'function')
      .map(([name]) => name);
    expect(makers.toSorted()).toEqual(['countEvent', 'createEvent', 'getLease', 'of', 'putLease']);
  });

  it('has a Lease that is read, created, and replaced as it was read', () => {
    const address = { namespace: 'kube-system', name: 'one' };
    const time = '2026-01-01T00:00:00.000000Z';
    const held = { leaseDurationSeconds: 15, acquireTime: time, renewTime: time };
    const spec = { ...held, holderIdentity: 'me', leaseTransitions: 0 };
    const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';
    expect(CollectorCall.getLease(address)).toMatchObject({
      method: 'GET',
      path: `${leases}/one`,
      body: undefined,
    });
    const created = CollectorCall.putLease(address, spec);
    const replaced = CollectorCall.putLease(address, { ...spec, holderIdentity: '' }, '7');
    expect([created.method, created.path]).toEqual(['POST', leases]);
    expect([replaced.method, replaced.path]).toEqual(['PUT', `${leases}/one`]);
    const head = { kind: 'Lease', apiVersion: 'coordination.k8s.io/v1' };
    expect(JSON.parse(created.body ?? '')).toEqual({ ...head, metadata: address, spec });
    const { holderIdentity: _, ...nobodys } = spec;
    const metadata = { ...address, resourceVersion: '7' };
    expect(JSON.parse(replaced.body ?? '')).toEqual({ ...head, metadata, spec: nobodys });
  });

  it('has a PATCH of references and finalizers as it comes (FR-06, PA-02)', () => {
    const contentType = 'application/strategic-merge-patch+json';
    const body = { metadata: { uid: 'u', ownerReferences: [{ $patch: 'delete', uid: 'o' }] } };
    expect(CollectorCall.of(request({ verb: 'patch', contentType, body }))).toMatchObject({
      method: 'PATCH',
      contentType,
      body: JSON.stringify(body),
    });
  });

  const others: readonly object[] = [
    { metadata: { labels: { a: 'b' } } },
    { metadata: { uid: 'u' }, spec: { replicas: 0 } },
    { spec: {} },
  ];
  for (const body of others) {
    it(`has no PATCH with ${JSON.stringify(body)}`, () => {
      const contentType = 'application/merge-patch+json';
      expect(CollectorCall.of(request({ verb: 'patch', contentType, body }))).toBe(
        'the collector patches references and finalizers only',
      );
    });
  }

  for (const name of ['..', '.', 'a/b', '%2e%2e', '']) {
    it(`leads to no other object by the name ${JSON.stringify(name)}`, () => {
      expect(CollectorCall.of(request({ verb: 'get' }, name))).toMatch(/name/);
    });
  }

  it('leads to no other object by the resource of a server that lies', () => {
    const { resource } = configMap('a') as ApiRequest;
    const odd = { ...resource, resource: '..' };
    expect(CollectorCall.of(request({ verb: 'get', resource: odd }))).toMatch(/\.\./);
  });

  it('has the Event of a reference into another namespace; of a cluster-scoped object it is in default (EV-01..08)', () => {
    const involvedObject = {
      apiVersion: 'v1',
      kind: 'Node',
      namespace: '',
      name: 'n',
      uid: 'u',
    };
    const event = {
      type: 'Warning',
      reason: 'OwnerRefInvalidNamespace',
      message: 'm',
      involvedObject,
    } as const;
    const at = new Date('2026-01-01T00:00:00.789Z');
    const seen = { event, name: 'n.1', count: 1, firstAt: at, lastAt: at, isCombined: false };
    const call = CollectorCall.createEvent(seen);
    expect(call).toMatchObject({ method: 'POST', path: '/api/v1/namespaces/default/events' });
    expect(JSON.parse(call.body ?? '')).toEqual({
      kind: 'Event',
      apiVersion: 'v1',
      metadata: { name: 'n.1', namespace: 'default' },
      involvedObject: { kind: 'Node', name: 'n', uid: 'u', apiVersion: 'v1' },
      reason: 'OwnerRefInvalidNamespace',
      message: 'm',
      source: { component: 'garbage-collector-controller' },
      firstTimestamp: '2026-01-01T00:00:00Z',
      lastTimestamp: '2026-01-01T00:00:00Z',
      count: 1,
      type: 'Warning',
      eventTime: null,
      reportingComponent: 'garbage-collector-controller',
      reportingInstance: '',
    });
    const again = CollectorCall.countEvent({ ...seen, count: 2 });
    expect(again).toMatchObject({
      method: 'PATCH',
      path: '/api/v1/namespaces/default/events/n.1',
      contentType: 'application/strategic-merge-patch+json',
    });
    expect(JSON.parse(again.body ?? '')).toEqual({
      count: 2,
      lastTimestamp: '2026-01-01T00:00:00Z',
      message: 'm',
    });
  });
});
