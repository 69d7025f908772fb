import type { ApiResource } from '@gcscope/gc-core';
import { plainText } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { clusterTerminating } from '../../src/insight/cluster-terminating.ts';
import { followStatuses } from '../../src/insight/follow-statuses.ts';
import { KINDS, NAMESPACES, ScriptedCluster } from '../live/support/scripted-cluster.ts';

const failure = {
  type: 'NamespaceDeletionDiscoveryFailure',
  status: 'True',
  message: 'stale GroupVersion discovery: metrics.example.com/v1',
};

/** A cluster that serves this kind, too. */
function serving(kind: ApiResource): ScriptedCluster {
  const scripted = new ScriptedCluster().sync();
  scripted.relay.resources([...KINDS, kind]);
  scripted.health(kind, 'synced');
  return scripted;
}

describe('Namespaces in deletion', () => {
  it('are blocked by a condition before anybody asks, until it is gone', async () => {
    const scripted = new ScriptedCluster().sync();
    const { cluster, clock } = scripted;
    const read: string[] = [];
    let conditions = [failure];
    const stop = followStatuses(cluster, async (_, name) => {
      read.push(name);
      return { conditions, finalizers: ['kubernetes'] };
    });
    scripted.put(NAMESPACES, 'stays');
    const uid = scripted.put(NAMESPACES, 'stuck', { deletionTimestamp: '2025-12-31T00:00:00Z' });
    const blockedBy = (): string | undefined => cluster.live.records.get(uid)?.summary?.blockedBy;
    const later = async (millis: number): Promise<void> => {
      clock.advance(millis);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      clock.advance(100);
    };
    scripted.tick();
    expect(blockedBy()).toBeUndefined();
    await later(1000);
    expect(read).toEqual(['stuck']);
    expect(blockedBy()).toMatch(/discover/i);
    conditions = [];
    await later(30_000);
    await later(30_000);
    expect(blockedBy()).not.toMatch(/discover/i);
    stop();
    const reads = read.length;
    await later(60_000);
    expect(read.length).toBe(reads);
  });

  it('name what the API server says of the APIService that they wait for, as soon as it says so', async () => {
    const apiServices = {
      ...NAMESPACES,
      group: 'apiregistration.k8s.io',
      resource: 'apiservices',
      kind: 'APIService',
    };
    const scripted = serving(apiServices);
    scripted.put(apiServices, 'v1.metrics.example.com');
    const uid = scripted.put(NAMESPACES, 'stuck', { deletionTimestamp: '2025-12-31T00:00:00Z' });
    scripted.tick();
    const asked: string[] = [];
    const said = async (message: string): Promise<string> => {
      const available = { type: 'Available', status: 'False', message };
      const report = await clusterTerminating(scripted.live, async (kind, name) => {
        asked.push(`${kind} ${name}`);
        const conditions = kind === 'APIService' ? [available] : [failure];
        return { conditions, finalizers: ['kubernetes'] };
      });
      const object = report.objects.find((each) => each.object.uid === uid);
      return plainText(object?.rootCauses[0]?.text ?? []);
    };
    expect(await said('service/metrics in "monitoring" is not present')).toMatch(
      /says of its APIService: service\/metrics in "monitoring" is not present$/,
    );
    expect(await said('no response from 10.0.0.1:443')).toMatch(
      /no response from 10\.0\.0\.1:443$/,
    );
    expect(asked.slice(0, 2)).toEqual(['Namespace stuck', 'APIService v1.metrics.example.com']);
  });
});

it('a CustomResourceDefinition in deletion is blocked by its condition before anybody asks', async () => {
  const definitions = {
    ...NAMESPACES,
    group: 'apiextensions.k8s.io',
    resource: 'customresourcedefinitions',
    kind: 'CustomResourceDefinition',
  };
  const scripted = serving(definitions);
  const name = 'widgets.example.com';
  const uid = scripted.put(definitions, name, {
    deletionTimestamp: '2025-12-31T00:00:00Z',
    finalizers: ['customresourcecleanup.apiextensions.k8s.io'],
  });
  scripted.tick();
  const read: string[] = [];
  const stop = followStatuses(scripted.cluster, async (kind, asked) => {
    read.push(`${kind} ${asked}`);
    const message = 'could not list instances: conversion webhook for example.com/v1 failed';
    const reason = 'InstanceDeletionFailed';
    return {
      conditions: [{ type: 'Terminating', status: 'True', reason, message }],
      finalizers: [],
    };
  });
  scripted.clock.advance(1000);
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  scripted.clock.advance(100);
  expect(read).toEqual([`CustomResourceDefinition ${name}`]);
  expect(scripted.cluster.live.records.get(uid)?.summary?.blockedBy).toBe(
    'a conversion webhook that fails',
  );
  stop();
});
