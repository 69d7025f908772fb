import { describe, expect, it } from 'vitest';
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

  it('[API-55] goes on with the removal when the stored grace is absent', () => {
    const { server, read, takeEvents } = testServer();
    const metadata = { name: 'p', namespace: 'ns', uid: 'u', deletionTimestamp: DELETED_AT };
    server.put([{ apiVersion: 'v1', kind: 'Pod', metadata, ...onNode(30) }]);
    const target = targetOf(pods, 'p');
    server.delete(target, { gracePeriodSeconds: 0 });
    expect(read(target)).toBeUndefined();
    expect(takeEvents()).toEqual(['DELETED p']);
  });
});
