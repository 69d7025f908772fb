import { describe, expect, it } from 'vitest';
import type { DeleteOptions } from '../../src/meta/propagation-policy.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import {
  manifest,
  namespaces,
  objectOf,
  statusOf,
  type TestServer,
  targetOf,
  testServer,
} from './test-server.ts';

/** A server with a Namespace `n` that nothing in its spec holds any more. */
function emptied(finalizers: readonly string[]): TestServer {
  const world = testServer();
  const namespace = manifest(
    namespaces,
    'n',
    { uid: 'n', finalizers },
    { spec: { finalizers: [] } },
  );
  world.server.put([namespace]);
  return world;
}

const N = targetOf(namespaces, 'n');

describe('DELETE of a Namespace', () => {
  it('[NS-02] marks and answers 200 with the Namespace, also when repeated', () => {
    const { server, add, read, clock, takeEvents } = testServer();
    const target = add(namespaces, 'n');
    const first = server.delete(target, { propagationPolicy: 'Foreground' });
    expect(first).toMatchObject({ ok: true, code: 200 });
    expect(objectOf(first)).toMatchObject({
      metadata: { deletionTimestamp: '2026-11-21T12:00:00Z', finalizers: ['foregroundDeletion'] },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Terminating' },
    });
    expect(objectOf(first).metadata).not.toHaveProperty('deletionGracePeriodSeconds');
    clock.now += 5_000;
    for (const options of [{}, { propagationPolicy: 'Orphan' }, { orphanDependents: false }]) {
      expect(objectOf(server.delete(target, options))).toBe(read(target));
    }
    expect(takeEvents()).toEqual(['ADDED n', 'MODIFIED n']);
  });

  it.each(['v1.4', 'v1.13'] as const)('[NS-02] is a conflict when repeated in %s', (release) => {
    const { server, add, read } = testServer({ release: RELEASES[release] });
    const target = add(namespaces, 'n');
    const first = objectOf(server.delete(target));
    expect(statusOf(server.delete(target))).toMatchObject({
      code: 409,
      message:
        'Operation cannot be fulfilled on namespaces "n": this Namespace is already being deleted; it goes once its content is gone',
    });
    expect(read(target)).toBe(first);
  });

  it.each<[DeleteOptions, readonly string[], readonly string[]]>([
    [{ propagationPolicy: 'Orphan' }, [], ['orphan']],
    [{ propagationPolicy: 'Foreground' }, ['a.b/c', 'orphan'], ['a.b/c', 'foregroundDeletion']],
    [{ propagationPolicy: 'Background' }, ['foregroundDeletion', 'a.b/c'], ['a.b/c']],
    [{ propagationPolicy: 'Background' }, ['orphan'], []],
    [{}, ['orphan', 'a.b/c'], ['orphan', 'a.b/c']],
    [{}, ['foregroundDeletion'], ['foregroundDeletion']],
    [{}, [], []],
    [{ orphanDependents: true }, ['foregroundDeletion'], ['orphan']],
    [{ orphanDependents: false }, ['orphan'], ['foregroundDeletion']],
  ])('[NS-17] %j makes %j %j', (options, before, after) => {
    const { server, add, read } = testServer();
    const target = add(namespaces, 'n', { finalizers: before });
    server.delete(target, options);
    expect(read(target)?.metadata.finalizers).toEqual(after.length > 0 ? after : undefined);
  });

  it.each<[Release, DeleteOptions, readonly string[]]>([
    ['v1.4', { propagationPolicy: 'Background' }, ['orphan', 'a.b/c']],
    ['v1.13', { propagationPolicy: 'Background' }, ['orphan', 'a.b/c']],
    ['v1.13', { orphanDependents: false }, ['a.b/c']],
    ['v1.17', { propagationPolicy: 'Background' }, ['a.b/c']],
    ['v1.28', { propagationPolicy: 'Background' }, ['a.b/c']],
  ])('[NS-17] in %s a deletion with %j leaves %j', (release, options, left) => {
    const { server, add, read } = testServer({ release: RELEASES[release] });
    const target = add(namespaces, 'n', { finalizers: ['orphan', 'a.b/c'] });
    server.delete(target, options);
    expect(read(target)?.metadata.finalizers).toEqual(left);
  });

  it('[NS-17] is that of any object once spec.finalizers is empty, and answers with the Namespace', () => {
    const { server, read } = emptied(['a.b/c']);
    server.delete(N, { propagationPolicy: 'Orphan' });
    expect(read(N)?.metadata.finalizers).toEqual(['a.b/c', 'orphan']);
    server.delete(N, { propagationPolicy: 'Foreground' });
    expect(read(N)?.metadata).toMatchObject({
      finalizers: ['a.b/c', 'foregroundDeletion'],
      deletionGracePeriodSeconds: 0,
    });
    server.patch(N, 'merge', { metadata: { finalizers: ['foregroundDeletion'] } });
    const gone = server.delete(N, { propagationPolicy: 'Background' });
    expect(gone).toMatchObject({ ok: true, code: 200 });
    expect(objectOf(gone).metadata.finalizers).toEqual(['foregroundDeletion']);
    expect(read(N)).toBeUndefined();
  });

  it('[NS-17] only marks first, also when nothing holds it', () => {
    const { server, read } = emptied([]);
    server.delete(N, { propagationPolicy: 'Background' });
    expect(read(N)?.status).toEqual({ phase: 'Terminating' });
    server.delete(N);
    expect(read(N)).toBeUndefined();
  });

  it.each(['alive', 'terminating', 'empty'])(
    '[NS-18] has the resource in the details of its 409: %s',
    (when) => {
      const { server, read } = when === 'empty' ? emptied(['a.b/c']) : testServer();
      if (when !== 'empty') server.create(namespaces, '', manifest(namespaces, 'n'));
      if (when !== 'alive') server.delete(N);
      const { uid, resourceVersion } = read(N)?.metadata ?? {};
      const start = 'Operation cannot be fulfilled on namespaces "n": ';
      const both = { preconditions: { uid: 'x', resourceVersion: '0' } };
      expect(statusOf(server.delete(N, both))).toMatchObject({
        code: 409,
        message: expect.stringContaining(
          `${start}the UID in the precondition (x) does not match the UID in record (${uid})`,
        ),
        details: { name: 'n', kind: 'namespaces' },
      });
      expect(
        statusOf(server.delete(N, { preconditions: { resourceVersion: '0' } })).message,
      ).toContain(
        `${start}the ResourceVersion in the precondition (0) does not match the ResourceVersion in record (${resourceVersion})`,
      );
    },
  );

  it('[NS-18] goes on where the stored Namespace is the one that is meant', () => {
    const { server, add, read } = testServer();
    const target = add(namespaces, 'n');
    const { uid = '', resourceVersion = '' } = read(target)?.metadata ?? {};
    expect(server.delete(target, { preconditions: { uid, resourceVersion } }).ok).toBe(true);
    expect(read(target)?.status).toEqual({ phase: 'Terminating' });
  });

  it.each(['default', 'kube-system', 'kube-public'])('[NS-03] %s may not be deleted', (name) => {
    const { server, add } = testServer();
    const target = add(namespaces, name);
    expect(statusOf(server.delete(target))).toMatchObject({
      code: 403,
      message: `namespaces "${name}" is forbidden: this namespace may not be deleted`,
      details: { name, kind: 'namespaces' },
    });
    expect(statusOf(server.delete(target, { preconditions: { uid: 'x' } })).code).toBe(409);
  });

  it('[NS-03] kube-node-lease may be deleted', () => {
    const { server, add } = testServer();
    expect(server.delete(add(namespaces, 'kube-node-lease')).ok).toBe(true);
  });
});
