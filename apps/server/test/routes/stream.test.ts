import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownedBy, PODS, REPLICA_SETS, SECRETS } from '../live/support/scripted-cluster.ts';
import { snapshotOf } from '../support/snapshot-of.ts';
import { deltaOf, StreamReader } from './support/read-stream.ts';
import { type ScriptedApp, scriptedApp } from './support/scripted-app.ts';

let served: ScriptedApp;
let url: string;
const readers: StreamReader[] = [];

beforeEach(async () => {
  served = await scriptedApp();
  url = await served.listen();
});

afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  await served.app.close();
});

async function open(query = '', headers: Record<string, string> = {}): Promise<StreamReader> {
  const reader = await StreamReader.open(`${url}/api/v1/stream${query}`, headers);
  readers.push(reader);
  return reader;
}

/** Puts a Pod of this name, a tick apart. */
function change(name: string): void {
  served.scripted.put(PODS, name);
  served.scripted.tick();
}

describe('stream', () => {
  it('begins at once, with the health, and tells proxies to pass it on', async () => {
    const reader = await open();
    expect(reader.response.status).toBe(200);
    expect(reader.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reader.response.headers.get('cache-control')).toBe('no-cache, no-store, no-transform');
    expect(reader.response.headers.get('x-accel-buffering')).toBe('no');
    expect(reader.response.headers.get('connection')).toBe('close');
    expect(reader.response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await reader.block()).toBe('retry: 2000\n: gcscope');
    expect(await reader.next()).toMatchObject({ name: 'health', id: '' });
  });

  it('sends what changes after the snapshot, in order, each with its position', async () => {
    change('a');
    const snapshot = snapshotOf(served.scripted.cluster);
    const reader = await open(`?from=${snapshot.position}`);
    await reader.nextNamed('health');
    change('b');
    change('c');
    const [first, second] = [await reader.next(), await reader.next()];
    expect(deltaOf(first).upserts.map((record) => record.name)).toEqual(['b']);
    expect(deltaOf(second).upserts.map((record) => record.name)).toEqual(['c']);
    expect(second?.id).toBe(served.scripted.cluster.log.position);
  });

  it('goes on where a browser stopped, whose first address is out of date by then', async () => {
    const { log } = served.scripted.cluster;
    const start = log.position;
    change('a');
    const stopped = log.position;
    change('b');
    const reader = await open(`?from=${start}`, { 'last-event-id': stopped });
    const event = await reader.next();
    expect(deltaOf(event).upserts.map((record) => record.name)).toEqual(['b']);
  });

  it('refuses a query that is no position', async () => {
    const answer = await fetch(`${url}/api/v1/stream?from=${'x'.repeat(200)}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'bad-request' });
  });

  it('sends the health when it changes', async () => {
    const reader = await open();
    await reader.nextNamed('health');
    served.scripted.health(SECRETS, 'forbidden', 'secrets is forbidden');
    served.scripted.tick();
    expect((await reader.nextNamed('health'))?.data).toContain('secrets is forbidden');
  });

  it('sends the verdicts that a change brings about with the change', async () => {
    const owner = served.scripted.put(REPLICA_SETS, 'rs');
    served.scripted.put(PODS, 'a', { ownerReferences: [ownedBy(REPLICA_SETS, 'rs')] });
    served.scripted.tick();
    const reader = await open();
    await reader.nextNamed('health');
    served.scripted.delete(REPLICA_SETS, owner);
    served.scripted.tick();
    const delta = deltaOf(await reader.next());
    expect(delta.removes).toEqual([owner]);
    expect(delta.upserts[0]?.summary).toMatchObject({ verdict: 'goes', when: 'now' });
  });

  it('pings every 15 seconds', async () => {
    const reader = await open();
    await reader.nextNamed('health');
    served.scripted.clock.advance(15_000);
    expect(await reader.block()).toBe(': ping');
    served.scripted.clock.advance(15_000);
    expect(await reader.block()).toBe(': ping');
  });

  it('says goodbye when the server goes, with a time to come back', async () => {
    const reader = await open();
    await reader.nextNamed('health');
    const closed = served.app.close();
    const bye = await reader.block();
    expect(bye).toMatch(/^retry: \d{3,4}\nevent: bye\ndata: \{\}$/);
    expect(await reader.next()).toBeUndefined();
    await closed;
  });

  it('ends without waiting for a connection that a browser keeps in reserve', async () => {
    const { hostname, port } = new URL(url);
    const spare = connect(Number(port), hostname);
    const ended = new Promise((resolve) => spare.once('close', resolve));
    spare.on('error', () => {});
    await new Promise((resolve) => served.app.server.once('connection', resolve));
    await served.app.close();
    await ended;
  });

  it('sends the same to everybody, compressed to those who can read that', async () => {
    const [one, two] = [await open(), await open('', { 'accept-encoding': 'identity' })];
    const encodings = [one, two].map(({ response }) => response.headers.get('content-encoding'));
    expect(encodings).toEqual(['gzip', null]);
    await one.nextNamed('health');
    await two.nextNamed('health');
    change('a');
    expect(await one.next()).toEqual(await two.next());
    // A compressed part refers to nothing before it, so a reader may begin with any.
    const late = await open(`?from=${served.scripted.cluster.log.position}`);
    change('b');
    await late.nextNamed('health');
    expect(await late.next()).toEqual(await two.next());
  });

  it('answers no HEAD, which would never end', async () => {
    const answer = await fetch(`${url}/api/v1/stream`, { method: 'HEAD' });
    expect(answer.status).toBe(404);
  });
});
