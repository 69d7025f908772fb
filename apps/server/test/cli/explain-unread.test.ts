import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  ownedBy,
  PODS,
  REPLICA_SETS,
  ScriptedCluster,
  SECRETS,
} from '../live/support/scripted-cluster.ts';
import { snapshotOf } from '../support/snapshot-of.ts';
import { testFolder } from '../support/test-folder.ts';
import { runCli } from './support/run-cli.ts';

const folder = testFolder();
const file = join(folder, 'snapshot.json');
const WHY = 'you may not list secrets; ask for the right';

beforeAll(() => {
  const scripted = new ScriptedCluster().sync();
  scripted.put(REPLICA_SETS, 'rs');
  scripted.put(PODS, 'a', { ownerReferences: [ownedBy(REPLICA_SETS, 'rs')] });
  scripted.put(PODS, 'owned', { ownerReferences: [ownedBy(SECRETS, 's')] });
  scripted.put(PODS, 'waits', {
    deletionTimestamp: '2026-01-01T00:00:00Z',
    deletionGracePeriodSeconds: 30,
  });
  scripted.health(SECRETS, 'forbidden', WHY);
  scripted.tick();
  writeFileSync(file, JSON.stringify(snapshotOf(scripted.cluster)));
});

describe('explain', () => {
  it('[CL-06] answers of an object whose kind is not read that it is not verified', async () => {
    const words = ['explain', 'secret/s', '-n', 'ns', '--file', file];
    const { exitCode, out } = await runCli(...words, '-o', 'json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toEqual({
      apiVersion: 'gcscope.dev/v1',
      kind: 'Explanation',
      when: null,
      object: { apiVersion: 'v1', kind: 'Secret', namespace: 'ns', name: 's', uid: '' },
      release: 'v1.36',
      verdict: 'not verified',
      sentence:
        'Not verified: gcscope does not read objects of kind Secret, so it does not know whether this one exists.',
      because: [{ rule: 'CL-06', text: `${WHY}.`, uids: [] }],
      unread: ['Secret'],
    });
    const text = await runCli(...words);
    expect(text.exitCode).toBe(0);
    expect(text.out.split('\n').slice(0, 4)).toEqual([
      'Secret ns/s (v1)',
      'Not verified: gcscope does not read objects of kind Secret, so it does not know whether this one exists.',
      `  CL-06  ${WHY}.`,
      'Kinds that gcscope could not read: Secret',
    ]);
    expect((await runCli(...words, '--strict')).exitCode).toBe(4);
  });

  it('[CL-06] says once of an owner that its kind is not read, then why and what to do', async () => {
    const { out } = await runCli('explain po/owned -n ns --file', file);
    expect(out.split('\n').slice(1)).toEqual([
      'Not verified: Secrets may not be listed.',
      '  CL-06  Whether the object stays depends on its owner Secret ns/s.',
      `  CL-06  gcscope has not read Secret since 2026-01-01T00:00:00Z. ${WHY}.`,
      'Kinds that gcscope could not read: Secret',
      'Look whether Secret ns/s exists.',
      "  $ kubectl get secrets/s -n ns -o jsonpath='{.metadata.uid}'",
      '  If it prints secret-s, the owner exists, and keeps the object unless it is being deleted itself. If it prints another uid or NotFound, the owner does not exist: the collector deletes the object.',
      'By the rules of Kubernetes v1.36.',
      '',
    ]);
  });

  it('cannot forecast what nobody knows of', async () => {
    const { exitCode, err } = await runCli('forecast secret/s -n ns --file', file);
    expect(exitCode).toBe(3);
    expect(err).toContain(`Secret s is not verified: ${WHY}.`);
  });

  it.each([
    ['a', 'stays'],
    ['waits', 'waits'],
  ])('has a when in each answer, also where there is none: %s %s', async (name, verdict) => {
    const { out } = await runCli('explain', `po/${name}`, '-n', 'ns', '--file', file, '--json');
    expect(JSON.parse(out)).toMatchObject({ verdict, when: null });
  });
});
