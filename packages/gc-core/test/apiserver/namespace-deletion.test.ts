import { describe, expect, it } from 'vitest';
import { RELEASES } from '../../src/meta/releases.ts';
import {
  manifest,
  namespaces,
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
  it('[NS-17] {"propagationPolicy":"Orphan"} makes [] ["orphan"]', () => {
    const { server, add, read } = testServer();
    const target = add(namespaces, 'n', { finalizers: [] });
    server.delete(target, { propagationPolicy: 'Orphan' });
    expect(read(target)?.metadata.finalizers).toEqual(['orphan']);
  });

  it('[NS-17] in v1.13 a deletion with {"orphanDependents":false} leaves ["a.b/c"]', () => {
    const { server, add, read } = testServer({ release: RELEASES['v1.13'] });
    const target = add(namespaces, 'n', { finalizers: ['orphan', 'a.b/c'] });
    server.delete(target, { orphanDependents: false });
    expect(read(target)?.metadata.finalizers).toEqual(['a.b/c']);
  });

  it('[NS-17] only marks first, also when nothing holds it', () => {
    const { server, read } = emptied([]);
    server.delete(N, { propagationPolicy: 'Background' });
    expect(read(N)?.status).toEqual({ phase: 'Terminating' });
    server.delete(N);
    expect(read(N)).toBeUndefined();
  });

  it('[NS-18] words its 409 in its own way: alive', () => {
    const { server, add, read } = testServer();
    add(namespaces, 'n');
    const { uid, resourceVersion } = read(N)?.metadata ?? {};
    const start = 'Operation cannot be fulfilled on namespaces "n": Precondition failed: ';
    const both = { preconditions: { uid: 'x', resourceVersion: '0' } };
    expect(statusOf(server.delete(N, both))).toMatchObject({
      code: 409,
      message: `${start}UID in precondition: x, UID in object meta: ${uid}`,
      details: { name: 'n', kind: 'namespaces' },
    });
    expect(statusOf(server.delete(N, { preconditions: { resourceVersion: '0' } })).message).toBe(
      `${start}ResourceVersion in precondition: 0, ResourceVersion in object meta: ${resourceVersion}`,
    );
  });
});
