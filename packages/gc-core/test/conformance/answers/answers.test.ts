import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ApiServer } from '../../../src/apiserver/api-server.ts';
import { RELEASES, type ReleaseProfile } from '../../../src/meta/releases.ts';
import { ResourceTable } from '../../../src/meta/resource-table.ts';
import { WIDGETS } from '../../support/widgets.ts';
import { type AnswerBrief, type AskedRequest, answerBrief } from './answer-brief.ts';
import { ANSWER_SWITCHES } from './answer-switches.ts';
import { sendRequest } from './send-request.ts';

const NOW = Date.parse('2026-11-22T00:00:00Z');
const requests = read('requests.json') as readonly AskedRequest[];
const VERSIONS = [
  ['1.36.3', 'v1.36'],
  ['1.28.15', 'v1.28'],
] as const;

describe('the API server', () => {
  it.each(VERSIONS)(
    'of %s answered every request, and ours answers as it did',
    (version, release) => {
      expect(recordedBy(version).length).toBe(requests.length);
      expect(differences(version, RELEASES[release])).toEqual([]);
    },
  );

  it.each(ANSWER_SWITCHES)(
    'of 1.28.15 answered as if %s were as in 1.28, not as in 1.36',
    (key) => {
      const mixed = { ...RELEASES['v1.28'], [key]: RELEASES['v1.36'][key] };
      expect(differences('1.28.15', mixed)).not.toEqual([]);
    },
  );
});

function recordedBy(version: string): readonly AnswerBrief[] {
  return read(`answers-${version}.json`) as readonly AnswerBrief[];
}

/** What the server of that version answered otherwise than ours does with these switches. */
function differences(version: string, release: ReleaseProfile): unknown[] {
  const recorded = recordedBy(version);
  const table = ResourceTable.builtIn([WIDGETS], new Set(), release.release);
  const server = new ApiServer({ release, table, now: () => NOW });
  server.put([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default', uid: 'u' } }]);
  return requests.flatMap((request, index) => {
    const theirs = withoutLine(recorded[index] ?? { code: 0 });
    const ours = withoutLine(asked(server, request));
    return JSON.stringify(ours) === JSON.stringify(theirs) ? [] : [{ request, theirs, ours }];
  });
}

/** In which line of its program the server keeps its kinds is another matter in each release. */
function withoutLine(answer: AnswerBrief): AnswerBrief {
  if (answer.message === undefined) return answer;
  return { ...answer, message: answer.message.replace(/scheme\.go:\d+/, 'scheme.go') };
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
}

function asked(server: ApiServer, request: AskedRequest): AnswerBrief {
  const result = sendRequest(server, request);
  const [code, body] = result.ok
    ? [result.code, result.object]
    : [result.status.code ?? 0, result.status];
  return answerBrief(request, code, body, NOW);
}
