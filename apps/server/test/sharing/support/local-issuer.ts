import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { end, listen } from '../../support/listen.ts';

interface Grant {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirect: string;
}

const SECRET = 'secret of gcscope';
// To make them takes longer than all else that a test does.
const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });
const OTHER_KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** An OpenID Connect provider on loopback, where the person is signed in already. */
export class LocalIssuer {
  /** What its ID tokens say of the person. */
  claims: Record<string, unknown> = { sub: 'ann', groups: ['ops'] };
  /** What they say otherwise than they should. */
  wrong: Record<string, unknown> = {};
  /** Whether the person has to click before they are sent back. */
  asks = false;
  /** Whether they are signed with another key. */
  forged = false;
  readonly clientId = 'gcscope';
  readonly clientSecret: string = SECRET;
  /** Addresses to which it sent people back. */
  readonly redirects: string[] = [];
  url = '';
  readonly #server: Server;
  readonly #grants = new Map<string, Grant>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<LocalIssuer> {
    const server = createServer((request, response) => {
      void issuer.#answer(request).then(({ location, body }) => {
        if (location !== undefined && issuer.asks) {
          response.setHeader('content-type', 'text/html');
          response.end(
            `<!doctype html><title>Issuer</title><a href="${location.replaceAll('&', '&amp;')}">It is me</a>`,
          );
          return;
        }
        if (location !== undefined) response.writeHead(303, { location });
        else response.writeHead(body ? 200 : 400, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body ?? { error: 'invalid_request' }));
      });
    });
    const issuer = new LocalIssuer(server);
    issuer.url = await listen(server);
    return issuer;
  }

  stop(): Promise<void> {
    return end(this.#server);
  }

  async #answer(request: IncomingMessage): Promise<{ location?: string; body?: object }> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return { body: this.#configuration() };
      case '/keys':
        return {
          body: {
            keys: [{ ...KEYS.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256' }],
          },
        };
      case '/authorize':
        return { location: this.#authorize(searchParams) };
      case '/token':
        return this.#token(request);
      default:
        return {};
    }
  }

  #configuration(): object {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    };
  }

  #authorize(asked: URLSearchParams): string {
    const code = randomUUID();
    const redirect = asked.get('redirect_uri') ?? '';
    this.#grants.set(code, {
      nonce: asked.get('nonce') ?? '',
      challenge: asked.get('code_challenge') ?? '',
      redirect,
    });
    const back = `${redirect}?${new URLSearchParams({ code, state: asked.get('state') ?? '' })}`;
    this.redirects.push(back);
    return back;
  }

  /** A code is good once, for who can show the verifier and the secret. */
  async #token(request: IncomingMessage): Promise<{ body?: object }> {
    const asked = new URLSearchParams(await text(request));
    const grant = this.#grants.get(asked.get('code') ?? '');
    this.#grants.delete(asked.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient =
      asked.get('client_secret') === SECRET && asked.get('client_id') === this.clientId;
    if (!grant || grant.challenge !== verifier || !isClient) return {};
    if (asked.get('redirect_uri') !== grant.redirect) return {};
    const idToken = this.#sign({ nonce: grant.nonce });
    return { body: { access_token: randomUUID(), token_type: 'Bearer', id_token: idToken } };
  }

  #sign(more: object): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.url,
      aud: this.clientId,
      iat: now,
      exp: now + 300,
      ...this.claims,
      ...more,
      ...this.wrong,
    };
    const part = (value: object): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part({ alg: 'RS256', kid: '1' })}.${part(claims)}`;
    const { privateKey } = this.forged ? OTHER_KEYS : KEYS;
    return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
  }
}
