import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readingQuery } from '../../src/data/api.ts';
import { documentOf } from '../../src/worker/node-messages.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a document of a node', () => {
  it('is told from every other, also of the same text', () => {
    expect(documentOf('a').id).not.toBe(documentOf('a').id);
  });

  it('is told from what was read within the same millisecond, of this node or another', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.stubGlobal('fetch', async () => new Response('{}'));
    const client = new QueryClient();
    const ids = new Set<number>();
    for (const name of ['a', 'b', 'a']) {
      const query = { ...readingQuery(name), staleTime: 0 };
      ids.add((await client.fetchQuery(query)).id);
      await client.invalidateQueries();
    }
    ids.add(documentOf('{}').id);
    expect(ids.size).toBe(4);
  });
});
