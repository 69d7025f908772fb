import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, status } from '../support/fake-answers.ts';
import {
  errorLine,
  FakeApiServer,
  type FakeResource,
  watchLine,
} from '../support/fake-api-server.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { ReflectorRun, until } from '../support/reflector-run.ts';

const PODS: FakeResource = {
  group: '',
  version: 'v1',
  resource: 'pods',
  kind: 'Pod',
  namespaced: true,
};

describe('reflector', () => {
  let server: FakeApiServer;
  let clock: ManualClock;
  let run: ReflectorRun;

  beforeEach(async () => {
    server = await FakeApiServer.start([PODS]);
    clock = new ManualClock();
  });

  afterEach(async () => {
    await run.stop();
    await server.stop();
  });

  function pod(name: string, uid = `u-${name}`): void {
    server.put(PODS, { namespace: 'shop', name, uid });
  }

  /** Until the kind is listed and watched. */
  async function watching(): Promise<void> {
    run = new ReflectorRun(server, PODS, clock);
    await until(() => server.watchCount === 1 && run.states.length >= 3);
  }

  /** Until the reflector waits for about `delay`, then past that wait. */
  async function waitOut(delay: number): Promise<void> {
    await until(() => clock.delays.some((d) => Math.abs(d - delay) < 1));
    clock.advance(delay);
  }

  it('lists at any version first, then watches from there with bookmarks', async () => {
    pod('a');
    await watching();
    expect(run.names).toEqual(['a']);
    expect(run.states.map(({ state }) => state)).toEqual(['listing', 'synced', 'synced']);
    const [list] = server.seen('list');
    const [watch] = server.seen('watch');
    expect(list?.query.get('resourceVersion')).toBe('0');
    expect(watch?.query.get('resourceVersion')).toBe('101');
    expect(watch?.query.get('allowWatchBookmarks')).toBe('true');
    expect(watch?.query.get('timeoutSeconds')).toBe('450');
    for (const request of server.requests) {
      expect(request.method).toBe('GET');
      expect(request.headers.accept).toMatch(/^application\/json;as=PartialObjectMetadata/);
      expect(request.headers.accept).not.toMatch(/application\/json(,|$)/);
    }
  });

  it('[fault 1] resumes after a clean end from the last version, without a list', async () => {
    await watching();
    pod('a');
    await until(() => run.names.length === 1);
    server.endWatches();
    await waitOut(500);
    await until(() => server.seen('watch').length === 2);
    expect(server.seen('watch')[1]?.query.get('resourceVersion')).toBe('101');
    expect(server.seen('list')).toHaveLength(1);
    expect(run.batches).toHaveLength(1);
    expect(run.state).toBe('synced');
  });

  it('[fault 2] drops a cut line and takes the event once after the resume', async () => {
    await watching();
    pod('a');
    await until(() => run.names.length === 1);
    server.delivering = false;
    pod('b');
    const line = watchLine('ADDED', server.list(PODS)[1] ?? {});
    server.write(line.slice(0, 40));
    server.resetWatches();
    await waitOut(500);
    await until(() => run.names.length === 2);
    expect(server.seen('watch')[1]?.query.get('resourceVersion')).toBe('101');
    expect(run.batches.flat()).toHaveLength(2);
  });

  it('[fault 3] gives a silent connection up after 90 s and resumes', async () => {
    await watching();
    server.delivering = false;
    pod('a');
    await waitOut(90_000);
    await until(() => run.state === 'backoff');
    await waitOut(500);
    await until(() => run.names.length === 1);
    expect(server.seen('list')).toHaveLength(1);
    expect(run.state).toBe('synced');
  });

  it('a bookmark keeps a quiet watch alive', async () => {
    await watching();
    clock.advance(80_000);
    server.version = 150;
    server.bookmark();
    pod('a');
    await until(() => run.names.length === 1);
    clock.advance(80_000);
    pod('b');
    await until(() => run.names.length === 2);
    expect(server.seen('watch')).toHaveLength(1);
  });

  it('[fault 4] after 410 lists not older than what is known and emits the difference', async () => {
    pod('a');
    pod('b');
    await watching();
    server.delivering = false;
    server.remove(PODS, 'u-a');
    pod('c');
    server.compact();
    server.write(errorLine(410, 'Expired', 'too old resource version'));
    await waitOut(2500);
    await until(() => run.names.includes('c'));
    expect(run.names).toEqual(['b', 'c']);
    expect(server.seen('list')[1]?.query.get('resourceVersion')).toBe('102');
    expect(run.batches[1]?.map(({ type }) => type)).toEqual(['DELETED', 'ADDED']);
  });

  it('[fault 4] a second 410 in a row makes the list consistent', async () => {
    pod('a');
    run = new ReflectorRun(server, PODS, clock);
    server.next('watch', status(410, 'Expired', 'too old'), status(410, 'Gone', 'too old'));
    await waitOut(2500);
    await waitOut(2500);
    await until(() => server.watchCount === 1);
    const versions = server.seen('list').map(({ query }) => query.get('resourceVersion'));
    expect(versions).toEqual(['0', '101', null]);
  });

  it('[fault 6] after "too large resource version" lists at the newest version', async () => {
    run = new ReflectorRun(server, PODS, clock);
    server.next('list', status(504, 'Timeout', 'Too large resource version: 900, current: 100'));
    await waitOut(1200);
    await until(() => server.watchCount === 1);
    expect(server.seen('list')[1]?.query.get('resourceVersion')).toBeNull();
  });

  it('[fault 7] waits as long as Retry-After says and keeps the version', async () => {
    await watching();
    pod('a');
    await until(() => run.names.length === 1);
    server.next('watch', status(429, 'TooManyRequests', 'busy', { 'retry-after': '7' }));
    server.endWatches();
    await waitOut(500);
    await until(() => run.state === 'backoff');
    await waitOut(7000);
    await until(() => run.state === 'synced');
    expect(server.seen('watch').at(-1)?.query.get('resourceVersion')).toBe('101');
    expect(server.seen('list')).toHaveLength(1);
  });

  it('[fault 7] Retry-After is capped at a minute; without it the backoff counts, on a list and inside a watch', async () => {
    server.next('list', status(429, 'TooManyRequests', 'busy', { 'retry-after': '3600' }));
    server.next('list', status(429, 'TooManyRequests', 'busy'));
    run = new ReflectorRun(server, PODS, clock);
    await waitOut(60_000);
    await waitOut(1200);
    await until(() => server.watchCount === 1);
    server.write(errorLine(429, 'TooManyRequests', 'busy'));
    await waitOut(2400);
    await until(() => server.seen('watch').length === 2);
    expect(server.seen('list')).toHaveLength(3);
  });

  it('[fault 8] backs off from 0.8 s doubling with jitter and never reads an HTML page as data', async () => {
    const page = '<html>{"kind":"PartialObjectMetadataList","items":[]}</html>';
    server.next(
      'list',
      status(500, 'InternalError', 'boom'),
      (response) => response.writeHead(502, { 'content-type': 'text/html' }).end(page),
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
    );
    pod('a');
    run = new ReflectorRun(server, PODS, clock);
    await waitOut(1200);
    await waitOut(2400);
    await until(() => run.state === 'degraded');
    expect(run.states.at(-1)?.message).not.toContain('<html>');
    expect(run.batches).toHaveLength(0);
    await waitOut(4800);
    await until(() => run.state === 'synced');
    expect(run.names).toEqual(['a']);
  });

  it('[fault 11] a list from a server that is behind takes nothing back', async () => {
    pod('a');
    const behind = server.listBody(PODS);
    await watching();
    pod('a');
    pod('b');
    await until(() => run.names.length === 2);
    server.next('list', json(behind));
    server.write(errorLine(410, 'Expired', 'too old'));
    await waitOut(2500);
    await until(() => server.seen('watch').length === 2 && server.watchCount === 1);
    pod('c');
    await until(() => run.names.length === 3);
    expect(run.batches.flat().map(({ type }) => type)).toEqual([
      'ADDED',
      'MODIFIED',
      'ADDED',
      'ADDED',
    ]);
    expect(run.replay.objects.get('u-a')?.resourceVersion).toBe('102');
  });

  it('[fault 5] never commits a part of a list whose next page expired', async () => {
    pod('a');
    const items = [{ metadata: { name: 'half', uid: 'u-half', resourceVersion: '90' } }];
    const metadata = { resourceVersion: '95', continue: 'more' };
    server.next(
      'list',
      json(JSON.stringify({ kind: 'PartialObjectMetadataList', metadata, items })),
      status(410, 'Expired', 'the continue token is too old'),
    );
    run = new ReflectorRun(server, PODS, clock);
    await waitOut(2500);
    await until(() => run.state === 'synced');
    expect(run.names).toEqual(['a']);
    expect(run.batches).toHaveLength(1);
  });
});
