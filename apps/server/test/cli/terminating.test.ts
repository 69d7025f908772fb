import { describe, expect, it } from 'vitest';
import {
  NAMESPACES,
  ownedBy,
  PODS,
  REPLICA_SETS,
  ScriptedCluster,
  SECRETS,
} from '../live/support/scripted-cluster.ts';
import { snapshotOf } from '../support/snapshot-of.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';
import { runCli } from './support/run-cli.ts';

const folder = testFolder();
const ASKED = '2025-12-31T00:00:00Z';
const SINCE = `being deleted since ${ASKED}`;
const GOING = { deletionTimestamp: ASKED };
const LOOK = '  Look at the object: its status or events may say more.';

function held(by = 'example.com/hold'): { finalizers: string[]; deletionTimestamp: string } {
  return { finalizers: [by], ...GOING };
}

/** The lines that the command prints; of commands, only how they begin. */
async function linesOf(cluster: ScriptedCluster, ...words: readonly string[]): Promise<string[]> {
  const file = fileIn(folder, 'cluster.json', snapshotOf(cluster.cluster));
  const { out } = await runCli('terminating', ...words, '--file', file);
  return out.split('\n').map((line) => line.replace(/(\$ kubectl \w+ \S+).*/, '$1'));
}

function inNamespace(): ScriptedCluster {
  const cluster = new ScriptedCluster().sync();
  cluster.put(SECRETS, 'held', { namespace: 'gone', ...held() });
  cluster.put(NAMESPACES, 'gone', GOING);
  return cluster;
}

function heldByOne(names: readonly string[]): ScriptedCluster {
  const cluster = new ScriptedCluster().sync();
  for (const name of names) cluster.put(SECRETS, name, { namespace: 'gone', ...held() });
  cluster.put(NAMESPACES, 'gone', GOING);
  return cluster;
}

const ALIKE =
  'blocked: The finalizer example.com/hold on 2 Secrets blocks Namespace gone: only the controller of example.com removes it; the API server serves none of its API groups, so it does not seem to be installed.  (API-35)';
const HELD =
  'blocked: Secret gone/held has the finalizer example.com/hold: only the controller of example.com removes it; the API server serves none of its API groups, so it does not seem to be installed.  (API-35)';
const COMMANDS = [
  LOOK,
  '    $ kubectl describe secrets/held',
  "  Remove the finalizer yourself, if its controller never will. Risk: The finalizer's work is then not done: whatever its controller has not cleaned up stays behind.",
  '    $ kubectl patch secrets/held',
  '    Then Secret gone/held and Namespace gone are deleted.',
];

