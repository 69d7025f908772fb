import { describe, expect, it } from 'vitest';
import type { DeleteOptions } from '../../src/meta/propagation-policy.ts';
import {
  cogs,
  configMaps,
  deployments,
  failure,
  HOLD,
  kind,
  manifest,
  objectOf,
  statusOf,
  targetOf,
  testServer,
} from './test-server.ts';

/** When the server's clock stands, as another time zone writes it. */
const NOW_ELSEWHERE = '2026-11-21T13:00:00+01:00';

describe('DELETE', () => {
  it('[API-30] of what is missing is a 404 that names the resource', () => {
    const { server } = testServer();
    const absent = targetOf(configMaps, 'absent');
    expect(statusOf(server.delete(absent))).toEqual(
      failure(404, 'NotFound', 'configmaps "absent" not found', {
        name: 'absent',
        kind: 'configmaps',
      }),
    );
    const web = targetOf(deployments, 'web');
    expect(statusOf(server.delete(web))).toMatchObject({
      message: 'deployments.apps "web" not found',
      details: { name: 'web', group: 'apps', kind: 'deployments' },
    });
  });

  it('[API-02] refuses orphanDependents beside a policy', () => {
    const { server, add } = testServer();
    const options = { propagationPolicy: 'Foreground', orphanDependents: true };
    const cause = '"Foreground": orphanDependents and deletionPropagation cannot be both set';
    expect(statusOf(server.delete(add(configMaps, 'owner'), options))).toEqual(
      failure(422, 'Invalid', `DeleteOptions.meta.k8s.io is invalid: propagationPolicy: ${cause}`, {
        group: 'meta.k8s.io',
        kind: 'DeleteOptions',
        causes: [{ reason: 'FieldValueInvalid', message: cause, field: 'propagationPolicy' }],
      }),
    );
  });

  it('[API-03] refuses an unknown policy and names the known ones', () => {
    const { server, add } = testServer();
    const cause = 'unsupported value; supported are Foreground, Background, Orphan, nil';
    expect(
      statusOf(server.delete(add(configMaps, 'owner'), { propagationPolicy: 'Sideways' })),
    ).toEqual(
      failure(422, 'Invalid', `DeleteOptions.meta.k8s.io is invalid: propagationPolicy: ${cause}`, {
        group: 'meta.k8s.io',
        kind: 'DeleteOptions',
        causes: [{ reason: 'FieldValueNotSupported', message: cause, field: 'propagationPolicy' }],
      }),
    );
  });

  it('[API-04] refuses preconditions {"uid":"wrong"}', () => {
    const { server, add, read } = testServer();
    const target = add(configMaps, 'plain');
    const options = { propagationPolicy: 'Background', preconditions: { uid: 'wrong' } };
    expect(statusOf(server.delete(target, options))).toEqual(
      failure(
        409,
        'Conflict',
        'Operation cannot be fulfilled on ConfigMap "plain": the UID in the precondition (wrong) does not match the UID in record (configmap-plain-1). The object might have been deleted and then recreated',
        {
          name: 'plain',
          kind: 'ConfigMap',
        },
      ),
    );
    expect(read(target)).toBeDefined();
  });

  it('[API-08] with dryRun says what would be and stores nothing', () => {
    const { server, add, read, takeEvents } = testServer();
    const target = add(configMaps, 'plain');
    const before = read(target);
    const kept = server.delete(target, { propagationPolicy: 'Foreground', dryRun: ['All'] });
    expect(objectOf(kept).metadata).toMatchObject({
      finalizers: ['foregroundDeletion'],
      deletionTimestamp: '2026-11-21T12:00:00Z',
    });
    expect(statusOf(server.delete(target, { dryRun: ['All'] }))).toMatchObject({
      status: 'Success',
    });
    expect(statusOf(server.delete(target, { dryRun: ['Some'] }))).toMatchObject({ code: 422 });
    expect(read(target)).toBe(before);
    expect(takeEvents()).toEqual(['ADDED plain']);
  });

  it('[API-45] that removes answers with a Status that names the resource', () => {
    const { server, add, takeEvents } = testServer();
    const result = server.delete(add(cogs, 'foo'), { gracePeriodSeconds: -5 });
    expect(result).toEqual({
      ok: true,
      code: 200,
      warnings: [],
      object: {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Success',
        details: { name: 'foo', group: 'gc.example.com', kind: 'cogs', uid: 'cog-foo-1' },
      },
    });
    expect(takeEvents()).toEqual(['ADDED foo', 'DELETED foo']);
  });

  it('[API-46] that keeps answers with the object as it is stored now', () => {
    const { server, add, read } = testServer();
    const target = add(configMaps, 'owner', HOLD);
    const result = server.delete(target, { propagationPolicy: 'Foreground' });
    expect(objectOf(result)).toEqual(read(target));
    expect(objectOf(result).metadata).toMatchObject({ deletionTimestamp: '2026-11-21T12:00:00Z' });
  });

  it('[API-47] answers 202 for what stays with orphanDependents: false, and 200 for all else', () => {
    const { server, add } = testServer();
    const target = add(configMaps, 'owner', HOLD);
    const codeFor = (options: DeleteOptions, of = target): unknown => {
      const result = server.delete(of, options);
      return result.ok && result.code;
    };
    expect(codeFor({ orphanDependents: false })).toBe(202);
    expect(codeFor({ orphanDependents: true })).toBe(200);
    expect(codeFor({ propagationPolicy: 'Background' })).toBe(200);
    expect(codeFor({ orphanDependents: false }, add(configMaps, 'free'))).toBe(200);
  });

  it('[API-34] updates first what only gets a finalizer now', () => {
    const { server, add, read, takeEvents } = testServer();
    const target = add(configMaps, 'owner');
    server.delete(target, { propagationPolicy: 'Foreground' });
    expect(takeEvents()).toEqual(['ADDED owner', 'MODIFIED owner']);
    expect(read(target)?.metadata).toMatchObject({ finalizers: ['foregroundDeletion'] });
  });

  it('[API-35] keeps an older deletionTimestamp and brings one in the future to now', () => {
    const { server, read } = testServer();
    const meta = {
      namespace: 'ns',
      finalizers: ['example.com/hold'],
      deletionGracePeriodSeconds: 0,
    };
    server.put([
      manifest(configMaps, 'old', { ...meta, uid: 'a', deletionTimestamp: '2026-11-21T11:00:00Z' }),
      manifest(configMaps, 'new', { ...meta, uid: 'b', deletionTimestamp: '2026-11-21T13:00:00Z' }),
      manifest(configMaps, 'now', { ...meta, uid: 'c', deletionTimestamp: NOW_ELSEWHERE }),
    ]);
    const at = (name: string): string | undefined => {
      const target = targetOf(configMaps, name);
      server.delete(target, { propagationPolicy: 'Foreground' });
      return read(target)?.metadata.deletionTimestamp;
    };
    expect([at('old'), at('new')]).toEqual(['2026-11-21T11:00:00Z', '2026-11-21T12:00:00Z']);
    expect(at('now')).toBe(NOW_ELSEWHERE);
  });

  it('[API-40] asks admission about the stored object and can be refused by it', () => {
    const asked: unknown[] = [];
    const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' } as const;
    const { server, add, read } = testServer({
      admit: (request) => {
        if (request.operation !== 'DELETE') return undefined;
        asked.push(request.oldObject?.metadata.name);
        return status;
      },
    });
    const target = add(configMaps, 'c');
    expect(statusOf(server.delete(target))).toBe(status);
    expect(asked).toEqual(['c']);
    expect(read(target)).toBeDefined();
  });

  it('[API-76] of a Job without policy warns, and orphans', () => {
    const { server, add, read } = testServer();
    const target = add(kind('batch/v1', 'Job'), 'j');
    expect(server.delete(target).warnings).toEqual([
      'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
    ]);
    expect(read(target)?.metadata.finalizers).toEqual(['orphan']);
    for (const options of [{ propagationPolicy: 'Orphan' }, { orphanDependents: true }]) {
      expect(server.delete(target, options).warnings).toEqual([]);
    }
  });
});
