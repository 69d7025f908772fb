import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AskedRequest } from '../../../packages/gc-core/test/conformance/answers/answer-brief.ts';
import {
  contentBrief,
  warningTexts,
} from '../../../packages/gc-core/test/conformance/answers/content-brief.ts';
import { readRecording } from '../../../packages/gc-core/test/conformance/answers/read-recording.ts';
import { USUAL_SERIES } from '../../real-cluster/src/build-real-cluster.ts';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import type { RealCluster } from '../../real-cluster/src/real-cluster.ts';
import {
  ANSWERS_FOLDER,
  headersOf,
  linesOf,
  startAnsweringServer,
  stopAnsweringServer,
} from './support/answering-server.ts';

const ANSWERS = join(ANSWERS_FOLDER, 'answers-decoding-1.36.3.jsonl');

describeReal('bodies and patches', () => {
  let cluster: RealCluster;
  beforeAll(async () => {
    cluster = await startAnsweringServer(USUAL_SERIES);
  });
  afterAll(() => stopAnsweringServer(cluster));

  it('are read by the real API server as is kept (vitest -u keeps new answers)', async () => {
    const answers: unknown[] = [];
    for (const request of readRecording<AskedRequest>('requests-decoding')) {
      const { method, path, body: sent } = request;
      const headers = headersOf(request);
      const { code, body, warning } = await cluster.request(method, path, sent, headers);
      answers.push(contentBrief(request, code, body as never, warningTexts(warning), Date.now()));
    }
    await expect(linesOf(answers)).toMatchFileSnapshot(ANSWERS);
  }, 120_000);
});
