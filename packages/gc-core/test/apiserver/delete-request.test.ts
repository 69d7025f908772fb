import { describe, expect, it } from 'vitest';
import { RELEASES } from '../../src/meta/releases.ts';
import {
  configMaps,
  kind,
  namespaces,
  pods,
  statusOf,
  targetOf,
  testServer,
} from './test-server.ts';

const BACKGROUND = { propagationPolicy: 'Background' };

describe('DELETE with a precondition', () => {
  it('[API-68] is a conflict with its own update where it takes the last finalizers', () => {
    const { server, add, takeEvents } = testServer();
    const target = add(configMaps, 'c', { finalizers: ['orphan'] });
    const preconditions = { uid: 'configmap-c-1', resourceVersion: '1' };
    expect(statusOf(server.delete(target, { ...BACKGROUND, preconditions }))).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message: expect.stringMatching(/this DELETE removes the last finalizers/),
      details: { name: 'c', kind: 'configmaps' },
    });
    expect(takeEvents()).toEqual(['ADDED c']);
    const byUid = { ...BACKGROUND, preconditions: { uid: 'configmap-c-1' } };
    expect(server.delete(target, byUid).ok).toBe(true);
  });

  it('[API-06] follows the mark that the DELETE of a Pod stores', () => {
    const { server, add, takeEvents } = testServer();
    const target = add(pods, 'p', { finalizers: ['orphan'] });
    const preconditions = { resourceVersion: '1' };
    expect(server.delete(target, { ...BACKGROUND, preconditions }).ok).toBe(true);
    expect(takeEvents()).toEqual(['ADDED p', 'MODIFIED p', 'DELETED p']);
  });

  it.each([
    ['without finalizers', [], 'v1.36'],
    ['with one that stays', ['orphan', 'example.com/hold'], 'v1.36'],
    ['before 1.17', ['orphan'], 'v1.13'],
  ] as const)('[API-68] works %s', (_when, finalizers, release) => {
    const { server, add } = testServer({ release: RELEASES[release] });
    const target = add(configMaps, 'c', { finalizers });
    const preconditions = { resourceVersion: '1' };
    expect(server.delete(target, { ...BACKGROUND, preconditions }).ok).toBe(true);
  });
});

describe('DELETE of a Job without policy', () => {
  it('[API-76] warns, also where it is refused', () => {
    const { server, add } = testServer();
    const jobs = kind('batch/v1', 'Job');
    const missing = targetOf(jobs, 'none');
    expect(server.delete(missing).warnings).toHaveLength(1);
    const job = add(jobs, 'j');
    expect(server.delete(job, { preconditions: { uid: 'x' } }).warnings).toHaveLength(1);
    expect(server.delete(missing, { propagationPolicy: 'x' }).warnings).toEqual([]);
  });
});

describe('DELETE of a Namespace', () => {
  it.each([
    ['Foreground', ['example.com/a', 'foregroundDeletion']],
    ['Background', ['example.com/a', 'example.com/a']],
  ])('[NS-17] with %s names a finalizer once if the list changes', (propagationPolicy, left) => {
    const { server, add, read } = testServer();
    const target = add(namespaces, 'n', { finalizers: ['example.com/a', 'example.com/a'] });
    server.delete(target, { propagationPolicy });
    expect(read(target)?.metadata.finalizers).toEqual(left);
  });
});
