import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TerminatingReport } from '@gcscope/gc-core/wire';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  NAMESPACES,
  NODES,
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
let withProblems: string[];
let healthy: string[];

function fileWith(name: string, scripted: ScriptedCluster): string[] {
  const file = fileIn(folder, name, snapshotOf(scripted.cluster));
  return ['--file', file];
}

beforeAll(() => {
  const well = new ScriptedCluster().sync();
  well.put(REPLICA_SETS, 'rs');
  for (const name of ['a', 'b']) {
    const references = [ownedBy(REPLICA_SETS, 'rs', { blockOwnerDeletion: true })];
    well.put(PODS, name, { ownerReferences: references });
  }
  well.put(NAMESPACES, 'kube-system');
  healthy = fileWith('healthy.json', well);
  const cluster = new ScriptedCluster().sync();
  cluster.put(REPLICA_SETS, 'rs');
  cluster.put(PODS, 'dangling', { ownerReferences: [ownedBy(REPLICA_SETS, 'ghost')] });
  const held = { finalizers: ['example.com/hold'], deletionTimestamp: ASKED };
  cluster.put(SECRETS, 'held', { namespace: 'gone', ...held });
  cluster.put(NODES, 'n', { ownerReferences: [ownedBy(REPLICA_SETS, 'rs')] });
  cluster.put(NAMESPACES, 'gone', { deletionTimestamp: ASKED });
  withProblems = fileWith('withProblems.json', cluster);
});

