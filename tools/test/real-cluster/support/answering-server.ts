import { join } from 'node:path';
import type { AskedRequest } from '../../../../packages/gc-core/test/conformance/answers/answer-brief.ts';
import type { Series } from '../../../real-cluster/src/build-real-cluster.ts';
import { RealCluster } from '../../../real-cluster/src/real-cluster.ts';
import { waitFor } from '../../../real-cluster/src/wait-for.ts';

/** Where requests and recorded answers are. */
export const ANSWERS_FOLDER: string = join(
  import.meta.dirname,
  '../../../../packages/gc-core/test/conformance/answers',
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

/** A real API server that serves Widgets; no collector takes what names owners that do not exist. */
export async function startAnsweringServer(series: Series): Promise<RealCluster> {
  const cluster = await RealCluster.start({}, series);
  await cluster.request('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', WIDGETS);
  await waitFor('the kind Widget', async () => {
    const { code } = await cluster.request('GET', '/apis/gc.example.com/v1/widgets');
    return code === 200 ? true : undefined;
  });
  cluster.pauseControllerManager();
  return cluster;
}

/** Ends the server; one that did not start is ended already. */
export async function stopAnsweringServer(cluster: RealCluster | undefined): Promise<void> {
  cluster?.resumeControllerManager();
  await cluster?.stop();
}

/** What tells the server how a body is to be read. */
export function headersOf({ type }: AskedRequest): Record<string, string> {
  return type === undefined ? {} : { 'content-type': PATCHES[type] };
}

/** The text of a recording, an answer a line. */
export function linesOf(answers: readonly unknown[]): string {
  return answers.map((answer) => `${JSON.stringify(answer)}\n`).join('');
}
