import { toDot } from '@gcscope/gc-core';
import { type PackedNodes, type PackedSnapshot, unpackNodes } from '@gcscope/gc-core/wire';
import { readPicture } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { NAMESPACES, ownedBy, PODS, REPLICA_SETS } from '../live/support/scripted-cluster.ts';
import { snapshotOf } from '../support/snapshot-of.ts';
import { get, OWN, type ScriptedApp, scriptedApp } from './support/scripted-app.ts';

/** web → rs → two Pods, in namespace ns. */
async function chain(): Promise<ScriptedApp> {
  const served = await scriptedApp();
  const { scripted } = served;
  scripted.putWeb({ controller: true, blockOwnerDeletion: true });
  scripted.put(PODS, 'alone');
  scripted.tick();
  return served;
}

describe('snapshot', () => {
  it('holds every record, what it is of, and the position to go on from', async () => {
    const { app, scripted } = await chain();
    const answer = await get(app, '/api/v1/snapshot');
    const { nodes: packed, ...head } = answer.json<PackedSnapshot>();
    const { nodes, ...expected } = snapshotOf(scripted.cluster);
    expect(head).toEqual(JSON.parse(JSON.stringify(expected)));
    const byUid = (packed: PackedNodes) => new Map(unpackNodes(packed).map((r) => [r.uid, r]));
    expect(byUid(packed)).toEqual(byUid(nodes));
    expect(answer.headers['x-seq']).toBe(scripted.cluster.log.position);
    expect(answer.json().nodes.uids).toHaveLength(5);
  });

  it('is not sent again while nothing changes', async () => {
    const { app, scripted } = await chain();
    const first = await get(app, '/api/v1/snapshot');
    const headers = { ...OWN, 'if-none-match': String(first.headers.etag) };
    expect((await app.inject({ url: '/api/v1/snapshot', headers })).statusCode).toBe(304);
    scripted.put(PODS, 'new');
    const after = await app.inject({ url: '/api/v1/snapshot', headers });
    expect(after.statusCode).toBe(200);
    expect(after.json().nodes.uids).toHaveLength(6);
  });
});

describe('objects', () => {
  it('explains an object with its owners and dependents', async () => {
    const { app } = await chain();
    const answer = await get(app, '/api/v1/objects/replicaset-rs');
    expect(answer.json()).toMatchObject({
      record: { name: 'rs' },
      explanation: {
        verdict: 'stays',
        sentence: [
          { type: 'text', text: 'Stays, because its owner ' },
          { type: 'object', object: { kind: 'Deployment', namespace: 'ns', name: 'web' } },
          { type: 'text', text: ' exists.' },
        ],
      },
      kubectl: 'replicasets.apps/rs -n ns',
      owners: [{ name: 'web' }],
      dependents: [{ name: 'a' }, { name: 'b' }],
      dependentsTotal: 2,
    });
  });

  it('names no object for kubectl of a kind that is not served', async () => {
    const { app, scripted } = await chain();
    const ownerReferences = [
      { apiVersion: 'carts.example.com/v1', kind: 'Cart', name: 'main', uid: 'cart' },
    ];
    scripted.put(PODS, 'owned', { ownerReferences });
    scripted.tick();
    const answer = await get(app, '/api/v1/objects/cart');
    expect(answer.json()).toMatchObject({ record: { kind: 'Cart', virtual: true } });
    expect(answer.json()).not.toHaveProperty('kubectl');
  });

  it.each(['a/b?c#d', '../../%2e', '.svg', '\u0000', 'x'.repeat(100_000)])(
    'takes any text as uid, known or not (%#)',
    async (uid) => {
      const { app, scripted } = await chain();
      const path = `/api/v1/objects/${encodeURIComponent(uid)}`;
      const unknown = await get(app, path);
      expect(unknown.statusCode).toBe(404);
      expect(unknown.json()).toMatchObject({ code: 'uid-unknown' });
      expect(unknown.headers['content-type']).toContain('application/problem+json');
      scripted.put(PODS, 'any', { uid });
      scripted.tick();
      const known = await get(app, path);
      expect(known.json()).toMatchObject({ record: { uid } });
    },
  );
});

