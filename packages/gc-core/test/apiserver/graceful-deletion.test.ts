import { describe, expect, it } from 'vitest';
import { RELEASES } from '../../src/meta/releases.ts';
import {
  cogs,
  configMaps,
  deployments,
  objectOf,
  pods,
  START,
  type TestServer,
  targetOf,
  testServer,
} from './test-server.ts';

const onNode = (grace?: number, phase = 'Running'): object => ({
  spec: {
    nodeName: 'n1',
    ...(grace === undefined ? {} : { terminationGracePeriodSeconds: grace }),
  },
  status: { phase },
});

const DELETED_AT = '2026-11-21T12:00:00Z';

function graceOf({ read }: TestServer, target: Parameters<TestServer['read']>[0]): unknown {
  const { deletionTimestamp, deletionGracePeriodSeconds } = read(target)?.metadata ?? {};
  return [deletionTimestamp, deletionGracePeriodSeconds];
}

describe('graceful deletion', () => {
  it.each([
    ['takes the grace of the options', onNode(20), 5, ['2026-11-21T12:00:05Z', 5]],
    ['[API-07] takes a negative one for 1', onNode(20), -5, ['2026-11-21T12:00:01Z', 1]],
  ])('[API-50] %s', (_name, rest, gracePeriodSeconds, expected) => {
    const world = testServer();
    const target = world.add(pods, 'p', {}, rest);
    world.server.delete(target, gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds });
    expect(graceOf(world, target)).toEqual(expected);
  });

  it.each([
    ['that failed', onNode(30, 'Failed')],
    ['that succeeded', onNode(30, 'Succeeded')],
  ])('[API-50] removes a pod %s at once: MODIFIED, then DELETED', (_name, rest) => {
    const { server, add, read, events, takeEvents } = testServer();
    const target = add(pods, 'p', {}, rest);
    const result = server.delete(target, { propagationPolicy: 'Background' });
    expect(takeEvents()).toEqual(['ADDED p', 'MODIFIED p', 'DELETED p']);
    expect(events[2]?.object.metadata).toMatchObject({
      resourceVersion: '3',
      generation: 2,
      deletionTimestamp: DELETED_AT,
      deletionGracePeriodSeconds: 0,
    });
    expect(objectOf(result)).toEqual(events[2]?.object);
    expect(read(target)).toBeUndefined();
  });

  it('[API-53] a shorter grace that ends just now is kept as it was asked for', () => {
    const world = testServer();
    const target = world.add(pods, 'p', {}, onNode(30));
    world.server.delete(target);
    world.clock.now = START + 10_000;
    world.server.delete(target, { gracePeriodSeconds: 10 });
    expect(graceOf(world, target)).toEqual(['2026-11-21T12:00:10Z', 10]);
  });

  it('[API-51] keeps a running pod until the kubelet deletes it with grace 0', () => {
    const world = testServer();
    const { server, add, clock, takeEvents } = world;
    const target = add(pods, 'p', {}, onNode(30));
    server.delete(target);
    expect(graceOf(world, target)).toEqual(['2026-11-21T12:00:30Z', 30]);
    expect(world.read(target)?.metadata).not.toHaveProperty('finalizers');
    clock.now = START + 6_000;
    server.delete(target, { gracePeriodSeconds: 0 });
    expect(takeEvents()).toEqual(['ADDED p', 'MODIFIED p', 'MODIFIED p', 'DELETED p']);
  });

  it('[API-52] while a grace period runs, a DELETE with a larger grace changes nothing', () => {
    const world = testServer();
    const target = world.add(pods, 'p', {}, onNode(30));
    world.server.delete(target);
    const before = world.read(target);
    world.takeEvents();
    const result = world.server.delete(target, { gracePeriodSeconds: 60 });
    expect(result).toMatchObject({ ok: true, code: 200 });
    expect(objectOf(result)).toBe(before);
    expect(world.takeEvents()).toEqual([]);
  });

  it('[API-33] [API-47] while it runs a DELETE is a success, of 202 with orphanDependents: false', () => {
    const { server, add, read, takeEvents } = testServer();
    const target = add(pods, 'p', {}, onNode(30));
    server.delete(target);
    const before = read(target);
    takeEvents();
    const options = { orphanDependents: false };
    expect(server.delete(target, options)).toMatchObject({ ok: true, code: 202 });
    expect(read(target)).toBe(before);
    expect(takeEvents()).toEqual([]);
  });

  it('[API-32] is for Pods: what else names a node and a grace goes at once', () => {
    const { server, add, read, takeEvents } = testServer();
    const pod = add(pods, 'p', {}, onNode(20));
    const others = [configMaps, deployments, cogs].map((each) => add(each, 'o', {}, onNode(20)));
    takeEvents();
    for (const each of [pod, ...others]) server.delete(each, { gracePeriodSeconds: 20 });
    expect(read(pod)?.metadata.deletionGracePeriodSeconds).toBe(20);
    expect(others.map(read)).toEqual([undefined, undefined, undefined]);
    expect(takeEvents()).toEqual(['MODIFIED p', 'DELETED o', 'DELETED o', 'DELETED o']);
  });

  it('[API-37] stores the end, the grace, the next generation and the finalizers, in one update', () => {
    const { server, add, read, takeEvents } = testServer();
    const target = add(pods, 'p', { finalizers: ['orphan', 'foo.com/x'] }, onNode(20));
    expect(read(target)?.metadata.generation).toBe(1);
    server.delete(target, { propagationPolicy: 'Foreground' });
    expect(takeEvents()).toEqual(['ADDED p', 'MODIFIED p']);
    expect(read(target)?.metadata).toMatchObject({
      deletionTimestamp: '2026-11-21T12:00:20Z',
      deletionGracePeriodSeconds: 20,
      generation: 2,
      finalizers: ['foo.com/x', 'foregroundDeletion'],
    });
  });

  it('[API-55] goes on with the removal when the stored grace is absent', () => {
    const { server, read, takeEvents } = testServer();
    const metadata = { name: 'p', namespace: 'ns', uid: 'u', deletionTimestamp: DELETED_AT };
    server.put([{ apiVersion: 'v1', kind: 'Pod', metadata, ...onNode(30) }]);
    const target = targetOf(pods, 'p');
    server.delete(target, { gracePeriodSeconds: 0 });
    expect(read(target)).toBeUndefined();
    expect(takeEvents()).toEqual(['DELETED p']);
  });

  it('[API-63] keeps a pod whose finalizers are emptied while a grace period runs', () => {
    const { server, add, read } = testServer();
    const target = add(pods, 'p', { finalizers: ['foo.com/x'] }, onNode(30));
    server.delete(target);
    server.patch(target, 'merge', { metadata: { finalizers: null } });
    expect(read(target)?.metadata.deletionGracePeriodSeconds).toBe(30);
  });

  it('[API-06] follows its own update: in v1.17 a resourceVersion holds for the whole DELETE', () => {
    const { server, add, read } = testServer({ release: RELEASES['v1.17'] });
    const target = add(pods, 'p', {}, onNode(30));
    const resourceVersion = read(target)?.metadata.resourceVersion ?? '';
    const options = { gracePeriodSeconds: 0, preconditions: { resourceVersion } };
    expect(server.delete(target, options).ok).toBe(true);
    expect(read(target)).toBeUndefined();
  });
});
