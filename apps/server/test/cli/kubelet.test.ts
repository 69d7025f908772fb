import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileIn, testFolder } from '../support/test-folder.ts';
import { runCli } from './support/run-cli.ts';

const folder = testFolder();
// The command imports what it needs when it is called: once, before anything is timed.
beforeAll(() => runCli('kubelet run /nowhere'), 60_000);

const file = (name: string, content: unknown): string => fileIn(folder, name, content);

const HEAD = 'apiVersion: gcscope.dev/v1\nkind: KubeletScenario\nmetadata: {name: s}\n';

function spec(expected: string, state = 'EXITED'): string {
  return `${HEAD}spec:
  containerPolicy: {maxContainers: 0}
  pods: [{uid: a, state: live}]
  containers:
    - {id: c0, pod: a, name: main, createdAt: -1h, state: ${state}}
  steps:
    - run: {collect: containers}
      expect: {containers: ${expected}}
`;
}

describe('gcscope kubelet run', () => {
  it('runs every file and ends with 0 when all expectations are met', async () => {
    const path = file('good.yaml', spec('[]'));
    const { exitCode, out, err } = await runCli('kubelet run', path, path);
    expect([exitCode, err]).toEqual([0, '']);
    expect(out).toBe(`${path}: s: passed\n  ok   1 run\n`.repeat(2));
  });

  it('shows what did not match and ends with 1', async () => {
    const path = file('failing.yaml', spec('[c0]'));
    const { exitCode, out } = await runCli('kubelet run', path);
    expect(exitCode).toBe(1);
    expect(out).toContain('FAIL 1 run\n         containers:\n       - c0\n');
  });

  it('names file, line and path of what is wrong and ends with 2', async () => {
    const path = file('invalid.yaml', spec('[]', 'DEAD'));
    const { exitCode, out } = await runCli('kubelet run', path);
    expect(exitCode).toBe(2);
    expect(out).toContain(
      `${path}:8 spec.containers[0].state: Expected one of: CREATED, RUNNING, EXITED, UNKNOWN.`,
    );
  });

  it('a reason that no run gives is a faulty file, not a failed one', async () => {
    const path = file('reason.yaml', spec('[], reasons: {c0: too-old}'));
    const { exitCode, out } = await runCli('kubelet run', path);
    expect(exitCode).toBe(2);
    expect(out).toContain(
      `${path}:11 spec.steps[0].expect.reasons.c0: Expected one of: running, too-young, `,
    );
  });

  it('names the place of what only the engine can know', async () => {
    const path = file('flag.yaml', spec('[]').replace('containers}', 'containers, bytes: 3}'));
    const { exitCode, out } = await runCli('kubelet run', path);
    expect(exitCode).toBe(2);
    expect(out).toContain(`${path}:10 spec.steps[0].run.bytes: "bytes" belongs to collect:`);
  });

  it('says of a cluster scenario only that its kind is another', async () => {
    const path = file('cluster.yaml', spec('[]').replace('KubeletScenario', 'Scenario'));
    const { exitCode, out } = await runCli('kubelet run', path);
    expect([exitCode, out]).toEqual([
      2,
      `${path}: invalid\n  ${path}:2 kind: Expected "KubeletScenario".\n`,
    ]);
  });

  it('answers with one JSON object a file', async () => {
    const path = file('json.yaml', spec('[]'));
    const { out } = await runCli('kubelet run --json', path);
    expect(JSON.parse(out)).toMatchObject({ file: path, name: 's', result: 'passed', errors: [] });
  });

  it('takes another release than the one in the file', async () => {
    const path = file('release.yaml', spec('[]'));
    expect((await runCli('kubelet run --release v1.7', path)).exitCode).toBe(0);
    const { exitCode, out } = await runCli('kubelet run --release v1.4', path);
    expect(exitCode).toBe(2);
    expect(out).toContain('Release "v1.4" is not a known kubelet release');
  });

  it('takes every kubelet scenario of the core', async () => {
    const core = join(import.meta.dirname, '../../../../packages/gc-core/scenarios/kubelet');
    const { exitCode, out } = await runCli(
      'kubelet run',
      ...readdirSync(core).map((name) => join(core, name)),
    );
    expect(out.split('\n').filter((line) => / FAIL |invalid/.test(line))).toEqual([]);
    expect(exitCode).toBe(0);
  });

  it('is run by scenario run, too', async () => {
    const path = file('both.yaml', spec('[]'));
    expect((await runCli('scenario run', path)).exitCode).toBe(0);
  });
});