describe('debug graph', () => {
  const paths = ['garbagecollector', 'garbage-collector-controller'].map(
    (name) => `/debug/controllers/${name}/graph`,
  );

  it.each(paths)('[DG-01] [DG-05] is what the core prints, at %s', async (path) => {
    const { app, scripted } = await chain();
    const answer = await get(app, path);
    expect(answer.body).toBe(toDot(scripted.live.graph));
    expect(answer.headers['content-type']).toBe('text/vnd.graphviz');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    ['one uid', '?uid=pod-a', ['pod-a']],
    ['several', '?uid=pod-a&uid=pod-alone', ['pod-a', 'pod-alone']],
    ['an empty one', '?uid=', ['']],
    ['an unknown one', '?uid=nobody', ['nobody']],
    ['other parameters', '?format=json&pretty', undefined],
  ])('[DG-07] restricts the graph by %s', async (_, query, uids) => {
    const { app, scripted } = await chain();
    const answer = await get(app, `${paths[0]}${query}`);
    expect(answer.body).toBe(toDot(scripted.live.graph, uids));
  });

  it.each(['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    '[DG-04] answers %s',
    async (method) => {
      const { app } = await chain();
      const headers = { ...OWN, 'content-type': 'application/x-www-form-urlencoded' };
      const url = paths[1] ?? '';
      const answer = await app.inject({
        method,
        url,
        headers,
        ...(method === 'HEAD' ? {} : { payload: 'a=b' }),
      });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('text/vnd.graphviz');
    },
  );

  it.each(['', 'graph/', 'graphs', 'status'])('[DG-03] has nothing at …/%s', async (rest) => {
    const { app } = await chain();
    const url = `/debug/controllers/garbage-collector-controller/${rest}`;
    const answer = await get(app, url);
    expect([answer.statusCode, answer.body]).toEqual([404, '\n']);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  });
});

describe('pictures', () => {
  it('draws one object with its neighbours, linked to their pages', async () => {
    const { app } = await chain();
    const answer = await get(app, '/o/pod-a.svg?depth=1');
    expect(answer.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(answer.headers['content-security-policy']).toContain("style-src 'unsafe-inline'");
    expect(answer.body).toContain('href="http://127.0.0.1:7070/o/replicaset-rs"');
    expect(answer.body).not.toContain('/o/deployment-web');
  });

  it('[NS-08] lead from a Namespace in deletion to what it waits for, in the picture of each of them', async () => {
    const { app, scripted } = await chain();
    scripted.put(NAMESPACES, 'ns', { deletionTimestamp: '2026-01-01T00:00:00Z' });
    scripted.put(PODS, 'held', {
      deletionTimestamp: '2026-01-01T00:00:00Z',
      finalizers: ['e.com/x'],
    });
    scripted.tick();
    const picture = async (name: string): Promise<string> => (await get(app, `/o/${name}`)).body;
    expect(await picture('namespace-ns.svg')).toContain('<path class="e waits" d="M');
    expect(await picture('pod-held.svg')).toContain('<path class="e waits" d="M');
    expect(await picture('pod-a.svg')).not.toContain('<path class="e waits"');
    expect(await picture('namespace-ns.mmd')).toMatch(/-\.->\|waits for\| n\d/);
    expect((await picture('namespace-ns.mmd')).match(/waits for/g)).toHaveLength(1);
  });

  it('lead to the public address, wherever they are asked for', async () => {
    const { scripted } = await chain();
    const { app } = await scriptedApp({ scripted, publicUrl: 'https://gcscope.example.com' });
    for (const url of ['/o/pod-a.svg?depth=1', '/graph.svg']) {
      const { body } = await get(app, url);
      expect(body).toContain('href="https://gcscope.example.com/o/replicaset-rs"');
      expect(body).not.toContain('127.0.0.1');
    }
  });

  it('of more objects than can be drawn at once are refused, with what else there is', async () => {
    const { scripted } = await chain();
    const { app } = await scriptedApp({ scripted, mostDrawn: 3 });
    const debug = '/debug/controllers/garbage-collector-controller/graph';
    for (const url of [
      ...['/graph.svg', '/graph.json', '/graph.dot', '/graph.mmd', debug],
      // Everything that is connected with one object may be the whole graph.
      ...[
        '/o/pod-a.dot',
        '/o/deployment-web.dot?depth=9',
        '/o/deployment-web.svg?depth=9',
        `${debug}?uid=pod-a`,
      ],
    ]) {
      const answer = await get(app, url);
      expect([url, answer.statusCode]).toEqual([url, 400]);
      expect(answer.json()).toMatchObject({
        code: 'picture-too-large',
        title: 'This graph has more than 3 objects, the most that gcscope draws at once.',
      });
    }
    for (const url of ['/o/pod-a.svg?depth=1', '/o/pod-a.dot?depth=1', '/o/pod-alone.dot']) {
      const one = await get(app, url);
      expect([url, one.statusCode]).toEqual([url, 200]);
    }
  });

  it('draws the whole graph', async () => {
    const { app } = await chain();
    const answer = await get(app, '/graph.svg?theme=dark');
    for (const uid of ['deployment-web', 'pod-a', 'pod-alone']) {
      expect(answer.body).toContain(`/o/${uid}"`);
    }
  });

  it('stacks siblings but for the stacks that the address opens', async () => {
    const { app, scripted } = await chain();
    const owner = ownedBy(REPLICA_SETS, 'rs', { controller: true, blockOwnerDeletion: true });
    scripted.put(PODS, 'c', { ownerReferences: [owner] });
    scripted.tick();
    const draw = async (query: string): Promise<string> =>
      (await get(app, `/o/replicaset-rs.svg?${query}`)).body;
    expect(await draw('stack=all')).toContain('/o/pod-a"');
    const closed = await draw('');
    expect(closed).toContain('<title>3 Pods: 3 live</title>');
    expect(closed).not.toContain('/o/pod-a"');
    const [, id = ''] = /\?stack=([^"]+)"/.exec(closed) ?? [];
    expect(await draw(`stack=${id}`)).toContain('/o/pod-a"');
    const dot = await get(app, '/o/replicaset-rs.dot?stack=all');
    expect(dot.json().title).toContain('only an SVG takes “stack”');
  });

  it('prints DOT of everything connected with an object, or of as many levels as asked', async () => {
    const { app, scripted } = await chain();
    const whole = await get(app, '/o/pod-a.dot');
    expect(whole.body).toBe(toDot(scripted.live.graph, ['pod-a']));
    const near = await get(app, '/o/pod-a.dot?depth=1');
    expect(near.body).toContain('"pod-a" -> "replicaset-rs"');
    expect(near.body).not.toContain('deployment-web');
    expect(near.body).not.toContain('missing="true"');
    const all = await get(app, '/graph.dot');
    expect(all.body).toBe(toDot(scripted.live.graph));
  });

  it('every picture carries its graph, which is also there as JSON', async () => {
    const { app } = await chain();
    const opened = async (url: string): Promise<unknown> => {
      const read = readPicture((await get(app, `${url}.svg`)).body);
      if ('fault' in read) return read.fault;
      const { records: nodes, view } = read;
      return { apiVersion: 'gcscope.dev/v1', kind: 'Graph', ...view, nodes };
    };
    for (const url of ['/graph', '/o/pod-a']) {
      const answer = await get(app, `${url}.json`);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(await opened(url)).toEqual(answer.json());
    }
    const { title, focus, nodes } = (await get(app, '/o/pod-a.json')).json();
    expect([title, focus]).toEqual(['Pod ns/a', 'pod-a']);
    expect(nodes.map(({ uid }: { uid: string }) => uid)).toEqual([
      'pod-a',
      'replicaset-rs',
      'deployment-web',
    ]);
  });

  it('prints Mermaid of the graph and of an object, and says so when Mermaid would refuse it', async () => {
    const { app, scripted } = await chain();
    const whole = await get(app, '/graph.mmd');
    expect(whole.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(whole.body).toMatch(/^---\ntitle: ".+"\n---\nflowchart BT\n[\s\S]*"Pod<br\/>alone"/);
    const near = await get(app, '/o/pod-a.mmd?depth=1');
    expect(near.body).toContain('"ReplicaSet<br/>rs"');
    expect(near.body).not.toContain('alone');
    for (let at = 0; at < 250; at++) scripted.put(PODS, `${at}`.padEnd(250, 'x'));
    scripted.tick();
    const refused = await get(app, '/graph.mmd');
    expect(refused.json()).toMatchObject({ status: 400, code: 'mermaid-too-large' });
  });

  it.each([
    ['/o/pod-a.json?theme=dark', 400, 'bad-request'],
    ['/o/nobody.json', 404, 'uid-unknown'],
    ['/api/v1/objects/nobody/forecast', 404, 'uid-unknown'],
    ['/api/v1/terminating?uid=nobody', 404, 'uid-unknown'],
    ['/o/nobody.mmd', 404, 'uid-unknown'],
    ['/o/nobody.svg', 404, 'uid-unknown'],
    ['/o/nobody.dot', 404, 'uid-unknown'],
    ['/o/pod-a.svg?depth=-1', 400, 'bad-request'],
    ['/api/v1/nothing', 404, 'not-found'],
  ])('%s is refused with %i %s in one sentence', async (url, status, code) => {
    const { app } = await chain();
    const answer = await get(app, url);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ code, status, title: expect.stringMatching(/\.$/) });
  });
});
