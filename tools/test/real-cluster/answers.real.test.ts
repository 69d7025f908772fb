import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AskedRequest,
  answerBrief,
} from '../../../packages/gc-core/test/conformance/answers/answer-brief.ts';
import { bodyOf } from '../../../packages/gc-core/test/conformance/answers/body-of.ts';
import { readRecording } from '../../../packages/gc-core/test/conformance/answers/read-recording.ts';
import {
  kubernetesRelease,
  realClusterBinary,
  SERIES,
  type Series,
  USUAL_SERIES,
} from '../../real-cluster/src/build-real-cluster.ts';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import type { RealCluster } from '../../real-cluster/src/real-cluster.ts';
import {
  ANSWERS_FOLDER,
  headersOf,
  linesOf,
  startAnsweringServer,
  stopAnsweringServer,
} from './support/answering-server.ts';

/** The usual series, and others that have been built: that takes minutes. */
const built: Series[] = [];
for (const series of SERIES) {
  if (series === USUAL_SERIES || existsSync(await realClusterBinary(series))) built.push(series);
}

for (const series of built) {
  describeReal(`answers of ${series}`, () => {
    let cluster: RealCluster;
    beforeAll(async () => {
      cluster = await startAnsweringServer(series);
    });
    afterAll(() => stopAnsweringServer(cluster));

    it('of the real API server are those that are kept (vitest -u keeps new ones)', async () => {
      const answers: unknown[] = [];
      for (const request of readRecording<AskedRequest>('requests')) {
        const { method, path } = request;
        const sent = bodyOf(request);
        const { code, body } = await cluster.request(method, path, sent, headersOf(request));
        answers.push(answerBrief(request, code, body as never, Date.now()));
      }
      const file = join(ANSWERS_FOLDER, `answers-${await kubernetesRelease(series)}.jsonl`);
      await expect(linesOf(answers)).toMatchFileSnapshot(file);
    }, 300_000);
  });
}
