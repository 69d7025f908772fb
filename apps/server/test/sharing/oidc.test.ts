import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { landing } from '../../src/routes/oidc.ts';
import { OidcProvider } from '../../src/sharing/oidc-provider.ts';
import type { OidcConfig } from '../../src/sharing/sign-in-config.ts';
import { PODS } from '../live/support/scripted-cluster.ts';
import { OWN } from '../routes/support/scripted-app.ts';
import { LocalIssuer } from './support/local-issuer.ts';
import { SharedApp } from './support/shared-app.ts';

const LINK = '/o/pod-web.svg?theme=dark';

describe('signing in at an OpenID Connect provider', () => {
  let issuer: LocalIssuer;
  let shared: SharedApp;
  /** As a browser keeps them. */
  let cookies: Map<string, string>;

  const start = async (more: Partial<OidcConfig> = {}): Promise<void> => {
    const { url, clientId, clientSecret } = issuer;
    const claims = {
      usernameClaim: 'sub',
      usernamePrefix: 'oidc:',
      groupsClaim: 'groups',
      groupsPrefix: 'oidc:',
    };
    const config = {
      issuer: url,
      clientId,
      clientSecret,
      scopes: 'openid groups',
      ...claims,
      ...more,
    };
    shared = await SharedApp.start({
      signIn: { mode: 'oidc', provider: new OidcProvider(config) },
    });
    shared.scripted.put(PODS, 'web');
    shared.scripted.tick();
    shared.reviews.allows = ({ groups, resource }) =>
      groups.includes('oidc:ops') && resource === 'pods';
  };

  beforeEach(async () => {
    issuer = await LocalIssuer.start();
    cookies = new Map();
    await start();
  });

  afterEach(async () => {
    await shared.stop();
    await issuer.stop();
  });

  /** Follows a link as a browser does that another site led here. */
  const visit = async (url: string) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      ...OWN,
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    const answer = await shared.app.inject({
      url,
      headers: { ...headers, accept: 'text/html', cookie },
    });
    for (const each of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  const begin = async (to = LINK): Promise<string> => {
    const begun = await visit(`/sign-in/oidc?to=${encodeURIComponent(to)}`);
    expect(begun.statusCode).toBe(303);
    const authorized = await fetch(String(begun.headers.location), { redirect: 'manual' });
    const back = new URL(authorized.headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe('http://127.0.0.1:7070/sign-in/oidc/callback');
    return back.pathname + back.search;
  };

  it('leads there and back to the link, and the person sees what they may list', async () => {
    const asked = await visit(LINK);
    expect(asked.headers.location).toBe(`/sign-in?to=${encodeURIComponent(LINK)}`);
    const back = await visit(await begin());
    expect([back.statusCode, back.headers.location]).toEqual([303, LINK]);
    const picture = await visit(LINK);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ]);
    expect([...cookies.keys()]).toEqual(['__Host-gcscope']);
    const cookie = `__Host-gcscope=${cookies.get('__Host-gcscope')}`;
    expect((await shared.get('/api/v1/session', cookie)).json()).toEqual({
      signIn: 'oidc',
      name: 'oidc:ann',
    });
    expect(shared.reviews.asked[0]).toMatchObject({
      user: 'oidc:ann',
      groups: ['oidc:ops', 'system:authenticated'],
    });
    // No token of the cluster is taken here.
    expect((await shared.post('/api/v1/session', { token: 'x' })).statusCode).toBe(404);
  });

  it('asks with PKCE, state and nonce', async () => {
    const begun = await visit('/sign-in/oidc');
    const { searchParams } = new URL(String(begun.headers.location));
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(searchParams.get(name)?.length).toBeGreaterThan(30);
    }
    expect(String(begun.headers['set-cookie'])).toMatch(
      /^__Host-gcscope-sign-in=[\w-]{200,400}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  const refused = async (url: string): Promise<void> => {
    const answer = await visit(url);
    expect(answer.statusCode).toBe(401);
    expect(cookies.has('__Host-gcscope')).toBe(false);
  };

  it('happens once', async () => {
    const back = await begin();
    await visit(back);
    cookies.delete('__Host-gcscope');
    await refused(back);
  });

  it('is not finished by another browser, nor with the state of another sign-in', async () => {
    const others = await begin();
    cookies.clear();
    await refused(others);
    await begin();
    await refused(others);
  });

  it('belongs to one browser: others that begin do not end it, and none can be forged', async () => {
    const back = await begin();
    const kept = new Map(cookies);
    for (let at = 0; at < 200; at++) {
      await shared.app.inject({ url: '/sign-in/oidc', headers: OWN });
    }
    const sealed = kept.get('__Host-gcscope-sign-in') ?? '';
    for (const wrong of ['', 'x', `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'Q' : 'A'}`]) {
      cookies = new Map([['__Host-gcscope-sign-in', wrong]]);
      await refused(back);
    }
    cookies = kept;
    expect((await visit(back)).headers.location).toBe(LINK);
  });

  it('leads to the first page from a link that no cookie holds', async () => {
    const back = await begin(`/?q=${'x'.repeat(3000)}`);
    expect(Buffer.byteLength(cookies.get('__Host-gcscope-sign-in') ?? '')).toBeLessThan(3800);
    expect((await visit(back)).headers.location).toBe('/');
  });

  it('is not finished after ten minutes', async () => {
    const back = await begin();
    shared.scripted.clock.advance(10 * 60_000);
    await refused(back);
  });

  it.each([
    ['a wrong nonce', { nonce: 'of another' }],
    ['another issuer', { iss: 'http://127.0.0.1:1' }],
    ['another client', { aud: 'another' }],
    ['a time that is over', { exp: 1 }],
    ['no name', { sub: undefined }],
  ])('fails with an ID token of %s', async (_, wrong) => {
    issuer.wrong = wrong;
    await refused(await begin());
  });

  it('fails with an ID token that another provider signed', async () => {
    issuer.forged = true;
    await refused(await begin());
  });

  it('never makes a person a user or a group of the cluster itself', async () => {
    await shared.stop();
    await start({ usernamePrefix: '', groupsPrefix: '' });
    issuer.claims = { sub: 'ann', groups: ['system:masters'] };
    await refused(await begin());
    issuer.claims = { sub: 'system:admin' };
    await refused(await begin());
  });

  it('fails with an address that the provider has not verified', async () => {
    await shared.stop();
    await start({ usernameClaim: 'email' });
    issuer.claims = { sub: 'ann', email: 'ann@example.com', email_verified: false };
    await refused(await begin());
    issuer.claims = { sub: 'ann', email: 'ann@example.com', email_verified: true };
    expect((await visit(await begin())).statusCode).toBe(303);
  });

  it('says that the provider does not answer, and asks it again the next time', async () => {
    const { url } = issuer;
    await issuer.stop();
    const answer = await visit('/sign-in/oidc');
    expect([answer.statusCode, answer.body]).toEqual([
      503,
      expect.stringContaining('does not answer'),
    ]);
    expect(answer.body).not.toContain(url);
    issuer = await LocalIssuer.start();
  });

  it.each([
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'javascript:alert(1)',
    '/a\r\nset-cookie: x',
    undefined,
    ['/a', '/b'],
  ])('lands on no page of another site: %j', async (to) => {
    expect(landing(to)).toBe('/');
    if (typeof to !== 'string') return;
    const back = await visit(await begin(to));
    expect(back.headers.location).toBe('/');
  });
});
