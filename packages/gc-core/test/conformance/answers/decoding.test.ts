import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ApiServer } from '../../../src/apiserver/api-server.ts';
import { RELEASES } from '../../../src/meta/releases.ts';
import { ResourceTable } from '../../../src/meta/resource-table.ts';
import type { AskedRequest } from './answer-brief.ts';
import { type ContentBrief, contentBrief } from './content-brief.ts';
import { sendRequest } from './send-request.ts';

const NOW = Date.parse('2026-11-22T00:00:00Z');
const widget = { group: 'gc.example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };
const table = ResourceTable.builtIn([{ ...widget, namespaced: true, custom: true }]);
const requests = read('requests-decoding.json') as readonly AskedRequest[];
const recorded = read('answers-decoding-1.36.3.json') as readonly ContentBrief[];

describe('the API server of 1.36.3', () => {
  it('[VA-13] [VA-14] read every body and every patch, and ours reads them as it did', () => {
    expect(recorded.length).toBe(requests.length);
    const server = new ApiServer({ release: RELEASES['v1.36'], table, now: () => NOW });
    server.put([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default', uid: 'u' } }]);
    const differences = requests.flatMap((request, index) => {
      const theirs = recorded[index];
      const ours = asked(server, request);
      return isDeepStrictEqual(ours, theirs) ? [] : [{ request, theirs, ours }];
    });
    expect(differences).toEqual([]);
  });
});

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
}

function asked(server: ApiServer, request: AskedRequest): ContentBrief {
  const result = sendRequest(server, request);
  const { warnings } = result;
  const [code, body] = result.ok
    ? [result.code, result.object]
    : [result.status.code ?? 0, result.status];
  return JSON.parse(JSON.stringify(contentBrief(request, code, body, warnings, NOW)));
}
