import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { PODS, ScriptedCluster, SECRETS } from '../live/support/scripted-cluster.ts';
import { status } from '../support/fake-answers.ts';
import { FakeApiServer } from '../support/fake-api-server.ts';
import { config } from '../support/kubeconfig-folder.ts';
import { listen } from '../support/listen.ts';
import { WIDGETS } from '../support/reflector-run.ts';
import { snapshotOf } from '../support/snapshot-of.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';
import { isReady, runCli, startServing } from './support/run-cli.ts';
import { smallSnapshot } from './support/small-snapshot.ts';

const folder = testFolder();
const fromFile = smallSnapshot(folder);

/** A kubeconfig for a plain HTTP server on this machine. */
function kubeconfig(server: string): string {
  return fileIn(folder, 'kubeconfig', config('c', '{}', server));
}

describe('explain', () => {
  it.each([
    [['po/a']],
    [['pod/a']],
    [['pods/a']],
    [['Pod/a']],
    [['pods.v1./a']],
    [['Pod', 'a']],
    [['uid:pod-a']],
  ])('takes %j as kubectl does', async (words) => {
    const { out } = await runCli('explain', ...words, ...fromFile);
    expect(out).toBe(
      [
        'Pod ns/a (v1, uid pod-a)',
        'Stays, because its owner ReplicaSet ns/rs exists.  (CL-09)',
        '  AD-14  One existing owner keeps it.',
        'By the rules of Kubernetes v1.36.',
        '',
      ].join('\n'),
    );
  });

  it('answers in JSON', async () => {
    const { out } = await runCli('explain po/dangling --json', ...fromFile);
    expect(JSON.parse(out)).toMatchObject({
      apiVersion: 'gcscope.dev/v1',
      kind: 'Explanation',
      verdict: 'goes',
      unread: [],
      when: 'restart',
      because: [
        { rule: 'AD-17', uids: ['pod-dangling'], objects: [{ kind: 'Pod', name: 'dangling' }] },
        {
          rule: 'CL-05',
          text: 'ReplicaSet `ns/ghost` does not exist.',
          objects: [{ kind: 'ReplicaSet', namespace: 'ns', name: 'ghost' }],
        },
      ],
      triggers: [{ rule: 'GB-25' }],
    });
  });

  it('says when the object goes, and what makes the collector look', async () => {
    const { out } = await runCli('explain po/dangling', ...fromFile);
    expect(out.split('\n').slice(-6)).toEqual([
      'Goes, because ReplicaSet ns/ghost does not exist.  (CL-05)',
      '  AD-17  No owner keeps it: the collector deletes it.',
      'It goes when the collector restarts. Until then, nothing makes the collector check it.',
      '  GB-25  When the collector restarts, it observes every object anew and looks up its owners.',
      'By the rules of Kubernetes v1.36.',
      '',
    ]);
  });

  it.each([
    [
      'po/nobody',
      'There is no Pod nobody in namespace ns; check the name, or choose another namespace with -n.',
    ],
    ['po/both', 'There is no Pod both in namespace ns; there is one in other: use -n other.'],
    ['node/nobody', 'There is no Node nobody; check the name.'],
    ['widgets/a', 'The cluster serves no resource widgets'],
    ['a', 'names no object'],
    [
      'uid:nobody',
      'No object has the uid nobody; check it, or name the object, for example deploy/web.',
    ],
    ['/a', 'names no object'],
    ['po/', 'names no object'],
  ])('says what is wrong with %s', async (word, text) => {
    const { exitCode, err } = await runCli('explain', word, ...fromFile);
    expect(exitCode).toBe(2);
    expect(err).toContain(text);
  });

  it('sends no control characters of a name to the terminal', async () => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(PODS, 'a\u001b[2J', { uid: 'u' });
    const file = fileIn(folder, 'control.json', snapshotOf(scripted.cluster));
    const { out } = await runCli('explain uid:u --file', file);
    expect(out).toContain('a\\u{1b}[2J');
    expect(out).not.toContain('\u001b');
  });
});

