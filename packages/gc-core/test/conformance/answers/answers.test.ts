import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ApiServer } from '../../../src/apiserver/api-server.ts';
import type { ApiStatus } from '../../../src/meta/api-status-error.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import { RELEASES, type ReleaseProfile } from '../../../src/meta/releases.ts';
import { ResourceTable } from '../../../src/meta/resource-table.ts';
import { WIDGETS } from '../../support/widgets.ts';
import { type AnswerBrief, type AskedRequest, answerBrief } from './answer-brief.ts';
import { ANSWER_SWITCHES } from './answer-switches.ts';
import { type ContentBrief, contentBrief } from './content-brief.ts';
import { readRecording } from './read-recording.ts';
import { sendRequest } from './send-request.ts';

const NOW = Date.parse('2026-11-22T00:00:00Z');

describe('the API server', () => {
  it.each([
    ['1.36.3', 'v1.36'],
    ['1.28.15', 'v1.28'],
  ] as const)('decides every request as %s did', (version, release) => {
    expect(decidedOtherwise(version, RELEASES[release])).toEqual([]);
  });

  it.each(ANSWER_SWITCHES)('needs %s as it was in 1.28 to decide as 1.28.15 did', (key) => {
    const mixed = { ...RELEASES['v1.28'], [key]: RELEASES['v1.36'][key] };
    expect(decidedOtherwise('1.28.15', mixed)).not.toEqual([]);
  });

  it('[VA-13] [VA-14] reads every body and every patch as 1.36.3 did', () => {
    const recorded = readRecording<ContentBrief>('answers-decoding-1.36.3');
    const ours = (server: ApiServer, request: AskedRequest): ContentBrief => {
      const { code, body, warnings } = answered(server, request);
      return contentBrief(request, code, body, warnings, NOW);
    };
    expect(differences('requests-decoding', recorded, RELEASES['v1.36'], ours)).toEqual([]);
  });
});

function decidedOtherwise(version: string, release: ReleaseProfile): unknown[] {
  const recorded = readRecording<AnswerBrief>(`answers-${version}`);
  return differences('requests', recorded, release, (server, request) => {
    const { code, body } = answered(server, request);
    return answerBrief(request, code, body, NOW);
  });
}

/** Requests that ours answers otherwise than it is recorded. */
function differences(
  file: string,
  recorded: readonly AnswerBrief[],
  release: ReleaseProfile,
  ask: (server: ApiServer, request: AskedRequest) => AnswerBrief,
): unknown[] {
  const requests = readRecording<AskedRequest>(file);
  expect(recorded.length).toBe(requests.length);
  const table = ResourceTable.builtIn([WIDGETS], new Set(), release.release);
  const server = new ApiServer({ release, table, now: () => NOW });
  server.put([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default', uid: 'u' } }]);
  return requests.flatMap((request, index) => {
    const theirs = recorded[index];
    // What is undefined is not there.
    const ours: unknown = JSON.parse(JSON.stringify(ask(server, request)));
    return isDeepStrictEqual(ours, theirs) ? [] : [{ request, theirs, ours }];
  });
}

function answered(
  server: ApiServer,
  request: AskedRequest,
): { code: number; body: ApiObject | ApiStatus; warnings: readonly string[] } {
  const result = sendRequest(server, request);
  const { warnings } = result;
  return result.ok
    ? { code: result.code, body: result.object, warnings }
    : { code: result.status.code ?? 0, body: result.status, warnings };
}
