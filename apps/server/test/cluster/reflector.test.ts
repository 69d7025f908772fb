import { describe, expect, it } from 'vitest';
import { list, status } from '../support/fake-answers.ts';
import { pass } from '../support/manual-clock.ts';
import { PodReflector, until } from '../support/reflector-run.ts';
import { wire } from '../support/wire.ts';

describe('reflector', () => {
  const pods = new PodReflector();

  it('lists at any version first, then watches from there with bookmarks', async () => {
    pods.pod('a');
    await pods.watching();
    expect(pods.run.names).toEqual(['a']);
    expect(pods.run.states.map(({ state }) => state)).toEqual(['listing', 'synced']);
    const [first] = pods.server.seen('list');
    const [watch] = pods.server.seen('watch');
    expect(first?.query.get('resourceVersion')).toBe('0');
    expect(watch?.query.get('resourceVersion')).toBe('101');
    expect(watch?.query.get('allowWatchBookmarks')).toBe('true');
    expect(watch?.query.get('timeoutSeconds')).toBe('30');
    for (const request of pods.server.requests) {
      expect(request.method).toBe('GET');
      expect(request.headers.accept).toMatch(
        /^application\/vnd\.kubernetes\.protobuf;as=PartialObjectMetadata.*, application\/json;as=PartialObjectMetadata/,
      );
      expect(request.headers.accept).not.toMatch(/application\/json(,|$)/);
    }
  });

  it('opens a watch that lasted as long as it should again at once', async () => {
    await pods.watching();
    pods.clock.advance(30_000);
    pods.server.bookmark();
    pods.server.endWatches();
    await pods.waitOut(10);
    await until(() => pods.server.seen('watch').length === 2 && pods.server.watchCount === 1);
    pods.pod('a');
    await until(() => pods.run.names.length === 1);
    expect(pods.server.seen('list')).toHaveLength(1);
  });

  it('a second 410 in a row makes the list consistent', async () => {
    pods.pod('a');
    pods.start();
    pods.server.next('watch', status(410, 'Expired', 'too old'), status(410, 'Gone', 'too old'));
    await pods.waitOut(1000);
    await pods.waitOut(1000);
    await until(() => pods.server.watchCount === 1);
    const versions = pods.server.seen('list').map(({ query }) => query.get('resourceVersion'));
    expect(versions).toEqual(['0', '101', null]);
  });

  it('waits as long as Retry-After says and keeps the version', async () => {
    await pods.watching();
    pods.pod('a');
    await until(() => pods.run.names.length === 1);
    pods.server.next('watch', status(429, 'TooManyRequests', 'busy', { 'retry-after': '7' }));
    pods.server.endWatches();
    await pods.waitOut(500);
    await until(() => pods.run.state === 'stale');
    await pods.waitOut(7000);
    await pods.waitOut(1000);
    await until(() => pods.run.state === 'synced');
    expect(pods.server.seen('watch').at(-1)?.query.get('resourceVersion')).toBe('101');
    expect(pods.server.seen('list')).toHaveLength(1);
  });

  it('Retry-After is capped at a minute; without it the backoff counts, on a list and inside a watch', async () => {
    pods.server.next('list', status(429, 'TooManyRequests', 'busy', { 'retry-after': '3600' }));
    pods.server.next('list', status(429, 'TooManyRequests', 'busy'));
    pods.start();
    await pods.waitOut(60_000);
    await pods.waitOut(1200);
    await until(() => pods.server.watchCount === 1);
    pods.server.write(wire.error(429, 'TooManyRequests', 'busy'));
    await pods.waitOut(2400);
    await until(() => pods.server.seen('watch').length === 2);
    expect(pods.server.seen('list')).toHaveLength(3);
  });

  it('backs off from 0.8 s doubling with jitter and never reads an HTML page as data', async () => {
    const page = '<html>{"kind":"PartialObjectMetadataList","items":[]}</html>';
    pods.server.next(
      'list',
      status(500, 'InternalError', 'boom'),
      (response) => response.writeHead(502, { 'content-type': 'text/html' }).end(page),
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
    );
    pods.pod('a');
    pods.start();
    await pods.waitOut(1200);
    await pods.waitOut(2400);
    await until(() => pods.run.state === 'degraded');
    expect(pods.run.states.at(-1)?.message).not.toContain('<html>');
    expect(pods.run.batches).toHaveLength(0);
    await pods.waitOut(4800);
    await until(() => pods.run.state === 'synced');
    expect(pods.run.names).toEqual(['a']);
  });

  it('shows a first list as it comes; what is gone when its next page expired leaves with the next list', async () => {
    pods.pod('a');
    const items = [{ name: 'half', uid: 'u-half', resourceVersion: '90' }];
    const metadata = { resourceVersion: '95', continue: 'more' };
    pods.server.next(
      'list',
      list(wire.list(metadata, items)),
      status(410, 'Expired', 'the continue token is too old'),
    );
    pods.start();
    await until(() => pods.run.names.length > 0);
    expect(pods.run.names).toEqual(['half']);
    expect(pods.run.state).not.toBe('synced');
    await pods.waitOut(1000);
    await until(() => pods.run.state === 'synced');
    expect(pods.run.names).toEqual(['a']);
  });

  it('never commits a part of a later list whose next page expired', async () => {
    pods.pod('a');
    await pods.watching();
    const items = [{ name: 'half', uid: 'u-half', resourceVersion: '290' }];
    const metadata = { resourceVersion: '295', continue: 'more' };
    const expired = status(410, 'Expired', 'the continue token is too old');
    pods.server.next('list', list(wire.list(metadata, items)), expired);
    pods.server.write(wire.error(410, 'Expired', 'too old'));
    await pass(pods.clock, () => pods.run.state === 'stale');
    await until(() => pods.server.seen('list').length === 3);
    await pods.waitOut(1000);
    await until(() => pods.server.watchCount === 1);
    expect([pods.run.names, pods.run.batches]).toEqual([['a'], [[expect.anything()]]]);
  });
});
