import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  DEPLOYMENTS,
  NAMESPACES,
  ownedBy,
  PODS,
  SECRETS,
} from '../live/support/scripted-cluster.ts';
import { StreamReader } from '../routes/support/read-stream.ts';
import type { Asked } from './support/fake-reviews.ts';
import { SharedApp } from './support/shared-app.ts';

/** Turns of the event loop in which requests on loopback are answered. */
async function settled(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(setImmediate);
}

describe('what a person may list', () => {
  let shared: SharedApp;
  let granted: ReadonlySet<string>;
  const allows = ({ group, resource, namespace, verb }: Asked): boolean =>
    verb === 'list' && (granted.has(resource) || granted.has(`${group}/${resource} ${namespace}`));

  beforeEach(async () => {
    shared = await SharedApp.start();
    shared.reviews.tokens.set('token-of-ann', 'ann').set('token-of-bob', 'bob');
    shared.reviews.allows = allows;
    const { scripted } = shared;
    scripted.put(DEPLOYMENTS, 'web', { namespace: 'a' });
    scripted.put(PODS, 'web-1', { namespace: 'a', ownerReferences: [ownedBy(DEPLOYMENTS, 'web')] });
    scripted.put(PODS, 'db-1', { namespace: 'b' });
    scripted.put(SECRETS, 'key', { namespace: 'b' });
    scripted.tick();
  });

  afterEach(() => shared.stop());

  const shown = async (cookie: string): Promise<string[]> => {
    const answer = await shared.get('/graph.json', cookie);
    const { nodes } = answer.json<{ nodes: { uid: string; virtual: boolean }[] }>();
    return nodes.map(({ uid, virtual }) => (virtual ? `(${uid})` : uid)).sort();
  };

  it('is all that they see; a hidden owner is what the reference says of it, and not verified', async () => {
    granted = new Set(['/pods a']);
    const cookie = await shared.signIn('token-of-ann');
    expect(await shown(cookie)).toEqual(['(deployment-web)', 'pod-web-1']);
    const pod = (await shared.get('/api/v1/objects/pod-web-1', cookie)).json();
    expect(pod.record.summary.verdict).toBe('not verified');
    const { health } = (await shared.get('/api/v1/snapshot', cookie)).json();
    const kinds = new Map(health.kinds.map((kind: { resource: string }) => [kind.resource, kind]));
    expect(kinds.get('pods')).toMatchObject({ state: 'synced', namespaces: ['a'], objects: 1 });
    expect(kinds.get('secrets')).toMatchObject({ state: 'forbidden', objects: 0 });
    expect(kinds.get('secrets')).toHaveProperty(
      'message',
      expect.stringMatching(/^You may not list Secret/),
    );
  });

  it('says of a kind that cannot be read what is out of sight only to those who may list all of it', async () => {
    const message = '2 objects were left out because of unusable metadata (b/db-2: no uid).';
    shared.scripted.health(PODS, 'degraded', message);
    shared.scripted.tick();
    const healthFor = async (cookie: string) => {
      const { health } = (await shared.get('/api/v1/snapshot', cookie)).json();
      return health.kinds.find(({ resource }: { resource: string }) => resource === 'pods');
    };
    granted = new Set(['pods']);
    expect(await healthFor(await shared.signIn('token-of-bob'))).toMatchObject({ message });
    granted = new Set(['/pods a']);
    const seen = await healthFor(await shared.signIn('token-of-ann'));
    expect(seen).toMatchObject({
      state: 'degraded',
      message: expect.stringMatching(/^gcscope cannot read all of this kind/),
    });
    const left = 'gcscope has 7 objects and the API server 9: changes were lost';
    for (const each of [left, 'the webhook refused b/db-3']) {
      shared.scripted.health(PODS, 'degraded', each);
      shared.scripted.tick();
      expect(await healthFor(await shared.signIn('token-of-ann'))).toEqual(seen);
    }
  });

  it('is one question for those who may list everything, and they share the whole cluster’s view', async () => {
    granted = new Set(['*']);
    const cookie = await shared.signIn('token-of-ann');
    expect(await shown(cookie)).toEqual(['deployment-web', 'pod-db-1', 'pod-web-1', 'secret-key']);
    expect(shared.reviews.asked).toHaveLength(1);
    const etag = (await shared.get('/api/v1/snapshot', cookie)).headers.etag;
    expect(etag).toBe(`"${(await shared.scripted.cluster.snapshotBytes()).id}"`);
  });

  it('is asked once for requests that come together, and again only after half a minute', async () => {
    granted = new Set(['pods']);
    const cookie = await shared.signIn('token-of-ann');
    await Promise.all([shown(cookie), shown(cookie), shown(await shared.signIn('token-of-ann'))]);
    const asked = shared.reviews.asked.length;
    expect(new Set(shared.reviews.asked.map((each) => JSON.stringify(each))).size).toBe(asked);
    shared.scripted.clock.advance(29_000);
    await shown(cookie);
    expect(shared.reviews.asked).toHaveLength(asked);
    shared.scripted.clock.advance(31_000);
    await shown(cookie);
    expect(shared.reviews.asked).toHaveLength(2 * asked);
    // A clock that is set back does not prolong what was answered.
    shared.scripted.clock.jump(-3_600_000);
    await shown(cookie);
    expect(shared.reviews.asked).toHaveLength(3 * asked);
  });

  it('shares a view with those who may list the same, and with nobody else', async () => {
    granted = new Set(['pods']);
    const [ann, bob] = [await shared.signIn('token-of-ann'), await shared.signIn('token-of-bob')];
    const etag = async (cookie: string) =>
      (await shared.get('/api/v1/snapshot', cookie)).headers.etag;
    expect(await etag(ann)).toBe(await etag(bob));
    shared.reviews.allows = (asked) => asked.user === 'bob' && allows(asked);
    shared.scripted.clock.advance(60_000);
    expect(await etag(ann)).not.toBe(await etag(bob));
    const stale = await shared.get('/api/v1/snapshot', ann, { 'if-none-match': await etag(bob) });
    expect([stale.statusCode, stale.headers.vary]).toEqual([200, 'accept-encoding, cookie']);
    expect(stale.headers['cache-control']).toBe('private, no-cache');
  });

  it('makes a fork of another’s cluster as unknown as one that never was', async () => {
    granted = new Set(['pods']);
    const [ann, bob] = [await shared.signIn('token-of-ann'), await shared.signIn('token-of-bob')];
    const fork = (await shared.post('/api/v1/forks', { uid: 'pod-db-1' }, ann)).json();
    shared.reviews.allows = (asked) => asked.user === 'ann' && allows(asked);
    shared.scripted.clock.advance(60_000);
    expect((await shared.get(`/api/v1/forks/${fork.id}`, ann)).statusCode).toBe(200);
    const others = await shared.get(`/api/v1/forks/${fork.id}`, bob);
    const never = await shared.get('/api/v1/forks/never', bob);
    expect([others.statusCode, others.body]).toEqual([404, never.body]);
  });

  it('shows nothing at all while the cluster does not say', async () => {
    granted = new Set(['pods']);
    const cookie = await shared.signIn('token-of-ann');
    await shown(cookie);
    shared.reviews.answering = false;
    shared.scripted.clock.advance(59_000);
    expect(await shown(cookie)).toContain('pod-db-1');
    shared.scripted.clock.advance(1000);
    const answer = await shared.get('/graph.json', cookie);
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'rights-unknown']);
    shared.reviews.answering = true;
    expect(await shown(cookie)).toContain('pod-db-1');
  });

  describe('in an open page', () => {
    let stream: StreamReader;
    let cookie: string;
    let url: string;

    const open = async (): Promise<void> => {
      const { position } = (await shared.get('/api/v1/snapshot', cookie)).json();
      stream = await StreamReader.open(`${url}/api/v1/stream?from=${position}`, { cookie });
    };

    beforeEach(async () => {
      url = await shared.listen();
      granted = new Set(['pods']);
      cookie = await shared.signIn('token-of-ann');
      await open();
      expect((await stream.next())?.name).toBe('health');
    });

    afterEach(() => stream.close());

    it('brings what they may list, and nothing else', async () => {
      shared.scripted.put(SECRETS, 'lock', { namespace: 'b' });
      shared.scripted.put(NAMESPACES, 'c');
      shared.scripted.tick();
      shared.scripted.put(PODS, 'new', { namespace: 'b' });
      shared.scripted.tick();
      const event = await stream.next();
      expect(event?.name).toBe('delta');
      expect(event?.id).toMatch(/-2$/);
      expect(event?.data.match(/"uid":"[^"]+"/g)).toEqual(['"uid":"pod-new"']);
    });

    it('ends within a minute when a right is taken away', async () => {
      granted = new Set();
      shared.scripted.clock.advance(30_000);
      expect((await stream.nextNamed('resync'))?.name).toBe('resync');
      expect(await stream.next()).toBeUndefined();
      expect(await shown(cookie)).toEqual([]);
    });

    it('ends at once when a binding changed', async () => {
      granted = new Set();
      const binding = {
        ...NAMESPACES,
        group: 'rbac.authorization.k8s.io',
        kind: 'ClusterRoleBinding',
        resource: 'clusterrolebindings',
      };
      shared.scripted.put(binding, 'readers');
      shared.scripted.tick();
      shared.scripted.clock.advance(500);
      expect((await stream.nextNamed('resync'))?.name).toBe('resync');
    });

    it('ends when they sign out', async () => {
      await shared.signOut(cookie);
      expect((await stream.nextNamed('resync'))?.name).toBe('resync');
      expect((await shared.get('/api/v1/snapshot', cookie)).statusCode).toBe(401);
    });

    it('ends within a minute when the cluster no longer says what they may list', async () => {
      shared.reviews.answering = false;
      shared.scripted.clock.advance(30_000);
      await settled(() => shared.reviews.paths.length > 0);
      shared.scripted.clock.advance(30_000);
      expect((await stream.nextNamed('resync'))?.name).toBe('resync');
      expect((await shared.get('/api/v1/snapshot', cookie)).statusCode).toBe(503);
    });

    it('goes on while their rights stay', async () => {
      const asked = shared.reviews.asked.length;
      shared.scripted.clock.advance(30_000);
      await settled(() => shared.reviews.asked.length === 2 * asked);
      shared.scripted.put(PODS, 'new', { namespace: 'b' });
      shared.scripted.tick();
      expect((await stream.next())?.name).toBe('delta');
    });
  });
});