describe('forecast', () => {
  it('lays three policies side by side', async () => {
    const { exitCode, out } = await runCli('forecast rs/rs -n ns', ...healthy);
    expect(exitCode).toBe(0);
    expect(out.split('\n')[0]).toBe('ReplicaSet ns/rs');
    expect(out).toContain('Background: 3 deleted, 2 of them later; about 30 s (4 ');
    expect(out).toContain('  deleted later  Pod ns/b: waits for the kubelet to stop it  (API-51)');
    expect(out).toMatch(
      /Orphan: 1 deleted, 2 orphaned; under a second \(\d requests? of the collector\)/,
    );
    expect(out).toContain('  orphaned  Pod ns/a  (OR-03)');
    expect(out).toContain('  $ kubectl delete replicasets.apps/rs -n ns --cascade=foreground');
    expect(out).toContain('--cascade=false    # kubectl before 1.20');
  });

  it('[API-38] says nothing of time where the collector has nothing to do, as the page does', async () => {
    const cluster = new ScriptedCluster().sync();
    cluster.put(SECRETS, 'alone');
    const words = ['secret/alone', '--policy', 'background', '-n', 'ns'];
    const { out } = await runCli('forecast', ...words, ...fileWith('alone.json', cluster));
    expect(out.split('\n')).toContain('Background: 1 deleted');
    expect(out).not.toContain('0 s');
    expect(out).not.toContain('0 requests');
  });

  it('[OR-03] says of an orphan that it is already being deleted', async () => {
    const cluster = new ScriptedCluster().sync();
    cluster.put(REPLICA_SETS, 'rs');
    const ownerReferences = [ownedBy(REPLICA_SETS, 'rs')];
    const held = { finalizers: ['example.com/hold'], deletionTimestamp: ASKED };
    cluster.put(SECRETS, 'going', { ownerReferences, ...held });
    const words = ['rs/rs', '--policy', 'orphan', '-n', 'ns'];
    const { out } = await runCli('forecast', ...words, ...fileWith('orphan.json', cluster));
    expect(out).toMatch(
      / {2}orphaned +Secret ns\/going: It was already being deleted, and only loses the reference\. It stays in Terminating: waits until .* {2}\(OR-03\)/,
    );
    expect(out).toContain('Orphan: 1 deleted, 1 orphaned; ');
  });

  it('says what the API server refuses to delete', async () => {
    const { exitCode, out } = await runCli('forecast ns/kube-system', ...healthy);
    expect(exitCode).toBe(0);
    expect(out).toContain('Background, Foreground, Orphan: 1 refused\n');
    expect(out).toMatch(
      / {2}refused {3}Namespace kube-system: The API server refuses .* \(NS-03\)/,
    );
  });

  it('names the namespaces that are touched, where there are several', async () => {
    const words = ['ns/gone', '--policy', 'background'];
    const { out } = await runCli('forecast', ...words, ...withProblems);
    expect(out).toContain('  namespaces with changes: cluster-scoped objects, gone\n');
  });

  it('answers in JSON, for one policy and several objects', async () => {
    const words = ['rs/rs', 'po/a', '--policy', 'orphan', '--json', '-n', 'ns', ...healthy];
    const { out } = await runCli('forecast', ...words);
    expect(JSON.parse(out)).toMatchObject({
      apiVersion: 'gcscope.dev/v1',
      kind: 'Forecast',
      targets: [{ name: 'rs' }, { name: 'a' }],
      policies: [
        {
          policy: 'Orphan',
          deleted: [{ object: { name: 'rs' } }, { object: { name: 'a' } }],
          orphaned: [{ object: { name: 'b' }, rule: 'OR-03' }],
          kept: [],
          blocked: [],
          leftAlone: [],
          seconds: 30,
          orders: 'alike',
          outcomes: [],
        },
      ],
    });
  });

  it.each([
    [['po/nobody'], 'There is no Pod nobody'],
    [['rs/rs', '--policy', 'both'], 'Allowed choices are background'],
    [[], 'missing required argument'],
  ])('refuses %j', async (words, message) => {
    const { exitCode, err } = await runCli('forecast', ...words, '-n', 'ns', ...healthy);
    expect([exitCode, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('terminating', () => {
  it('takes one object, and answers in JSON', async () => {
    const { out } = await runCli('terminating Namespace gone -o json', ...withProblems);
    expect(JSON.parse(out)).toMatchObject({
      kind: 'Terminating',
      objects: [
        {
          object: { name: 'gone' },
          since: ASKED,
          state: 'blocked',
          chain: [{ object: { name: 'gone' }, rule: 'NS-08' }, { object: { name: 'held' } }],
          advice: [{ risk: 'None. The command only reads.', reads: true }, {}],
        },
      ],
    });
  });

  it('[NS-12] says of a Namespace of the embedded cluster what holds it, and nothing beside', async () => {
    const { out } = await runCli('terminating ns/preview-417 --embedded -o json');
    const [namespace] = JSON.parse(out).objects;
    expect(namespace.rootCauses.map(({ type }: { type: string }) => type)).toEqual(['finalizer']);
  });

  it('looks at one namespace with -n, and at its Namespace', async () => {
    const asked = async (name: string): Promise<{ exitCode: number; names: string[] }> => {
      const { exitCode, out } = await runCli(
        ...['terminating', '-n', name, '-o', 'json'],
        ...withProblems,
      );
      const { objects } = JSON.parse(out) as TerminatingReport;
      return { exitCode, names: objects.map(({ object }) => `${object.kind} ${object.name}`) };
    };
    expect(await asked('gone')).toEqual({ exitCode: 1, names: ['Namespace gone', 'Secret held'] });
    expect(await asked('ns')).toEqual({ exitCode: 0, names: [] });
    const { exitCode, err } = await runCli('terminating -n nope', ...withProblems);
    expect([exitCode, err]).toEqual([2, expect.stringContaining('Namespace nope does not exist.')]);
  });

  it('ends with 0 when nothing hangs', async () => {
    expect(await runCli('terminating', ...healthy)).toMatchObject({
      exitCode: 0,
      out: 'Nothing is being deleted.\n',
    });
    expect(await runCli('terminating po/a -n ns', ...healthy)).toMatchObject({
      exitCode: 0,
      out: 'Pod ns/a is not being deleted.\n',
    });
  });
});

describe('audit', () => {
  const rules = (out: string): string[] => {
    const { findings } = JSON.parse(out) as { findings: { rule: string }[] };
    return findings.map(({ rule }) => rule);
  };

  it('tells each finding with its patch', async () => {
    const { exitCode, out } = await runCli('audit', ...withProblems);
    expect(exitCode).toBe(0);
    expect(out).toContain('error: Pod ns/dangling: owner is missing  (dangling)\n');
    expect(out).toContain('warning: Node n: owner is namespaced  (cluster-child-of-namespaced)\n');
    expect(out).toContain(
      'Secret gone/held: finalizer without a controller  (unhandled-finalizer)\n',
    );
    expect(out).toContain('  The collector deletes the object when it restarts.  (CL-05, AD-17)');
    expect(out).toContain("  $ kubectl patch pods/dangling -n ns --type=json -p '[");
    expect(out).toContain(
      '5 objects checked, 2 with a wrong reference; 3 findings in all: 2 errors, 1 warning.',
    );
  });

  it.each([
    [[], 0],
    [['--fail-on', 'warning'], 1],
    [['--fail-on', 'error'], 1],
    [['--fail-on', 'error', '--severity', 'warning'], 0],
    [['--fail-on', 'cycle,dangling'], 1],
    [['--fail-on', 'cycle,wrong-name'], 0],
    [['--fail-on', 'dangling', '-n', 'gone'], 0],
    [['--fail-on', 'dangling', '--kind', 'Secret'], 0],
    [['--fail-on', 'dangling', '--kind', 'po'], 1],
    [['--fail-on', 'warning', '--rules', 'cycle'], 0],
  ])('%j ends with %i', async (words, expected) => {
    expect((await runCli('audit', ...words, ...withProblems)).exitCode).toBe(expected);
  });

  it('leaves out what a baseline has', async () => {
    const known = join(folder, 'known.json');
    const { out } = await runCli('audit --json --rules dangling', ...withProblems);
    writeFileSync(known, out);
    const rest = await runCli('audit --json --baseline', known, ...withProblems);
    expect(rules(rest.out)).toEqual(['unhandled-finalizer', 'cluster-child-of-namespaced']);
    const words = ['--fail-on', 'dangling', '--baseline', known];
    expect((await runCli('audit', ...words, ...withProblems)).exitCode).toBe(0);
  });

  it.each([
    [['--fail-on', 'danglin'], '--fail-on does not know danglin. Known: error, warning, dangling'],
    [['--rules', 'error'], '--rules does not know error'],
    [['--baseline', '/nowhere.json'], 'The baseline /nowhere.json cannot be read'],
    [['--baseline', import.meta.filename], 'is not output of gcscope audit -o json'],
    [['--severity', 'fatal'], 'Allowed choices are error, warning'],
    [['-n', 'other'], 'Namespace other does not exist.'],
    [['--kind', 'Podd'], 'The cluster serves no resource Podd'],
  ])('refuses %j', async (words, message) => {
    const { exitCode, err } = await runCli('audit', ...words, ...withProblems);
    expect([exitCode, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('ends with 4 when the answer is incomplete and that matters', async () => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(PODS, 'a', { ownerReferences: [ownedBy(SECRETS, 'unseen')] });
    scripted.health(SECRETS, 'forbidden', 'Secrets may not be listed.');
    scripted.tick();
    const file = fileWith('unread.json', scripted);
    const { exitCode, out } = await runCli('audit --fail-on warning', ...file);
    expect([exitCode, out]).toEqual([
      0,
      '1 object checked, no findings: 0 errors, 0 warnings.\n1 reference is not verified: gcscope has no current data on the kind of the owner.\ngcscope cannot read these kinds, so it did not check references to them: Secret.\n',
    ]);
    expect((await runCli('audit --strict', ...file)).exitCode).toBe(4);
  });

  it('[CL-06] a forecast says what may be missing', async () => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(PODS, 'a');
    scripted.health(SECRETS, 'forbidden', 'Secrets may not be listed.');
    scripted.tick();
    const file = fileWith('hidden.json', scripted);
    const { out } = await runCli('forecast pod/a -n ns', ...file);
    expect(out).toContain(
      'Some objects may be missing, because gcscope cannot read these kinds: Secret.',
    );
  });

  it('[FG-01, AD-15] a foreground deletion may wait for dependents that are hidden', async () => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(PODS, 'a');
    scripted.put(PODS, 'b', { ownerReferences: [ownedBy(PODS, 'a')] });
    scripted.health(SECRETS, 'forbidden', 'Secrets may not be listed.');
    scripted.tick();
    const file = fileWith('waits.json', scripted);
    const { out } = await runCli('forecast pod/a -n ns --policy foreground', ...file);
    const wait = 'may wait for dependents of a kind that gcscope cannot read: Secret';
    expect(out).toMatch(/^Foreground: 2 not verified; .*, or more$/m);
    expect(out).toContain(`  not verified  Pod ns/a: ${wait}  (FG-01)\n`);
    expect(out).toContain(`  not verified  Pod ns/b: ${wait}  (AD-15)\n`);
    const { out: background } = await runCli('forecast pod/a -n ns --policy background', ...file);
    expect(background).not.toContain('not verified');
  });

  it('reads a cluster as well as a file', async () => {
    const { exitCode, out } = await runCli('audit --embedded --json --fail-on error');
    expect(exitCode).toBe(1);
    expect(rules(out).length).toBeGreaterThan(0);
  });
});
