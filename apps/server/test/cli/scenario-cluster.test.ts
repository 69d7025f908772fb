import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiObject } from '@gcscope/gc-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedCluster, startEmbeddedCluster } from '../../src/embedded/embedded-cluster.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';
import { runCli, startCli } from './support/run-cli.ts';

const TIMEOUT = 120_000;
const SCENARIOS = join(import.meta.dirname, '../../../../packages/gc-core/scenarios');

interface Line {
  readonly file: string;
  readonly result: string;
  readonly steps: readonly { readonly result: string; readonly diff: readonly string[] }[];
  readonly errors: readonly { readonly line: number; readonly message: string }[];
}

/** A child of two owners, of which the second goes; what is expected at the end is the argument. */
function scenario(onlyObjects: string, steps = ''): string {
  return `
apiVersion: gcscope.dev/v1
kind: Scenario
metadata: {name: one}
spec:
  objects:
    - {apiVersion: v1, kind: Secret, metadata: {namespace: shop, name: child, uid: c, ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: owner, uid: o}]}}
    - {apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: owner, uid: o, finalizers: [x/hold], ownerReferences: null, deletionTimestamp: null}}
  steps:
    - settle: {}
    - {delete: {object: ConfigMap shop/owner, propagationPolicy: Background}, expect: {objects: [{object: ConfigMap shop/owner, deletionTimestamp: true, finalizers: [x/hold]}, {object: Secret shop/child, ownerReferences: [{uid: o}]}]}}
    - {create: {apiVersion: v1, kind: Secret, metadata: {namespace: shop, name: child}}, error: AlreadyExists, message: 'secrets "child" already exists'}
    - {settle: {}, expect: {onlyObjects: [Secret shop/child, ConfigMap shop/owner]}}
    - {removeFinalizer: {object: ConfigMap shop/owner, finalizer: x/hold}, expect: {onlyObjects: [Secret shop/child]}}
    - {settle: {}, expect: {onlyObjects: ${onlyObjects}, graph: []}}
${steps}`;
}

/** Two ConfigMaps that own each other, and one that waits for a finalizer from the start. */
function circle(): string {
  const reference = (name: string): string =>
    `ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: ${name}, uid: ${name}, blockOwnerDeletion: true}]`;
  return `
apiVersion: gcscope.dev/v1
kind: Scenario
metadata: {name: circle}
spec:
  objects:
    - {apiVersion: v1, kind: ConfigMap, metadata: {namespace: a, name: one, uid: one, ${reference('two')}}}
    - {apiVersion: v1, kind: ConfigMap, metadata: {namespace: a, name: two, uid: two, ${reference('one')}}}
    - {apiVersion: v1, kind: ConfigMap, metadata: {namespace: b, name: held, uid: held, deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: [x/y, orphan]}}
    - {apiVersion: v1, kind: Secret, metadata: {namespace: b, name: child, uid: child, ${reference('held')}}}
  steps:
    - settle: {}
      expect:
        onlyObjects: [ConfigMap a/one, ConfigMap a/two, ConfigMap b/held, Secret b/child]
        objects:
          - {object: ConfigMap a/one, ownerReferences: [{name: two, uid: two}]}
          - {object: ConfigMap b/held, deletionTimestamp: true, finalizers: [x/y]}
          - {object: Secret b/child, ownerReferences: []}
`;
}

/** Expects what does not come. */
const MISSED = `
apiVersion: gcscope.dev/v1
kind: Scenario
metadata: {name: missed}
spec:
  objects:
    - {apiVersion: v1, kind: Secret, metadata: {namespace: shop, name: child, uid: c}}
  steps:
    - {settle: {}, expect: {onlyObjects: []}}
`;

