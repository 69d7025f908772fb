import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackedSnapshot } from '@gcscope/gc-core/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedCluster, startEmbeddedCluster } from '../../src/embedded/embedded-cluster.ts';
import { ownedBy, PODS, REPLICA_SETS, ScriptedCluster } from '../live/support/scripted-cluster.ts';
import { snapshotOf } from '../support/snapshot-of.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';
import { isReady, runCli, startServing } from './support/run-cli.ts';

const folder = testFolder('gcscope it s ');
const kubeconfig = join(folder, 'config');
let cluster: EmbeddedCluster;

beforeAll(async () => {
  cluster = await startEmbeddedCluster();
  writeFileSync(kubeconfig, cluster.kubeconfig());
});

afterAll(async () => {
  await cluster.close();
});

/** Every command in an answer; those that look into the cluster first are read elsewhere. */
function commandsIn(answer: unknown): string[] {
  if (typeof answer === 'string') return answer.startsWith('kubectl ') ? [answer] : [];
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.values(answer).flatMap(commandsIn);
}

describe('a command to copy', () => {
  it.each([
    ['forecast', ['deploy/web', '-n', 'shop']],
    ['audit', []],
    ['terminating', []],
  ])('of %s reaches the cluster that was asked, wherever it is pasted', async (command, words) => {
    const flags = ['--kubeconfig', kubeconfig, '--context', 'gcscope-embedded'];
    const { out } = await runCli(command, ...words, ...flags);
    const commands = out.match(/(?<=\$ )kubectl .*/g) ?? [];
    expect(commands).not.toEqual([]);
    const aimed = `kubectl --kubeconfig '${kubeconfig}' --context gcscope-embedded`;
    for (const each of commands) expect(each.startsWith(`${aimed} `)).toBe(true);
    if (command === 'forecast') expect(out).toContain(`    # with ${aimed} proxy\n`);
  });

  it('from a server reaches the embedded cluster, and says so at the start', async () => {
    const { url, errors } = await startServing('--embedded');
    await isReady(url);
    const get = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json();
    const snapshot = (await get('/api/v1/snapshot')) as PackedSnapshot;
    const [flag, server] = snapshot.cluster.kubectl ?? [];
    expect([flag, server]).toEqual(['-s', snapshot.cluster.server]);
    expect(errors()).toBe(
      `To reach the embedded cluster with kubectl: kubectl -s ${server} get all --all-namespaces\n`,
    );
    const [uid] = snapshot.nodes.uids;
    for (const path of [`/objects/${uid}/forecast`, '/audit', '/terminating']) {
      const commands = commandsIn(await get(`/api/v1${path}`));
      expect(commands).not.toEqual([]);
      for (const each of commands) expect(each.startsWith(`kubectl -s ${server} `)).toBe(true);
    }
    const saved = fileIn(folder, 'snapshot.json', snapshot);
    expect((await runCli('audit --file', saved)).out).toContain(`$ kubectl -s ${server} patch `);
  });

  it('is given without them where a file of an older server says something else', async () => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(PODS, 'lost', { ownerReferences: [ownedBy(REPLICA_SETS, 'ghost')] });
    scripted.tick();
    const snapshot = snapshotOf(scripted.cluster);
    const old = join(folder, 'old.json');
    const info = { ...snapshot.cluster, kubectl: 'http://127.0.0.1:1' };
    writeFileSync(old, JSON.stringify({ ...snapshot, cluster: info }));
    const { exitCode, out } = await runCli('audit --file', old);
    expect(exitCode).toBe(0);
    expect(out).toContain('$ kubectl patch ');
  });
});
