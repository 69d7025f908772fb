import { BlockList } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namedByProxy } from '../../src/routes/proxy-identity.ts';
import { PODS, SECRETS } from '../live/support/scripted-cluster.ts';
import { OWN } from '../routes/support/scripted-app.ts';
import { SharedApp } from './support/shared-app.ts';

const HEADERS = { userHeader: 'x-forwarded-user', groupsHeader: 'x-forwarded-groups' };
const PROXY = '10.1.2.3';

describe('a trusted proxy', () => {
  let shared: SharedApp;

  const start = async (secret?: string): Promise<void> => {
    const trusted = new BlockList();
    trusted.addSubnet('10.1.0.0', 16);
    const config = secret === undefined ? HEADERS : { ...HEADERS, secret };
    const named = namedByProxy(config, trusted);
    shared = await SharedApp.start({ signIn: { mode: 'proxy', named }, trustedProxies: trusted });
    shared.scripted.put(PODS, 'web');
    shared.scripted.put(SECRETS, 'key');
    shared.scripted.tick();
    shared.reviews.allows = ({ user, groups, resource }) =>
      (user === 'ann' && resource === 'pods') || (groups.includes('ops') && resource === 'secrets');
  };

  beforeEach(() => start());
  afterEach(() => shared.stop());

  const ask = (
    headers: Record<string, string | string[]>,
    remoteAddress = PROXY,
    url = '/graph.json',
  ) => shared.app.inject({ url, remoteAddress, headers: { ...OWN, ...headers } });

  it('names the person, and the groups', async () => {
    const answer = await ask({ 'x-forwarded-user': 'ann' });
    expect(answer.json().nodes.map(({ name }: { name: string }) => name)).toEqual(['web']);
    const both = await ask({ 'x-forwarded-user': 'ann', 'x-forwarded-groups': 'dev, ops' });
    expect(both.json().nodes).toHaveLength(2);
    const [asked] = shared.reviews.asked.slice(-1);
    expect(asked).toMatchObject({ user: 'ann', groups: ['dev', 'ops', 'system:authenticated'] });
    const session = await ask({ 'x-forwarded-user': 'ann' }, PROXY, '/api/v1/session');
    expect(session.json()).toEqual({ signIn: 'proxy', name: 'ann' });
  });

  it('that names nobody gets nothing', async () => {
    expect((await ask({})).json().code).toBe('sign-in-required');
    expect((await shared.post('/api/v1/session', { token: 'x' })).statusCode).toBe(404);
  });

  it.each(['10.2.0.1', '192.0.2.7', '::ffff:10.2.0.1', '2001:db8::1'])(
    'is not at %s',
    async (address) => {
      const answer = await ask({ 'x-forwarded-user': 'ann' }, address);
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'proxy-not-trusted']);
      // Nor does anybody else connect from there.
      expect((await ask({}, address)).json().code).toBe('proxy-not-trusted');
    },
  );

  it('may be on this machine only if its address was named', async () => {
    expect((await ask({ 'x-forwarded-user': 'ann' }, '127.0.0.1')).statusCode).toBe(403);
    expect((await ask({ 'x-forwarded-groups': 'ops' }, '127.0.0.1')).statusCode).toBe(403);
    expect((await ask({ 'x-forwarded-user': 'ann' }, '::ffff:10.1.2.3')).statusCode).toBe(200);
  });

  it.each([[['ann', 'eve']], [''], ['system:anonymous']])(
    'that names %j names nobody',
    async (user) => {
      const answer = await ask({ 'x-forwarded-user': user });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'user-unclear']);
    },
  );

  it('proves itself with a secret, where there is one', async () => {
    await shared.stop();
    await start('s3cret');
    const named = { 'x-forwarded-user': 'ann' };
    expect((await ask(named)).statusCode).toBe(403);
    expect((await ask({ ...named, 'x-gcscope-proxy-secret': 'secret' })).statusCode).toBe(403);
    expect((await ask({ ...named, 'x-gcscope-proxy-secret': 's3cret' })).statusCode).toBe(200);
    expect(
      (await ask({ ...named, 'x-gcscope-proxy-secret': 's3cret' }, '10.2.0.1')).statusCode,
    ).toBe(403);
  });
});
