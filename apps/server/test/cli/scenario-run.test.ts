import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileIn, testFolder } from '../support/test-folder.ts';
import { runCli } from './support/run-cli.ts';

const folder = testFolder();

describe('scenario schema', () => {
  it.each([
    [[], 'gcscope scenario'],
    [['KubeletScenario'], 'gcscope kubelet scenario'],
  ])('%j prints the form that files are checked against', async (kind, title) => {
    const { exitCode, out } = await runCli('scenario schema', ...kind);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      title,
      required: ['apiVersion', 'kind', 'metadata', 'spec'],
    });
  });

  it('of another kind is refused', async () => {
    const { exitCode, err } = await runCli('scenario schema Pod');
    expect(exitCode).toBe(2);
    expect(err).toContain('Allowed choices are Scenario, KubeletScenario.');
  });
});

describe('scenario run', () => {
  const passing = `
apiVersion: gcscope.dev/v1
kind: Scenario
metadata: {name: one}
spec:
  objects: [{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: ns, uid: u}}]
  steps:
    - {name: gone, delete: ConfigMap ns/a, expect: {onlyObjects: []}}
`;
  const cases = {
    passed: [passing, 0],
    failed: [passing.replace('onlyObjects: []', 'onlyObjects: [ConfigMap ns/a]'), 1],
    invalid: [passing.replace('delete:', 'remove-it:'), 2],
  } as const;

  it.each(Object.entries(cases))('%s', async (result, [text, expected]) => {
    const file = fileIn(folder, `${result}.yaml`, text);
    const { exitCode, out } = await runCli('scenario run', file, '--json');
    expect(exitCode).toBe(expected);
    expect(out.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(out)).toMatchObject({ file, result });
    const people = await runCli('scenario run', file);
    expect(people.out.split('\n')[0]).toContain(result);
  });

  it('reports every file and ends with the worst', async () => {
    const files = Object.keys(cases).map((result) => join(folder, `${result}.yaml`));
    const { exitCode, out } = await runCli('scenario run', ...files, '/nowhere.yaml', '-o', 'json');
    expect(exitCode).toBe(2);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { result: string });
    expect(lines.map((line) => line.result)).toEqual(['passed', 'failed', 'invalid', 'invalid']);
  });

  it('refuses a file that is not UTF-8: different uids would be read as one', async () => {
    const file = join(folder, 'latin.yaml');
    const [before = '', after = ''] = passing.split('uid: u');
    writeFileSync(file, Buffer.from(`${before}uid: u\u00ff${after}`, 'latin1'));
    const { exitCode, out } = await runCli('scenario run', file);
    expect(exitCode).toBe(2);
    expect(out).toContain('it is not written in UTF-8; save it in that encoding.');
  });

  it.each([
    [
      'apiVersion',
      'a version or <group>/<version>',
      '{apiVersion: a/b/c, kind: K, resource: ks, namespaced: true}',
    ],
    [
      'apiVersion',
      'a version or <group>/<version>',
      "{apiVersion: '', kind: K, resource: ks, namespaced: true}",
    ],
    ['kind', 'a kind', "{apiVersion: a/b, kind: '', resource: ks, namespaced: true}"],
    [
      'resource',
      'the name of a resource',
      '{apiVersion: a/b, kind: K, resource: x/y, namespaced: true}',
    ],
  ])('refuses a resource whose %s is not %s: %s', async (field, words, resource) => {
    const file = fileIn(
      folder,
      'resource.yaml',
      passing.replace('spec:\n', `spec:\n  resources: [${resource}]\n`),
    );
    const { exitCode, out } = await runCli('scenario run', file);
    expect(exitCode).toBe(2);
    expect(out).toContain(`spec.resources[0].${field}: Expected ${words}, for example `);
  });

  it('obeys nothing that a file holds, and takes no folder for one', async () => {
    const file = fileIn(folder, 'escapes.yaml', passing.replace('delete:', '"\\e[31mremove":'));
    const { out } = await runCli('scenario run', file);
    expect(out).toContain('"\\u{1b}[31mremove" is not known');
    expect((await runCli('scenario run', folder)).out).toContain('it is a folder.');
    writeFileSync(file, '\u001b]0;title\u0007{');
    const { exitCode, err } = await runCli('graph --file', file);
    expect([exitCode, err.includes('\u001b'), err.includes('\u0007')]).toEqual([2, false, false]);
    expect(err).toContain('is not valid JSON');
  });

  it.each([
    [
      'decisions: [AD-99 v1/ConfigMap ns/a u]',
      'decisions[0]: "AD-99" is not a decision; known: AD-W2,',
    ],
    ['attemptToDelete: [v1/Pod]', 'attemptToDelete[0]: "v1/Pod" is not an identity: expected <'],
  ])('takes %s for a fault of the file, not for an answer', async (key, words) => {
    const file = fileIn(folder, 'unmeetable.yaml', passing.replace('onlyObjects: []', key));
    const { exitCode, out } = await runCli('scenario run', file);
    expect(exitCode).toBe(2);
    expect(out).toContain(`unmeetable.yaml:8 spec.steps[0].expect.${words}`);
  });

  it('tells the ends of an exploration and how often each came', async () => {
    const file = join(folder, 'explored.yaml');
    const explored = passing.replace(
      /steps:.*$/s,
      `steps:
    - settle: {}
    - create: {apiVersion: v1, kind: Secret, metadata: {name: s, namespace: ns, ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: a, uid: u}]}}
    - {delete: {object: ConfigMap ns/a, propagationPolicy: Orphan}}
    - {settle: {explore: 40}}
`,
    );
    writeFileSync(file, explored);
    const { exitCode, out } = await runCli('scenario run', file);
    expect(exitCode).toBe(0);
    const [, left] =
      /\n {7}(\d+) of 40 orders end with these objects:\n {9}v1\/Secret ns\/s /.exec(out) ?? [];
    const [, gone] = /\n {7}(\d+) of 40 orders end with nothing\n/.exec(out) ?? [];
    expect(Number(gone) + Number(left)).toBe(40);
    const { out: json } = await runCli('scenario run', file, '--json');
    expect(JSON.parse(json).steps[3].outcomes).toHaveLength(2);
  });

  it('takes a release that is none for a fault of the command line, not of the file', async () => {
    const file = join(folder, 'passed.yaml');
    const { exitCode, out } = await runCli('scenario run --release v9', file, '--json');
    expect(exitCode).toBe(2);
    expect(JSON.parse(out).errors).toEqual([
      {
        line: 1,
        path: '',
        message: expect.stringMatching(/^--release: Release "v9" is not known. Known: v1\.4, /),
      },
    ]);
  });

  it('names the place of a fault', async () => {
    const { out } = await runCli('scenario run', join(folder, 'invalid.yaml'));
    const text = readFileSync(join(folder, 'invalid.yaml'), 'utf8').split('\n');
    const line = text.findIndex((each) => each.includes('remove-it')) + 1;
    expect(out).toContain(`invalid.yaml:${line} spec.steps[0]`);
  });
});
