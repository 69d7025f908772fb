import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ApiServer } from '../../../src/apiserver/api-server.ts';
import { RELEASES } from '../../../src/meta/releases.ts';
import { ResourceTable } from '../../../src/meta/resource-table.ts';
import { type AnswerBrief, type AskedRequest, answerBrief } from './answer-brief.ts';
import { sendRequest } from './send-request.ts';

const NOW = Date.parse('2026-11-22T00:00:00Z');
const widget = { group: 'gc.example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };
const table = ResourceTable.builtIn([{ ...widget, namespaced: true, custom: true }]);
const requests = read('requests.json') as readonly AskedRequest[];
const recorded = read('answers-1.36.3.json') as readonly AnswerBrief[];
/** What does not fit a type is told by its path here, and there by the fields of a program's structures. */
const OWN_WORDS =
  /cannot be handled as|cannot unmarshal|cannot be read|is registered for version|does not match the expected API version|patch: Invalid value|the patch cannot be applied/;

describe('the API server of 1.36.3', () => {
  it('answered every request, and ours answers as it did', () => {
    expect(recorded.length).toBe(requests.length);
    const server = new ApiServer({ release: RELEASES['v1.36'], table, now: () => NOW });
    server.put([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default', uid: 'u' } }]);
    const differences = requests.flatMap((request, index) => {
      const theirs = withoutOwnWords(recorded[index] ?? { code: 0 });
      const ours = withoutOwnWords(asked(server, request));
      return JSON.stringify(ours) === JSON.stringify(theirs) ? [] : [{ request, theirs, ours }];
    });
    expect(differences).toEqual([]);
  });
});

function withoutOwnWords(answer: AnswerBrief): AnswerBrief {
  if (answer.message === undefined || !OWN_WORDS.test(answer.message)) return answer;
  return { ...answer, message: 'in words of its own' };
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
}

function asked(server: ApiServer, request: AskedRequest): AnswerBrief {
  const result = sendRequest(server, request);
  const [code, body] = result.ok
    ? [result.code, result.object]
    : [result.status.code ?? 0, result.status];
  // As it travels: what is undefined is not there.
  return JSON.parse(JSON.stringify(answerBrief(code, body, NOW)));
}
