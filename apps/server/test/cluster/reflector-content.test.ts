import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, status } from '../support/fake-answers.ts';
import { FakeApiServer, type FakeResource, watchLine } from '../support/fake-api-server.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { ReflectorRun, until } from '../support/reflector-run.ts';

const PODS: FakeResource = {
  group: '',
  version: 'v1',
  resource: 'pods',
  kind: 'Pod',
  namespaced: true,
};

describe('reflector, odd content', () => {
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

  it('[fault 13] takes duplicate and late events of an object once and in order', async () => {
    await watching();
    const meta = { namespace: 'shop', name: 'a', uid: 'u-a' };
    const line = (type: string, resourceVersion: string): string =>
      watchLine(type, { ...meta, resourceVersion });
    server.write(line('ADDED', '110') + line('MODIFIED', '120') + line('MODIFIED', '120'));
    server.write(line('MODIFIED', '115') + line('ADDED', '110'));
    server.version = 120;
    pod('end');
    await until(() => run.names.includes('end'));
    const versions = run.batches.flat().map((change) => change.meta?.resourceVersion);
    expect(versions).toEqual(['110', '120', '121']);
  });

  it('[fault 14] ignores the deletion of an unknown object and what comes after it with a lower version', async () => {
    await watching();
    const meta = { namespace: 'shop', name: 'a', uid: 'u-a' };
    server.write(watchLine('DELETED', { ...meta, resourceVersion: '130' }));
    server.write(watchLine('ADDED', { ...meta, resourceVersion: '120' }));
    server.version = 130;
    pod('end');
    await until(() => run.names.includes('end'));
    expect(run.names).toEqual(['end']);
    expect(run.batches.flat()).toHaveLength(1);
  });

  it('[fault 15] delete and create again under one name between list and watch are two objects', async () => {
    pod('a', 'old');
    const before = server.listBody(PODS);
    server.remove(PODS, 'old');
    pod('a', 'new');
    server.next('list', json(before));
    await watching();
    await until(() => run.replay.objects.has('new'));
    expect([...run.replay.objects.keys()]).toEqual(['new']);
    expect(run.batches.flat().map(({ type, identity }) => [type, identity.uid])).toEqual([
      ['ADDED', 'old'],
      ['DELETED', 'old'],
      ['ADDED', 'new'],
    ]);
  });

  it('[fault 16] a bookmark below the observed version does not lower the version', async () => {
    await watching();
    server.version = 200;
    pod('a');
    server.bookmark('150');
    await until(() => run.names.length === 1);
    server.endWatches();
    await waitOut(500);
    await until(() => server.seen('watch').length === 2);
    expect(server.seen('watch')[1]?.query.get('resourceVersion')).toBe('201');
  });

  it('[fault 18] a watch that closes at once again and again is backed off from', async () => {
    const close = (response: import('node:http').ServerResponse): void => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end();
    };
    server.next('watch', close, close, close);
    run = new ReflectorRun(server, PODS, clock);
    await waitOut(1200);
    await waitOut(2400);
    await waitOut(4800);
    await until(() => server.watchCount === 1);
    expect(server.seen('list')).toHaveLength(1);
  });

  it('[fault 18] a watch that brings nothing but a bookmark and closes at once is backed off from too', async () => {
    await watching();
    server.bookmark();
    server.endWatches();
    await waitOut(1200);
    await until(() => server.seen('watch').length === 2);
    expect(server.seen('list')).toHaveLength(1);
  });

  it('a list without a version is followed by a watch of what exists, and a cut by a consistent list', async () => {
    const items = [{ metadata: { name: 'a', uid: 'u-a', resourceVersion: '90' } }];
    server.next('list', json(JSON.stringify({ kind: 'PartialObjectMetadataList', items })));
    await watching();
    const added = { namespace: 'shop', name: 'b', uid: 'u-b', resourceVersion: '95' };
    server.write(watchLine('ADDED', added));
    await until(() => run.names.length === 2);
    server.endWatches();
    await waitOut(500);
    await until(() => server.seen('list').length === 2);
    expect(server.seen('list')[1]?.query.get('resourceVersion')).toBeNull();
  });

  it.each([
    ['garbage', 'this is no JSON\n'],
    ['truncated JSON', '{"type":"ADDED","object":{"kind":"Parti\n'],
    ['a NUL', '{"type":"ADDED",\u0000"object":{}}\n'],
    ['an unknown type', '{"type":"EXPLODED","object":{"metadata":{}}}\n'],
    ['invalid UTF-8', Uint8Array.from([0x22, 0xff, 0xfe, 0x22, 0x0a])],
  ])('[fault 19] lists again after %s and counts it', async (_, bytes) => {
    await watching();
    server.delivering = false;
    pod('a');
    server.write(bytes);
    await waitOut(1200);
    await until(() => run.state === 'synced' && run.names.length === 1);
    expect(run.reflector.counts.undecodable).toBe(1);
    expect(server.seen('list')).toHaveLength(2);
  });

  it('[fault 19] survives an event of 20 MB and reads on', async () => {
    await watching();
    server.write(`{"type":"ADDED","object":{"metadata":{"name":"${'x'.repeat(20_000_000)}"}}}\n`);
    await waitOut(1200);
    await until(() => server.watchCount === 1 && server.seen('watch').length === 2);
    pod('a');
    await until(() => run.names.length === 1);
  });

  it('[fault 19] U+2028 and a carriage return do not end a line', async () => {
    await watching();
    pod('a\u2028b\u2029c');
    await until(() => run.names.length === 1);
    expect(run.names).toEqual(['a\u2028b\u2029c']);
    expect(run.reflector.counts.undecodable).toBe(0);
  });

  it('leaves an object with unusable metadata out, says so, and takes it back when it is fixed', async () => {
    await watching();
    server.put(PODS, { namespace: 'shop', name: 'odd', uid: 'u-odd', finalizers: 'none' });
    await until(() => run.state === 'degraded');
    expect(run.states.at(-1)?.message).toBe(
      '1 object was left out because of unusable metadata (shop/odd: its finalizers are no texts).',
    );
    server.put(PODS, { name: 'odd', uid: 'u-odd', finalizers: ['example.com/hold'] });
    await until(() => run.state === 'synced');
    expect(run.names).toEqual(['odd']);
  });

  it('[fault 22] a forbidden kind is asked for again every five minutes', async () => {
    server.next('list', status(403, 'Forbidden', 'pods is forbidden'));
    run = new ReflectorRun(server, PODS, clock);
    await until(() => run.state === 'forbidden');
    expect(run.states.at(-1)?.message).toContain('pods is forbidden');
    await waitOut(315_000);
    await until(() => run.state === 'synced');
  });

  it('[fault 22] a right that is taken away deletes nothing, and a probe asks again', async () => {
    pod('a');
    await watching();
    server.next('watch', status(403, 'Forbidden', 'pods is forbidden'));
    server.endWatches();
    await waitOut(1200);
    await until(() => run.state === 'forbidden');
    expect(run.names).toEqual(['a']);
    await until(() => clock.delays.length === 1);
    run.reflector.probe();
    await until(() => run.state === 'synced');
    expect(run.batches).toHaveLength(1);
  });

  it.each([
    [
      'a list of whole objects',
      json('{"kind":"PodList","items":[{"metadata":{"name":"a","uid":"1"}}]}'),
    ],
    ['406', status(406, 'NotAcceptable', 'only full objects')],
  ])('[fault 27] a server that answers with %s is unsupported', async (_, respond) => {
    server.next('list', respond);
    run = new ReflectorRun(server, PODS, clock);
    await until(() => run.state === 'unsupported');
    expect(run.batches).toHaveLength(0);
    expect(server.seen('watch')).toHaveLength(0);
  });

  it('[fault 27] whole objects inside a watch are not taken', async () => {
    await watching();
    const object = { kind: 'Pod', metadata: { name: 'a', uid: '1', resourceVersion: '300' } };
    server.write(`${JSON.stringify({ type: 'ADDED', object })}\n`);
    await until(() => run.state === 'unsupported');
    expect(run.batches).toHaveLength(0);
  });

  it('reads a list that comes in pages as one', async () => {
    const page = (name: string, more: string): string =>
      JSON.stringify({
        kind: 'PartialObjectMetadataList',
        metadata: { resourceVersion: '100', continue: more },
        items: [{ metadata: { name, uid: name, resourceVersion: '90' } }],
      });
    server.next('list', json(page('a', 'more')), json(page('b', '')));
    await watching();
    expect(run.names).toEqual(['a', 'b']);
    expect(run.batches).toHaveLength(1);
    expect(server.seen('list')[1]?.query.get('continue')).toBe('more');
  });

  it('says that nothing answers, and syncs when the server is back', async () => {
    server.next('list', (response) => response.socket?.resetAndDestroy());
    run = new ReflectorRun(server, PODS, clock);
    await until(() => run.contacts.length === 1);
    expect(run.contacts).toEqual([false]);
    await waitOut(1200);
    await until(() => run.state === 'synced');
    expect(run.contacts).toContain(true);
  });
});
