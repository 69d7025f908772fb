import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCertificate } from '../../../../tools/real-cluster/src/certificate.ts';
import { type CredentialSource, NO_CREDENTIALS } from '../../src/cluster/access/credentials.ts';
import { ReviewClient, ReviewError } from '../../src/cluster/access/review-client.ts';
import { Reviewer } from '../../src/sharing/reviewer.ts';
import { answerJson, end, listen } from '../support/listen.ts';

interface Seen {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly impersonated: string | undefined;
  /** Common name of the certificate that the client showed. */
  readonly certificate: string | undefined;
  readonly body: { readonly kind: string; readonly spec?: Record<string, unknown> };
}

const PODS = { group: '', resource: 'pods', namespace: 'shop' };
const ANN = { name: 'ann', uid: '7', groups: ['ops'], extra: new Map([['scopes', ['all']]]) };

const SERVER = createCertificate({ name: 'server' });
/** A certificate that says who gcscope itself is. */
const CLIENT = createCertificate({ name: 'gcscope' });

/** As `gcscope`, by certificate and by impersonation. */
const CREDENTIALS: CredentialSource = {
  current: () =>
    Promise.resolve({
      security: { verify: true, ca: SERVER.cert, cert: CLIENT.cert, key: CLIENT.key },
      headers: new Map([['impersonate-user', 'reader']]),
    }),
  renew: () => {},
};

describe('the review client', () => {
  let server: Server;
  let client: ReviewClient;
  let seen: Seen[];
  let forbidden: ReadonlySet<string>;

  beforeEach(async () => {
    seen = [];
    forbidden = new Set();
    server = createServer({ ...SERVER, requestCert: true, rejectUnauthorized: false });
    answerJson(server, ({ method, url, headers, socket }, text) => {
      const body = JSON.parse(text);
      const { subject } = (socket as TLSSocket).getPeerCertificate();
      seen.push({
        url: `${method} ${url}`,
        authorization: headers.authorization,
        impersonated: headers['impersonate-user'] as string | undefined,
        certificate: subject?.CN as string | undefined,
        body,
      });
      const [code, status] = answer(body, headers.authorization);
      return [code, code === 201 ? { status } : { kind: 'Status', code }];
    });
    client = new ReviewClient({ server: await listen(server), credentials: CREDENTIALS });
  });

  afterEach(async () => {
    await client.close();
    await end(server);
  });

  function answer(body: Seen['body'], authorization: string | undefined): [number, object] {
    if (forbidden.has(body.kind)) return [403, {}];
    const user = { username: 'ann', uid: '7', groups: ['ops'], extra: { scopes: ['all'] } };
    const isAnn = (token: unknown): boolean => token === 'good-token';
    switch (body.kind) {
      case 'TokenReview':
        return [201, isAnn(body.spec?.token) ? { authenticated: true, user } : {}];
      case 'SelfSubjectReview':
        return isAnn(authorization?.slice('Bearer '.length))
          ? [201, { userInfo: user }]
          : [401, {}];
      default:
        return [201, { allowed: true, denied: body.spec?.user === 'eve' }];
    }
  }

  it('asks whose token it is as gcscope, with the token in the body', async () => {
    expect(await client.reviewToken('good-token')).toEqual(ANN);
    expect(await client.reviewToken('bad-token')).toBeUndefined();
    expect(seen[0]).toEqual({
      url: 'POST /apis/authentication.k8s.io/v1/tokenreviews',
      authorization: undefined,
      impersonated: 'reader',
      certificate: 'gcscope',
      body: {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenReview',
        spec: { token: 'good-token' },
      },
    });
  });

  it('asks what a person may list, with name, groups and all other attributes', async () => {
    expect(await client.mayList(ANN, PODS)).toBe(true);
    expect(await client.mayList({ ...ANN, name: 'eve' }, PODS)).toBe(false);
    expect(seen[0]?.url).toBe('POST /apis/authorization.k8s.io/v1/subjectaccessreviews');
    expect(seen[0]?.body.spec).toEqual({
      user: 'ann',
      uid: '7',
      groups: ['ops'],
      extra: { scopes: ['all'] },
      resourceAttributes: { verb: 'list', group: '', resource: 'pods', namespace: 'shop' },
    });
  });

  it('asks with the person’s token alone: it sends neither the certificate nor the impersonation of gcscope', async () => {
    await client.mayList(ANN, PODS);
    expect(await client.reviewSelf('good-token')).toEqual(ANN);
    expect(await client.reviewSelf('bad-token')).toBeUndefined();
    expect(await client.maySelfList('good-token', PODS)).toBe(true);
    for (const { authorization, impersonated, certificate } of seen.slice(1)) {
      expect(authorization).toMatch(/^Bearer (good|bad)-token$/);
      expect([impersonated, certificate]).toEqual([undefined, undefined]);
    }
  });

  it('sends no token over plain http, where a proxy would answer for its own user', async () => {
    const plain = new ReviewClient({ server: 'http://127.0.0.1:1', credentials: NO_CREDENTIALS });
    await expect(plain.reviewSelf('good-token')).rejects.toThrow('sends no tokens over plain http');
    await expect(plain.maySelfList('good-token', PODS)).rejects.toThrow(ReviewError);
  });

  it.each(['', 'two words', 'line\nbreak', 'ü'])('never sends %j as a token', async (token) => {
    expect(await client.reviewToken(token)).toBeUndefined();
    expect(await client.reviewSelf(token)).toBeUndefined();
    expect(seen).toEqual([]);
  });

  it('is not asked where gcscope may not: then the token asks for itself', async () => {
    forbidden = new Set(['TokenReview', 'SubjectAccessReview']);
    const reviewer = new Reviewer(client);
    const person = await reviewer.requirePerson('good-token');
    const ask = reviewer.asks({ person, token: 'good-token' });
    expect([await ask(PODS), await ask(PODS)]).toEqual([true, true]);
    expect(seen.map(({ body }) => body.kind)).toEqual([
      'TokenReview',
      'SelfSubjectReview',
      'SubjectAccessReview',
      'SelfSubjectAccessReview',
      'SelfSubjectAccessReview',
    ]);
    await expect(reviewer.asks({ person })(PODS)).rejects.toThrow('may not create');
  });

  it('has no other request to send', () => {
    const source = readFileSync(
      new URL('../../src/cluster/access/review-client.ts', import.meta.url),
      'utf8',
    );
    expect(source.match(/method: '\w+'/g)).toEqual(["method: 'POST'"]);
    expect(source.match(/request\(/g)).toEqual(['request(']);
    expect(source.match(/'\w+Reviews?'/g)).toEqual([
      "'TokenReview'",
      "'SelfSubjectReview'",
      "'SubjectAccessReview'",
      "'SelfSubjectAccessReview'",
    ]);
  });
});
