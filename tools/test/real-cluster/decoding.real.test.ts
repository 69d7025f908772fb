import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskedRequest } from '../../../packages/gc-core/test/conformance/answers/answer-brief.ts';
import {
  contentBrief,
  warningTexts,
} from '../../../packages/gc-core/test/conformance/answers/content-brief.ts';
import { BUILD_TIMEOUT, whyNoRealCluster } from '../../real-cluster/src/build-real-cluster.ts';
import { RealCluster } from '../../real-cluster/src/real-cluster.ts';
import { waitFor } from '../../real-cluster/src/wait-for.ts';

const FOLDER = join(import.meta.dirname, '../../../packages/gc-core/test/conformance/answers');
const ANSWERS = join(FOLDER, 'answers-decoding-1.36.3.json');
const REQUESTS: readonly AskedRequest[] = JSON.parse(
  readFileSync(join(FOLDER, 'requests-decoding.json'), 'utf8'),
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

describe.skipIf(why !== undefined)(
  `bodies and patches${why === undefined ? '' : ` (${why})`}`,
  () => {
    let cluster: RealCluster;
    beforeAll(async () => {
      cluster = await RealCluster.start();
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

    it('are read by the real API server as is kept (vitest -u keeps new answers)', async () => {
      const answers: string[] = [];
      for (const request of REQUESTS) {
        const { method, path, type, body: sent } = request;
        const headers = type === undefined ? {} : { 'content-type': PATCHES[type] };
        const { code, body, warning } = await cluster.request(method, path, sent, headers);
        const warnings = warningTexts(warning);
        answers.push(
          JSON.stringify(contentBrief(request, code, body as never, warnings, Date.now())),
        );
      }
      const fresh = `[\n${answers.join(',\n')}\n]\n`;
      const kept = readFileSync(ANSWERS, 'utf8');
      // The kept ones are laid out by the formatter.
      const isSame = isDeepStrictEqual(JSON.parse(fresh), JSON.parse(kept));
      await expect(isSame ? kept : fresh).toMatchFileSnapshot(ANSWERS);
    }, 120_000);
  },
);
