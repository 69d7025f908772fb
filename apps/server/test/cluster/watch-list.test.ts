import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { status } from '../support/fake-answers.ts';
import { PODS, PodReflector, until } from '../support/reflector-run.ts';
import { wire } from '../support/wire.ts';

describe('watch lists', () => {
  const pods = new PodReflector();

  beforeEach(() => {
    pods.plainGroups = new Set();
    pods.server.watchLists = true;
    pods.pod('a');
    pods.pod('b');
  });

  /** For each list: `watch` or `plain`, and not older than which version. */
  function lists(): string[] {
    return pods.server
      .seen('list')
      .map(
        ({ query }) =>
          `${query.has('sendInitialEvents') ? 'watch' : 'plain'} ${query.get('resourceVersion')}`,
      );
  }

  /** The next list is answered with these events; `then` what becomes of the connection. */
  function next(then: 'open' | 'end', ...events: readonly Buffer[]): void {
    pods.server.next('list', (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': wire.contentType });
      response.write(Buffer.concat(events));
      if (then === 'end') response.end();
    });
  }

  /** The history is gone, and the kind is listed again. */
  async function expire(): Promise<void> {
    await until(() => pods.server.watchCount === 1 && pods.run.state === 'synced');
    pods.server.write(wire.error(410, 'Expired', 'too old'));
    // So long the kind counts as read.
    await until(() => pods.clock.delays.includes(10_000));
    await pods.waitOut(1000);
  }

  const meta = (name: string, resourceVersion: number, more: object = {}): object => ({
    name,
    namespace: 'shop',
    uid: `u-${name}`,
    resourceVersion: String(resourceVersion),
    ...more,
  });

  it('are as new as the server, and the watch goes on from their end', async () => {
    await pods.watching();
    expect(lists()).toEqual(['watch null']);
    const [request] = pods.server.seen('list');
    expect(Object.fromEntries(request?.query ?? [])).toEqual({
      watch: 'true',
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: 'true',
      timeoutSeconds: '300',
    });
    expect(pods.run.names).toEqual(['a', 'b']);
    expect(pods.run.observed).toEqual(['102']);
    expect(pods.run.states.map(({ state }) => state)).toEqual(['listing', 'synced']);
    expect(pods.server.seen('watch')[0]?.query.get('resourceVersion')).toBe('102');
    // Its connection is closed once the list is read.
    await until(() => pods.server.openSockets <= 1);
  });

  it('are taken as they come, with what changes meanwhile', async () => {
    pods.server.version = 110;
    next(
      'open',
      wire.event('ADDED', meta('a', 101)),
      wire.event('ADDED', meta('b', 102)),
      wire.event('MODIFIED', meta('a', 104, { finalizers: ['x'] })),
      wire.event('DELETED', meta('b', 105)),
      wire.event('ADDED', meta('c', 106)),
      wire.event('BOOKMARK', { name: '', uid: '', resourceVersion: '107' }),
      wire.listEnd('108'),
    );
    await pods.watching();
    expect(pods.run.names).toEqual(['a', 'c']);
    expect(pods.run.replay.objects.get('u-a')?.finalizers).toEqual(['x']);
    expect(pods.run.observed).toEqual(['108']);
  });

  it('are not older than what is known after a 410, and then the differences count', async () => {
    await pods.watching();
    pods.server.delivering = false;
    pods.server.remove(PODS, 'u-a');
    pods.pod('c');
    next(
      'open',
      wire.event('ADDED', meta('b', 102)),
      wire.event('ADDED', meta('c', 104)),
      wire.event('ADDED', meta('d', 104)),
      wire.event('MODIFIED', meta('c', 105)),
      wire.event('DELETED', meta('d', 106)),
      wire.listEnd('106'),
    );
    pods.server.version = 106;
    await expire();
    await until(() => pods.run.names.join() === 'b,c');
    expect(lists()).toEqual(['watch null', 'watch 102']);
    expect(pods.run.batches.at(-1)?.map(({ type }) => type)).toEqual(['DELETED', 'ADDED']);
  });

  it.each([400, 405, 406, 415, 422])(
    'are no longer asked for in a group whose server answers %i',
    async (code) => {
      pods.server.next('list', status(code, 'Invalid', 'sendInitialEvents is forbidden'));
      await pods.watching();
      expect(lists()).toEqual(['watch null', 'plain 0']);
      expect(pods.run.states.map(({ state }) => state)).toEqual(['listing', 'synced']);
      expect([...(pods.plainGroups ?? [])]).toEqual(['']);
      await expire();
      await until(() => lists().length === 3);
      expect(lists()[2]).toBe('plain 102');
    },
  );

  it.each(['open', 'end'] as const)(
    'are no longer asked for where their end is not marked and the connection stays %s',
    async (then) => {
      next(then, wire.event('ADDED', meta('a', 101)), wire.event('ADDED', meta('gone', 90)));
      pods.start();
      if (then === 'open') {
        await until(() => pods.run.names.length === 2);
        await pods.waitOut(10_000);
      }
      await until(() => pods.run.state === 'synced');
      expect(lists()).toEqual(['watch null', 'plain 0']);
      expect(pods.run.names).toEqual(['a', 'b']);
      expect(pods.plainGroups?.size).toBe(1);
    },
  );

  it.each([
    ['before it begins', status(500, 'InternalError', 'boom')],
    [
      'inside',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-type': wire.contentType });
        response.write(wire.event('ADDED', meta('a', 101)));
        response.write(wire.error(500, 'InternalError', 'boom'));
      },
    ],
    [
      'by a connection that breaks off',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-type': wire.contentType });
        response.write(wire.event('ADDED', meta('a', 101)), () => response.destroy());
      },
    ],
    [
      'by bytes that are no event',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-type': wire.contentType });
        response.write('\u0000\u0000\u0000\u0001no event\n');
      },
    ],
  ])('that fail %s are followed by a plain list', async (_, respond) => {
    pods.server.next('list', respond);
    pods.start();
    await pods.waitOut(1200);
    await until(() => pods.run.state === 'synced');
    expect(lists()).toHaveLength(2);
    expect(lists()[1]).toMatch(/^plain /);
    expect(pods.run.names).toEqual(['a', 'b']);
    expect(pods.plainGroups?.size).toBe(0);
    await expire();
    await until(() => lists().length === 3);
    expect(lists()[2]).toBe('watch 102');
  });

  it('leave out an object that cannot be read, and say so', async () => {
    next(
      'open',
      wire.event('ADDED', meta('a', 101)),
      wire.event('ADDED', { ...meta('b', 102), uid: '' }),
      wire.listEnd('102'),
    );
    pods.start();
    await until(() => pods.run.state === 'degraded');
    expect(pods.run.names).toEqual(['a']);
    expect(pods.run.states.at(-1)?.message).toContain('1 object was left out');
  });

  it('are not asked for when a list has to be as new as the storage', async () => {
    await pods.watching();
    pods.server.next('list', status(504, 'Timeout', 'Too large resource version: 900'));
    await expire();
    await pods.waitOut(1200);
    await until(() => lists().length === 3);
    expect(lists()).toEqual(['watch null', 'watch 102', 'plain null']);
  });
});
