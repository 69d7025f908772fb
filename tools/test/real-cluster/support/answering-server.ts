import { join } from 'node:path';
import type { AskedRequest } from '../../../../packages/gc-core/test/conformance/answers/answer-brief.ts';
import type { Series } from '../../../real-cluster/src/build-real-cluster.ts';
import { defineKind } from '../../../real-cluster/src/define-kind.ts';
import { RealCluster } from '../../../real-cluster/src/real-cluster.ts';

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

/** A real API server that serves Widgets; no collector takes what names owners that do not exist. */
export async function startAnsweringServer(series: Series): Promise<RealCluster> {
  const cluster = await RealCluster.start({}, series);
  await defineKind(cluster, 'gc.example.com', 'Widget', ['v1']);
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
