import type { GraphDocument } from '@gcscope/gc-core/wire';
import { readPicture } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { PODS, ScriptedCluster } from '../live/support/scripted-cluster.ts';
import { snapshotOf } from '../support/snapshot-of.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';
import { runCli } from './support/run-cli.ts';
import { smallSnapshot } from './support/small-snapshot.ts';

const folder = testFolder();
const fromFile = smallSnapshot(folder);

describe('graph', () => {
  it('prints the DOT of the embedded cluster', async () => {
    const { exitCode, out, err } = await runCli('graph --embedded');
    expect([exitCode, err]).toEqual([0, '']);
    expect(out).toMatch(/^strict digraph full \{\n/);
    expect(out).toContain('kind="Deployment"');
  });

  it('prints what is connected with an object, or what can be reached from it', async () => {
    const whole = await runCli('graph po/a', ...fromFile);
    expect(whole.out).toContain('"pod-b" -> "replicaset-rs"');
    expect(whole.out).not.toContain('dangling');
    const up = await runCli('graph po/a --up', ...fromFile);
    expect(up.out).toContain('"pod-a" -> "replicaset-rs"');
    expect(up.out).not.toContain('pod-b');
    const down = await runCli('graph rs/rs --down --depth 1 -o json', ...fromFile);
    const { apiVersion, kind, nodes } = JSON.parse(down.out) as {
      apiVersion: string;
      kind: string;
      nodes: { uid: string }[];
    };
    expect([apiVersion, kind]).toEqual(['gcscope.dev/v1', 'Graph']);
    expect(nodes.map((node) => node.uid)).toEqual(['replicaset-rs', 'pod-a', 'pod-b']);
  });

  it('draws SVG that carries its graph', async () => {
    const { exitCode, out } = await runCli('graph -o svg', ...fromFile);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^<svg .*<\/svg>\n$/s);
    const { out: json } = await runCli('graph -o json', ...fromFile);
    const { title, nodes } = JSON.parse(json) as GraphDocument;
    expect(readPicture(out)).toMatchObject({ view: { title }, records: nodes });
    const near = await runCli('graph po/a --up -o svg', ...fromFile);
    expect(readPicture(near.out)).toMatchObject({ view: { title: 'Pod a', focus: 'pod-a' } });
  });

  it('writes Mermaid, and ends with 2 and a sentence when Mermaid would refuse it', async () => {
    const { exitCode, out } = await runCli('graph po/a --up -o mermaid', ...fromFile);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^---\ntitle: "Pod a"\n---\nflowchart BT\n[\s\S]*n0\["Pod<br\/>a"\]/);
    const scripted = new ScriptedCluster().sync();
    for (let at = 0; at < 250; at++) scripted.put(PODS, `${at}`.padEnd(250, 'x'));
    const file = fileIn(folder, 'many.json', snapshotOf(scripted.cluster));
    const refused = await runCli('graph -o mermaid --file', file);
    expect([refused.exitCode, refused.out]).toEqual([2, '']);
    expect(refused.err).toMatch(/^This graph is too large for Mermaid/);
  });

  it.each([
    ['no JSON', '{', '; save one from a running gcscope: curl -o FILE'],
    ['something else', '{"items":[]}', 'is not a gcscope snapshot'],
    [
      'columns that are missing',
      '{"cluster":{"context":"a"},"health":{"kinds":[]},"nodes":{"kinds":[]}}',
      'nodes.namespaces is not a list',
    ],
    [
      'the graph of a view',
      JSON.stringify({ apiVersion: 'gcscope.dev/v1', kind: 'Graph', nodes: [] }),
      'is the graph of a view, without the kinds of the cluster; save one',
    ],
    ['null', 'null', 'is not a gcscope snapshot'],
  ])('refuses a file that is %s', async (_, text, message) => {
    const file = fileIn(folder, 'faulty.json', text);
    const { exitCode, err } = await runCli('graph --file', file);
    expect(exitCode).toBe(2);
    expect(err).toContain(message);
  });
});
