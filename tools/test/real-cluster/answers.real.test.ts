import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AskedRequest,
  answerBrief,
} from '../../../packages/gc-core/test/conformance/answers/answer-brief.ts';
import { bodyOf } from '../../../packages/gc-core/test/conformance/answers/body-of.ts';
import {
  BUILD_TIMEOUT,
  kubernetesRelease,
  realClusterBinary,
  SERIES,
  type Series,
  USUAL_SERIES,
  whyNoRealCluster,
} from '../../real-cluster/src/build-real-cluster.ts';
import { RealCluster } from '../../real-cluster/src/real-cluster.ts';
import { waitFor } from '../../real-cluster/src/wait-for.ts';

const FOLDER = join(import.meta.dirname, '../../../packages/gc-core/test/conformance/answers');
const REQUESTS: readonly AskedRequest[] = JSON.parse(
  readFileSync(join(FOLDER, 'requests.json'), 'utf8'),
);
const PATCHES = {
  merge: 'application/merge-patch+json',
  'strategic-merge': 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
};
const WIDGETS = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.gc.example.com' },
  spec: {
    group: 'gc.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
    ],
  },
};
const why = await whyNoRealCluster();
/** The usual series, and others that have been built: that takes minutes. */
const built: Series[] = [];
for (const series of SERIES) {
  if (series === USUAL_SERIES || existsSync(await realClusterBinary(series))) built.push(series);
}

describe.skipIf(why !== undefined).each(built)(
  `answers of %s${why ? ` (${why})` : ''}`,
  (series) => {
    let cluster: RealCluster;
    beforeAll(async () => {
      cluster = await RealCluster.start({}, series);
      await cluster.waitForReady();
      await cluster.request(
        'POST',
        '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
        WIDGETS,
      );
      await waitFor('the kind Widget', async () => {
        const { code } = await cluster.request('GET', '/apis/gc.example.com/v1/widgets');
        return code === 200 ? true : undefined;
      });
      // It would take what names owners that do not exist.
      cluster.pauseControllerManager();
    }, BUILD_TIMEOUT);
    afterAll(async () => {
      cluster?.resumeControllerManager();
      await cluster?.stop();
    });

    it('of the real API server are those that are kept (vitest -u keeps new ones)', async () => {
      const answers: string[] = [];
      for (const request of REQUESTS) {
        const { method, path, type } = request;
        const headers = type === undefined ? {} : { 'content-type': PATCHES[type] };
        const answer = await cluster.request(method, path, bodyOf(request), headers);
        answers.push(
          JSON.stringify(answerBrief(request, answer.code, answer.body as never, Date.now())),
        );
      }
      const fresh = `[\n${answers.join(',\n')}\n]\n`;
      const answersFile = join(FOLDER, `answers-${await kubernetesRelease(series)}.json`);
      const kept = existsSync(answersFile) ? readFileSync(answersFile, 'utf8') : '[]';
      // The kept ones are laid out by the formatter.
      const isSame = isDeepStrictEqual(JSON.parse(fresh), JSON.parse(kept));
      await expect(isSame ? kept : fresh).toMatchFileSnapshot(answersFile);
    }, 300_000);
  },
);