describe('a cluster that cannot be read', () => {
  it('ends a command with 3 and one sentence when nobody listens', async () => {
    const { exitCode, err } = await runCli('graph --kubeconfig', kubeconfig('http://127.0.0.1:1'));
    expect(exitCode).toBe(3);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toContain('http://127.0.0.1:1');
  });

  it.each([
    [
      'the server wants credentials, of which none were sent',
      status(401, 'Unauthorized', 'Unauthorized'),
      'asks for credentials (HTTP 401: Unauthorized), and gcscope sends none over plain http.',
    ],
    [
      'something else than an API server answers',
      (response: ServerResponse) => void response.writeHead(404).end('not here'),
      'cannot be read: the server there is not a Kubernetes API server',
    ],
  ])('ends a command with 3 and a sentence when %s', async (_, answer, sentence) => {
    const server = createServer((_, response) => answer(response));
    const url = await listen(server);
    const { exitCode, err } = await runCli('graph --kubeconfig', kubeconfig(url));
    server.close();
    expect(exitCode).toBe(3);
    expect(err).toContain(`${url} `);
    expect(err).toContain(sentence);
  });

  it('in one kind, whose conversion webhook is broken, keeps no command from its answer', async () => {
    const server = await FakeApiServer.start([PODS, WIDGETS]);
    const owner = { apiVersion: 'example.com/v1', kind: 'Widget', name: 'w', uid: 'u-w' };
    server.put(PODS, { name: 'a', namespace: 'ns', uid: 'u-a', ownerReferences: [owner] });
    server.answering = (response, { path }) => {
      if (!path.endsWith('/widgets')) return false;
      const wait = { 'retry-after': '1' };
      status(429, 'TooManyRequests', 'storage is (re)initializing', wait)(response);
      return true;
    };
    try {
      const from = ['-n', 'ns', '--kubeconfig', kubeconfig(server.url)];
      const { exitCode, out, err } = await runCli('explain pod/a', ...from, '-o', 'json');
      expect([exitCode, err]).toEqual([
        0,
        'gcscope cannot read these kinds, so verdicts that depend on them are not verified: Widget.example.com.\n',
      ]);
      expect(JSON.parse(out)).toMatchObject({
        verdict: 'not verified',
        unread: ['Widget.example.com'],
      });
    } finally {
      await server.stop();
    }
    // By the clock of the machine; as long as a broken kind was waited for once is a failure.
  }, 30_000);

  it('does not end the server, which says so in one sentence and in its health', async () => {
    const running = await startServing('--kubeconfig', kubeconfig('http://127.0.0.1:1'));
    const { url } = running;
    await expect
      .poll(async () => (await (await fetch(`${url}/api/v1/snapshot`)).json()).health.state)
      .toBe('stale');
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    await expect
      .poll(running.errors)
      .toMatch(
        /^The cluster at http:\/\/127\.0\.0\.1:1 cannot be read: nothing answers .*gcscope keeps running and tries again\.\n$/,
      );
    running.stop();
    expect((await running.ended).exitCode).toBe(0);
  });
});

describe('serve', () => {
  it('writes the address alone first, serves, and ends on a signal', async () => {
    const running = await startServing('--embedded');
    const { url } = running;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await isReady(url);
    const snapshot = await (await fetch(`${url}/api/v1/snapshot`)).json();
    expect(snapshot.cluster).toMatchObject({ context: 'embedded cluster', embedded: true });
    expect(snapshot.nodes.uids.length).toBeGreaterThan(100);
    running.stop();
    expect(await running.ended).toMatchObject({ exitCode: 0, out: `${url}\n` });
    await expect(fetch(`${url}/livez`)).rejects.toThrow();
  });

  it('warns of kinds to ignore that the cluster does not serve', async () => {
    const { errors } = await startServing('--embedded', '--ignore', 'apps/replicasets,/pod');
    await expect
      .poll(errors)
      .toContain(
        'Warning: --ignore names /pod, but the cluster serves no such resource; kubectl api-resources lists those that it serves.\n',
      );
  });

  it('serves metrics and probes, and nothing else, at an address of their own', async () => {
    const running = await startServing('--embedded', '--metrics-address', '127.0.0.1:0');
    const [, beside = ''] = /served at (\S+)\./.exec(running.errors()) ?? [];
    await isReady(beside);
    const metrics = await (await fetch(`${beside}/metrics`)).text();
    expect(metrics).toMatch(/^gcscope_graph_objects [1-9]\d{2}$/m);
    expect((await fetch(`${beside}/api/v1/snapshot`)).status).toBe(404);
    running.stop();
    expect((await running.ended).exitCode).toBe(0);
    await expect(fetch(`${beside}/livez`)).rejects.toThrow();
  });

  it('does not even ask for Secrets with --no-secrets, which count as not verified', async () => {
    const server = await FakeApiServer.start([SECRETS, PODS]);
    server.put(SECRETS, { namespace: 'shop', name: 's', uid: 'u-s' });
    const { url } = await startServing('--kubeconfig', kubeconfig(server.url), '--no-secrets');
    const kinds = async (): Promise<unknown> =>
      (await (await fetch(`${url}/api/v1/snapshot`)).json()).health.kinds;
    await expect
      .poll(kinds)
      .toEqual([
        expect.objectContaining({ kind: 'Pod', state: 'synced' }),
        expect.objectContaining({ kind: 'Secret', state: 'unsupported', objects: 0 }),
      ]);
    expect(server.requests.map(({ path }) => path).join()).not.toContain('secrets');
    await server.stop();
  });

  it('ends with one sentence when its port is taken', async () => {
    const { port } = new URL((await startServing('--embedded')).url);
    const { exitCode, err } = await runCli('serve --embedded --port', port);
    expect(exitCode).toBe(2);
    expect(err).toContain('the port is in use');
  });
});