describe('terminating', () => {
  it('lists a cause once, with all deletions that it blocks and the commands that help', async () => {
    expect(await linesOf(inNamespace())).toEqual([
      HELD,
      `  Secret gone/held  ${SINCE}`,
      `  Namespace gone    ${SINCE}`,
      '    Waits for Secret gone/held, which is still in it.  (NS-08)',
      ...COMMANDS,
      '',
      '2 objects are being deleted, all of them blocked.',
      '',
    ]);
  });

  it('says of each object in a chain only what it waits for itself', async () => {
    const cluster = new ScriptedCluster().sync();
    const foreground = { finalizers: ['foregroundDeletion'], ...GOING };
    const owned = (name: string) => ({
      ownerReferences: [ownedBy(REPLICA_SETS, name, { blockOwnerDeletion: true })],
    });
    cluster.put(REPLICA_SETS, 'top', foreground);
    cluster.put(REPLICA_SETS, 'middle', { ...foreground, ...owned('top') });
    cluster.put(SECRETS, 'end', { ...held(), ...owned('middle') });
    const lines = await linesOf(cluster);
    expect(lines.slice(1, 6)).toEqual([
      `  Secret ns/end         ${SINCE}`,
      `  ReplicaSet ns/middle  ${SINCE}`,
      '    Waits for Secret ns/end, which blocks it.  (FG-02)',
      `  ReplicaSet ns/top     ${SINCE}`,
      '    Waits for ReplicaSet ns/middle, which blocks it.  (FG-02)',
    ]);
  });

  it('lists an object with several causes under each, and its chain under the first', async () => {
    const cluster = inNamespace();
    cluster.put(SECRETS, 'other', { namespace: 'gone', ...held('example.org/hold') });
    const lines = await linesOf(cluster);
    expect(lines.filter((line) => line.startsWith('  Namespace gone'))).toEqual([
      `  Namespace gone    ${SINCE}, 1 of 2 causes`,
      `  Namespace gone     ${SINCE}, 1 of 2 causes`,
    ]);
    expect(lines.filter((line) => line.includes('Waits for'))).toHaveLength(1);
  });

  it('has one cause for a finalizer on several objects, with the commands for each', async () => {
    const lines = await linesOf(heldByOne(['a', 'b']));
    const [look, patch] = [COMMANDS[1]?.slice(0, -4), COMMANDS[3]?.slice(0, -4)];
    expect(lines).toEqual([
      ALIKE,
      `  Secret gone/a   ${SINCE}`,
      `  Secret gone/b   ${SINCE}`,
      `  Namespace gone  ${SINCE}`,
      '    Waits for Secret gone/a, which is still in it.  (NS-08)',
      LOOK,
      `${look}a`,
      `${look}b`,
      COMMANDS[2],
      `${patch}a`,
      '    Then Secret gone/a is deleted; Namespace gone and Secret gone/b still wait.',
      `${patch}b`,
      '    Then Secret gone/b is deleted; Namespace gone and Secret gone/a still wait.',
      '',
      '3 objects are being deleted, all of them blocked.',
      '',
    ]);
  });

  it('shows the commands for the first of many objects with one finalizer', async () => {
    const lines = await linesOf(heldByOne([...'abcdefghijkl']));
    expect(lines.filter((line) => line === LOOK)).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('    $ kubectl patch'))).toHaveLength(10);
    expect(lines.filter((line) => line.startsWith('  Secret gone/'))).toHaveLength(12);
    expect(lines.slice(-4, -2)).toEqual([
      '  gcscope terminating OBJECT prints the commands for one of the 2 other objects.',
      '',
    ]);
  });

  it('says what one object waits for, and then each cause', async () => {
    expect(await linesOf(inNamespace(), 'ns/gone')).toEqual([
      `Namespace gone: blocked, ${SINCE}`,
      '  Waits for Secret gone/held, which is still in it.  (NS-08)',
      '',
      HELD,
      ...COMMANDS,
      '',
    ]);
  });

  it('names the objects with the finalizer when asked about an object that they block', async () => {
    const lines = await linesOf(heldByOne(['a', 'b']), 'ns/gone');
    const at = lines.indexOf(ALIKE);
    expect(lines.slice(at + 1, at + 4)).toEqual(['  Secret gone/a', '  Secret gone/b', LOOK]);
  });

  it('says with -n what else is left in the Namespace', async () => {
    const cluster = inNamespace();
    cluster.put(PODS, 'pod', { namespace: 'gone' });
    const lines = await linesOf(cluster, '-n', 'gone');
    expect(lines.filter((line) => line.includes('still in it:'))).toEqual([
      expect.stringMatching(/^ {4}still in it: Pod gone\/pod, terminating\. /),
    ]);
  });

  it('[NS-14] does not call a Namespace empty while a kind may not be listed', async () => {
    const cluster = new ScriptedCluster().sync();
    cluster.put(NAMESPACES, 'gone', GOING);
    cluster.health(SECRETS, 'forbidden', 'Nothing is known of it.');
    cluster.tick();
    const text =
      'Not verified: objects in it of kind Secret may block its deletion, and gcscope has no current data on them.';
    expect((await linesOf(cluster)).slice(0, 4)).toEqual([
      `unclear: Namespace gone: ${text}  (NS-14, NS-16)`,
      `  Namespace gone  ${SINCE}`,
      '  Read its conditions: the namespace controller says there what is left.',
      '    $ kubectl get namespaces/gone',
    ]);
    const file = fileIn(folder, 'cluster.json', snapshotOf(cluster.cluster));
    expect((await runCli('terminating --file', file)).exitCode).toBe(1);
    const { out } = await runCli('explain ns/gone --file', file);
    expect(out.split('\n')[1]).toBe(`${text}  (NS-14)`);
  });

  it('prints only commands that read if a deletion needs no help', async () => {
    const cluster = new ScriptedCluster().sync();
    const now = new Date().toISOString().replace(/\.\d+/, '');
    cluster.put(SECRETS, 'new', { ...held('apps/hold'), deletionTimestamp: now });
    const lines = await linesOf(cluster);
    expect(lines[0]).toMatch(/^terminating: Secret ns\/new has the finalizer/);
    expect(lines.slice(2)).toEqual([
      LOOK,
      '    $ kubectl describe secrets/new',
      '',
      '1 object is being deleted, and is not blocked.',
      '',
    ]);
  });
});
