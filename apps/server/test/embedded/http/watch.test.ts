import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../support/manual-clock.ts';
import { type ApiOverHttp, configMap, startApiOverHttp } from '../support/api-over-http.ts';
import { WatchReader } from '../support/watch-reader.ts';

const PATH = '/api/v1/namespaces/default/configmaps';
const METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

describe('WATCH', () => {
  const readers: WatchReader[] = [];
  let api: ApiOverHttp | undefined;

  async function start(...args: Parameters<typeof startApiOverHttp>): Promise<ApiOverHttp> {
    api = await startApiOverHttp(...args);
    return api;
  }
  async function watch(query: string, accept: string = 'application/json'): Promise<WatchReader> {
    const reader = await WatchReader.open(`${api?.url}${PATH}?watch=true${query}`, { accept });
    readers.push(reader);
    return reader;
  }
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close();
    await api?.close();
  });

  it('begins with what exists and goes on with each change', async () => {
    const { request } = await start([configMap('a')]);
    const reader = await watch('');
    expect(await reader.take(1)).toEqual(['ADDED a']);
    await request('POST', PATH, { metadata: { name: 'b' } });
    const merge = { 'content-type': 'application/merge-patch+json' };
    await request('PATCH', `${PATH}/b`, { data: { x: 'y' } }, merge);
    await request('DELETE', `${PATH}/a`);
    await request('POST', '/api/v1/namespaces/other/configmaps', { metadata: { name: 'c' } });
    await request('DELETE', `${PATH}/b`);
    expect(await reader.take(4)).toEqual(['ADDED b', 'MODIFIED b', 'DELETED a', 'DELETED b']);
  });

  it('resumes after a resourceVersion with exactly what was missed', async () => {
    const { request } = await start([configMap('a')]);
    const { body } = await request('POST', PATH, { metadata: { name: 'b' } });
    const { resourceVersion } = body.metadata as { resourceVersion: string };
    await request('POST', PATH, { metadata: { name: 'c' } });
    await request('DELETE', `${PATH}/a`);
    const reader = await watch(`&resourceVersion=${resourceVersion}`);
    expect(await reader.take(2)).toEqual(['ADDED c', 'DELETED a']);
  });

  it('[API-70] shows the last state with the version of the removal in DELETED', async () => {
    const { request, apiServer } = await start([configMap('a')]);
    const reader = await watch(`&resourceVersion=${apiServer.resourceVersion}`);
    await request('DELETE', `${PATH}/a`);
    const event = await reader.next();
    expect(event?.object).toMatchObject({ data: { key: 'value' } });
    expect(event?.object.metadata.resourceVersion).toBe(String(apiServer.resourceVersion));
  });

  it('sends 410 as an ERROR event when the version is no longer known, and ends', async () => {
    const { request } = await start([], { ringCapacity: 4 });
    for (let i = 0; i < 6; i++) await request('POST', PATH, { metadata: { name: `n${i}` } });
    const reader = await watch('&resourceVersion=1');
    const event = await reader.next();
    expect(event).toMatchObject({ type: 'ERROR', object: { reason: 'Expired', code: 410 } });
    expect(event?.object.message).toContain('too old resource version: 1');
    expect(await reader.next()).toBeUndefined();
  });

  it('refuses a continue token from before what is known with 410', async () => {
    const objects = ['a', 'b', 'c'].map((name) => configMap(name));
    const { request } = await start(objects, { ringCapacity: 4 });
    const { body } = await request('GET', `${PATH}?limit=1`);
    for (let i = 0; i < 6; i++) await request('POST', PATH, { metadata: { name: `n${i}` } });
    const { continue: token } = body.metadata as { continue: string };
    const answer = await request('GET', `${PATH}?limit=1&continue=${token}`);
    expect(answer.code).toBe(410);
    expect(answer.body).toMatchObject({ reason: 'Expired' });
  });

  it('sends bookmarks to those who asked, and ends after timeoutSeconds', async () => {
    const clock = new ManualClock();
    const { apiServer } = await start([configMap('a')], { clock, bookmarkInterval: 1000 });
    const version = String(apiServer.resourceVersion);
    const plain = await watch(`&resourceVersion=${version}&timeoutSeconds=5`);
    const marked = await watch(
      `&resourceVersion=${version}&timeoutSeconds=5&allowWatchBookmarks=true`,
    );
    clock.advance(1500);
    const bookmark = await marked.next();
    expect(bookmark).toMatchObject({ type: 'BOOKMARK', object: { kind: 'ConfigMap' } });
    expect(bookmark?.object.metadata.resourceVersion).toBe(version);
    clock.advance(4000);
    expect(await plain.next()).toBeUndefined();
    const rest = await marked.take(10);
    expect(new Set(rest)).toEqual(new Set(['BOOKMARK ConfigMap']));
  });

  it('ends the initial events of a watch list with a marked bookmark', async () => {
    await start([configMap('a'), configMap('b')]);
    const query = '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';
    const reader = await watch(`${query}&allowWatchBookmarks=true`, METADATA);
    expect(await reader.take(2)).toEqual(['ADDED a', 'ADDED b']);
    const end = await reader.next();
    expect(end?.object.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' });
  });

  it('tells a selective watch of objects that enter and leave', async () => {
    const { request } = await start([configMap('a')]);
    const reader = await watch('&resourceVersion=0&labelSelector=app%3Dx');
    const merge = { 'content-type': 'application/merge-patch+json' };
    const label = (app: string): unknown => ({ metadata: { labels: { app } } });
    await request('PATCH', `${PATH}/a`, label('x'), merge);
    await request('PATCH', `${PATH}/a`, { data: { more: '1' } }, merge);
    await request('PATCH', `${PATH}/a`, label('y'), merge);
    expect(await reader.take(3)).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a']);
  });

  it('cuts off a reader that does not read, and no other', async () => {
    const { request, apiServer } = await start();
    const version = apiServer.resourceVersion;
    const slow = await fetch(`${api?.url}${PATH}?watch=true&resourceVersion=${version}`);
    const quick = await watch(`&resourceVersion=${version}`, METADATA);
    const data = { text: 'x'.repeat(1_000_000) };
    for (let i = 0; i < 30; i++) {
      await request('POST', PATH, { metadata: { name: `n${i}` }, data });
    }
    await expect(slow.text()).rejects.toThrow();
    expect(await quick.take(30)).toHaveLength(30);
  });

  it('sends metadata alone, or rows, when asked to', async () => {
    await start([configMap('a')]);
    const metadata = await (await watch('', METADATA)).next();
    expect(metadata?.object).toEqual({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: expect.objectContaining({ name: 'a' }),
    });
    const table = await (await watch('', TABLE)).next();
    expect(table?.object).toMatchObject({
      kind: 'Table',
      rows: [{ cells: ['a', 1, expect.anything()] }],
    });
  });
});