describe('scenario run --cluster', () => {
  const folder = testFolder();
  const kubeconfig = join(folder, 'kubeconfig');
  let cluster: EmbeddedCluster;

  const write = (name: string, text: string): string => {
    const file = fileIn(folder, name, text);
    return file;
  };
  const words = (...files: readonly string[]): string[] => [
    ...['scenario', 'run', '--cluster', '--yes-create-and-delete', '--kubeconfig', kubeconfig],
    ...files,
  ];
  const ofRuns = (): ApiObject[] =>
    [...cluster.apiServer.all()].filter(({ metadata }) =>
      [metadata.name, metadata.namespace ?? ''].some((name) => name.includes('gcscope-')),
    );
  const files = [
    write('met.yaml', scenario('[]')),
    write('missed.yaml', MISSED),
    write('invalid.yaml', scenario('[]', '    - restartCollector: {}\n')),
    join(SCENARIOS, 'owners/custom-resource-keeps-one-owner.yaml'),
    write('circle.yaml', circle()),
  ];
  let inJson: ReturnType<typeof runCli>;
  let inText: ReturnType<typeof runCli>;

  beforeAll(async () => {
    cluster = await startEmbeddedCluster();
    writeFileSync(kubeconfig, cluster.kubeconfig());
    const text = scenario('[]').replace(
      '- {settle: {}, expect: {onlyObjects: []',
      '- {step: 1, expect: {onlyObjects: []}}\n    $&',
    );
    // A run waits most of its time, so both go at once.
    inJson = runCli(...words(...files), '-o', 'json', '--settle-timeout', '8s');
    inText = runCli(...words(write('steps.yaml', text)));
  });
  afterAll(async () => {
    await cluster.close();
  });

  it('compares what a cluster can tell, and says what it cannot', {
    timeout: TIMEOUT,
  }, async () => {
    const { exitCode, out, err } = await inJson;
    expect(err).toBe(`gcscope creates and deletes objects in gcscope-embedded (${cluster.url}).\n`);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    const [met, missed, invalid, ofCustomKinds, circles] = files;
    expect(lines.map(({ file, result, errors }) => ({ file, result, errors }))).toEqual([
      { file: met, result: 'passed', errors: [] },
      { file: missed, result: 'failed', errors: [] },
      {
        file: invalid,
        result: 'invalid',
        errors: [expect.objectContaining({ line: 16, path: 'spec.steps[6].restartCollector' })],
      },
      { file: ofCustomKinds, result: 'passed', errors: [] },
      { file: circles, result: 'passed', errors: [] },
    ]);
    const [passed, failed] = lines;
    expect(passed?.steps.map((step) => step.result)).toEqual(Array(6).fill('passed'));
    expect(passed?.steps.at(-1)).toMatchObject({ diff: [], skipped: ['graph'] });
    expect(failed?.steps.at(-1)?.diff).toEqual(['  onlyObjects:', '+ v1/Secret shop/child c']);
    expect(exitCode).toBe(2);
  });

  it('tells a person which steps a real collector does not stop at', {
    timeout: TIMEOUT,
  }, async () => {
    const { exitCode, out } = await inText;
    expect(out.split('\n').slice(-4)).toEqual([
      '  ok   5 removeFinalizer',
      '  skip 6 step (a real collector does not pause between two passes)',
      '  ok   7 settle (not compared: graph)',
      '',
    ]);
    expect(exitCode).toBe(0);
  });

  it('leaves nothing behind', async () => {
    await Promise.all([inJson, inText]);
    expect(ofRuns()).toEqual([]);
  });

  it('removes what it created when it is interrupted', { timeout: TIMEOUT }, async () => {
    const running = startCli(words(write('interrupted.yaml', scenario('[]'))));
    await expect.poll(() => ofRuns().some(({ kind }) => kind === 'Secret')).toBe(true);
    running.stop();
    const { exitCode, out } = await running.ended;
    expect(out).toContain('The run was interrupted.');
    expect(exitCode).toBe(1);
    await expect.poll(ofRuns).toEqual([]);
  });

  it('needs consent, and options of a cluster need --cluster', async () => {
    const file = write('consent.yaml', scenario('[]'));
    const runs = await Promise.all([
      runCli('scenario run --cluster --kubeconfig', kubeconfig, file),
      runCli('scenario run --kubeconfig', kubeconfig, file),
      runCli(...words(file), '--release', 'v1.28'),
    ]);
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2]);
    expect(runs[0]?.err).toContain('add --yes-create-and-delete.');
    expect(runs[1]?.err).toContain('--kubeconfig needs --cluster: add it');
    expect(runs[2]?.err).toContain('Use either --release or --cluster');
    expect(runs.map(({ out }) => out)).toEqual(['', '', '']);
    expect(ofRuns()).toEqual([]);
  });

  it('ends with 3 when no cluster answers', async () => {
    const nowhere = write(
      'nowhere',
      readFileSync(kubeconfig, 'utf8').replace(cluster.url, 'http://127.0.0.1:1'),
    );
    const file = write('one.yaml', scenario('[]'));
    const { exitCode, err } = await runCli(...words(file), '--kubeconfig', nowhere);
    expect([exitCode, err]).toEqual([3, expect.stringContaining('connection refused')]);
  });
});
