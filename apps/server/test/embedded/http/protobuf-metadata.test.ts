import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectToLoopback } from '../../../src/cluster/access/connect.ts';
import type { ClusterConnection } from '../../../src/cluster/access/connection.ts';
import type { DecodedEvent, DecodedObject } from '../../../src/cluster/answers/decoded.ts';
import {
  LIST_ACCEPT,
  listDecoder,
  OBJECT_ACCEPT,
  watchDecoder,
} from '../../../src/cluster/answers/decoders.ts';
import { type ApiOverHttp, configMap, startApiOverHttp } from '../support/api-over-http.ts';

const PATH = '/api/v1/configmaps';

/** The whole wish, or only its JSON. */
const wishes = (accept: string): readonly string[] => [accept, accept.split(', ')[1] ?? ''];

describe('metadata as protobuf', () => {
  let api: ApiOverHttp;
  let connection: ClusterConnection;

  beforeAll(async () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'default-a' };
    api = await startApiOverHttp([
      configMap('a', 'default', { finalizers: ['example.com/hold'], labels: { app: 'ü' } }),
      configMap('b', 'other', { ownerReferences: [{ ...owner, blockOwnerDeletion: true }] }),
    ]);
    await api.request('DELETE', '/api/v1/namespaces/default/configmaps/a');
    connection = connectToLoopback(api.url, 'embedded');
  });
  afterAll(async () => {
    await connection.close();
    await api.close();
  });

  async function read(path: string, accept: string) {
    const signal = AbortSignal.timeout(10_000);
    const answer = await connection.client.getStream(path, { accept, signal });
    if (answer.type !== 'ok') throw new Error(JSON.stringify(answer));
    return answer;
  }

  it('lists page by page what JSON lists', async () => {
    const pages = await Promise.all(
      wishes(LIST_ACCEPT).map(async (accept) => {
        const { encoding, chunks } = await read(`${PATH}?limit=1`, accept);
        const decoder = listDecoder(encoding, true);
        const objects: DecodedObject[] = [];
        for await (const chunk of chunks) objects.push(...decoder.push(chunk));
        return { encoding, objects, end: decoder.end() };
      }),
    );
    const [first, second] = pages;
    expect(pages.map(({ encoding }) => encoding)).toEqual(['protobuf', 'json']);
    expect(first?.objects).toEqual(second?.objects);
    expect(first?.objects).toMatchObject([
      { meta: { name: 'a', deletionTimestamp: expect.any(String) }, labels: [['app', 'ü']] },
    ]);
    expect(first?.end).toEqual(second?.end);
    expect(first?.end).toMatchObject({ type: 'complete', remaining: 1 });
  });

  it('watches what JSON watches, bookmarks and errors included', async () => {
    for (const query of ['resourceVersion=0', 'resourceVersion=1']) {
      const watches = await Promise.all(
        wishes(OBJECT_ACCEPT).map(async (accept) => {
          const path = `${PATH}?watch=true&allowWatchBookmarks=true&timeoutSeconds=1&${query}`;
          const { encoding, chunks } = await read(path, accept);
          const decoder = watchDecoder(encoding);
          const events: DecodedEvent[] = [];
          for await (const chunk of chunks) events.push(...decoder.push(chunk));
          return events;
        }),
      );
      expect(watches[0]).toEqual(watches[1]);
      expect(watches[0]?.length).toBeGreaterThan(0);
    }
  });

  it('answers a failed request in JSON', async () => {
    const signal = AbortSignal.timeout(10_000);
    const answer = await connection.client.getStream('/api/v1/nothings', {
      accept: LIST_ACCEPT,
      signal,
    });
    expect(answer).toMatchObject({ type: 'status', code: 404, reason: 'NotFound' });
  });
});
