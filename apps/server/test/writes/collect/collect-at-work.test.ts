import { get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isReady, type RunningCli } from '../../cli/support/run-cli.ts';
import { ABSENT, eachCollectedServer, isLeft, NO_LIMIT } from './support/each-collected-server.ts';

const MANAGERS_LEASE = '/leases/kube-controller-manager';

describe('collect at work', () => {
  const server = eachCollectedServer();
  const said = (running: RunningCli, sentence: RegExp): Promise<void> =>
    expect.poll(() => running.errors()).toMatch(sentence);
  /** Until what was begun has had time to go on. */
  async function turns(): Promise<void> {
    for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
  }

  describe('rights that are missing', () => {
    it('to delete: it says so once, tries again, and deletes when it may', async () => {
      for (const name of ['a', 'b']) server().put('ConfigMap', 'shop', name, ABSENT);
      const isDelete = (request: string): boolean => request.startsWith('DELETE');
      server().outcome = (request) => (isDelete(request) ? 'is forbidden' : 'passes');
      const running = server().collect(NO_LIMIT);
      await expect.poll(() => server().requests.filter(isDelete).length).toBeGreaterThan(6);
      const sentence = /gcscope may not delete configmaps, so dependents of that kind stay/g;
      expect(running.errors().match(sentence)).toHaveLength(1);
      expect(server().left()).toEqual(['a', 'b']);
      server().outcome = () => 'passes';
      await isLeft(server());
    });

    it('to write Events: it says so once, and goes on collecting', async () => {
      for (const name of ['owner-a', 'owner-b']) server().put('ConfigMap', 'there', name);
      for (const name of ['a', 'b']) server().put('ConfigMap', 'here', name, `uid-owner-${name}`);
      const isEvent = (request: string): boolean => /^POST .*\/events$/.test(request);
      server().outcome = (request) => (isEvent(request) ? 'is forbidden' : 'passes');
      const running = server().collect(NO_LIMIT);
      await isLeft(server(), 'owner-a', 'owner-b');
      await expect.poll(() => server().requests.filter(isEvent).length).toBe(2);
      const sentence = /gcscope may not write Events, so it reports no OwnerRefInvalidNamespace/g;
      await said(running, sentence);
      await turns();
      expect(running.errors().match(sentence)).toHaveLength(1);
    });

    it('to read the Lease of a controller manager: it says so once, and starts', async () => {
      server().put('ConfigMap', 'shop', 'doomed', ABSENT);
      server().outcome = (request) =>
        request.includes(MANAGERS_LEASE) ? 'is forbidden' : 'passes';
      const running = server().collect(NO_LIMIT);
      await isLeft(server());
      const sentence = /gcscope cannot tell whether a controller manager collects here.*HTTP 403/g;
      expect(running.errors().match(sentence)).toHaveLength(1);
    });

    it('to use its own Lease: it says so once, and collects nothing until it has it', async () => {
      server().put('ConfigMap', 'shop', 'doomed', ABSENT);
      const isLease = (request: string): boolean => request.includes('/leases/gcscope-collect');
      server().outcome = (request) => (isLease(request) ? 'is forbidden' : 'passes');
      const running = server().collect(NO_LIMIT, '--leader-elect');
      await expect.poll(() => server().requests.filter(isLease).length).toBeGreaterThan(1);
      const sentence = /gcscope may not use the Lease kube-system\/gcscope-collect, so it waits/g;
      expect(running.errors().match(sentence)).toHaveLength(1);
      expect(server().left()).toEqual(['doomed']);
      server().outcome = () => 'passes';
      await expect.poll(() => server().left()).not.toContain('doomed');
    });
  });

  it('leaves alone what --ignore names: it does not even list it', async () => {
    server().put('Secret', 'shop', 'ignored', ABSENT);
    server().put('ConfigMap', 'shop', 'doomed', ABSENT);
    server().collect(NO_LIMIT, '--ignore=/secrets');
    await isLeft(server(), 'ignored');
    expect(server().requests.filter((each) => each.includes('secrets'))).toEqual([]);
  });

  it('without consent says what would go, but for what --ignore names, and only reads', async () => {
    for (const kind of ['Secret', 'ConfigMap']) {
      server().put(kind, 'shop', `doomed-${kind.toLowerCase()}`, ABSENT);
    }
    const { exitCode, out, err } = await server().collectWithoutConsent('--ignore=/secrets').ended;
    expect([exitCode, err]).toEqual([0, '']);
    expect(out).toBe(
      [
        'gcscope would now delete 1 object in one, and then what they own:',
        '  ConfigMap shop/doomed-configmap',
        'If you want gcscope to collect there, add --yes-delete.',
        '',
      ].join('\n'),
    );
    expect(server().requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
    expect(server().left()).toHaveLength(2);
  });

  it.each([[['--yes-delete']], [[]]])(
    'refuses, with %j, to ignore what is not served',
    async (words) => {
      server().put('ConfigMap', 'shop', 'doomed', ABSENT);
      const ignored = '--ignore=/secret,/configmaps,apps/deploymnts';
      const { ended } = server().collectWithoutConsent(NO_LIMIT, ignored, ...words);
      expect(await ended).toEqual({
        exitCode: 2,
        out: '',
        err: '--ignore names /secret and apps/deploymnts, but the cluster serves no such resource; kubectl api-resources lists those that it serves.\n',
      });
      expect(server().left()).toEqual(['doomed']);
    },
  );

  it('has as many workers as it is told to', async () => {
    for (let at = 0; at < 9; at++) server().put('ConfigMap', 'shop', `doomed-${at}`, ABSENT);
    server().outcome = (request) => (/^DELETE/.test(request) ? 'waits' : 'passes');
    server().collect(NO_LIMIT, '--workers=3');
    await expect.poll(() => server().waiting.length).toBe(3);
    await turns();
    expect(server().waiting).toHaveLength(3);
  });

  it('at its end waits for the answers that are due, and asks nothing more', async () => {
    for (const name of ['first', 'second']) server().put('ConfigMap', 'shop', name, ABSENT);
    server().outcome = (request) => (/^DELETE/.test(request) ? 'waits' : 'passes');
    const running = server().collect(NO_LIMIT, '--workers=1');
    await expect.poll(() => server().waiting.length).toBe(1);
    const before = server().requests.length;
    running.stop();
    await turns();
    expect(server().givenUp).toEqual([]);
    server().letPass();
    expect((await running.ended).exitCode).toBe(0);
    expect(server().givenUp).toEqual([]);
    expect(server().left()).toHaveLength(1);
    expect(server().requests.slice(before)).toEqual([]);
  });

  it('gives its Lease up only when the requests that were under way have ended', async () => {
    server().put('ConfigMap', 'shop', 'doomed', ABSENT);
    server().outcome = (request) => (/^DELETE/.test(request) ? 'waits' : 'passes');
    const running = server().collect(NO_LIMIT, '--leader-elect');
    await expect.poll(() => server().waiting.length).toBe(1);
    running.stop();
    await turns();
    const before = server().requests.length;
    await turns();
    expect(server().requests.slice(before)).toEqual([]);
    server().letPass();
    expect((await running.ended).exitCode).toBe(0);
    const lease = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/gcscope-collect';
    expect(server().requests.slice(before)).toEqual([`PUT ${lease}`]);
  });

  it('ends though requests for its Lease hang, after those that were under way', async () => {
    server().put('ConfigMap', 'shop', 'doomed', ABSENT);
    const isLease = (request: string): boolean => request.includes('/leases/gcscope-collect');
    server().outcome = (request) => (/^DELETE/.test(request) ? 'waits' : 'passes');
    const running = server().collect(NO_LIMIT, '--leader-elect');
    await expect.poll(() => server().waiting.length).toBe(1);
    server().outcome = (request) => (isLease(request) ? 'waits' : 'passes');
    await expect.poll(() => server().waiting.length).toBe(2);
    running.stop();
    await expect.poll(() => server().givenUp.map(isLease)).toEqual([true]);
    await turns();
    expect(server().givenUp).toHaveLength(1);
    server().waiting[0]?.();
    expect((await running.ended).exitCode).toBe(0);
    // The last one was to give the Lease up.
    expect(server().givenUp.map((request) => request.split(' ')[0])).toEqual(['GET', 'PUT']);
    expect(server().left()).not.toContain('doomed');
  });

  it('answers on loopback as a controller manager does, and only by a name of loopback', async () => {
    server().put('ConfigMap', 'shop', 'kept');
    server().put('ConfigMap', 'shop', 'child', 'uid-kept');
    server().put('ConfigMap', 'shop', 'other');
    const url = await server().collect(NO_LIMIT).firstLine;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const code = async (path: string): Promise<number> => (await fetch(`${url}${path}`)).status;
    await isReady(url);
    expect([await code('/livez'), await code('/healthz'), await code('/')]).toEqual([
      200, 200, 404,
    ]);
    for (const name of ['garbage-collector-controller', 'garbagecollector']) {
      const graph = async (query: string): Promise<string> => {
        const answer = await fetch(`${url}/debug/controllers/${name}/graph${query}`);
        expect(answer.headers.get('content-type')).toBe('text/vnd.graphviz');
        return answer.text();
      };
      const all = await graph('');
      for (const each of ['uid-kept', 'uid-child']) expect(all).toContain(each);
      const around = await graph('?uid=uid-child');
      expect(around).toMatch(/^strict digraph full \{/);
      for (const each of ['uid-kept', 'uid-child']) expect(around).toContain(each);
      expect(await graph('?uid=uid-nothing')).not.toContain('uid-kept');
    }
    const stranger = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: 'cluster.example' };
      get(`${url}/metrics`, { headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on('error', reject);
    });
    expect(stranger).toBe(403);
  });
});
