import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Millis } from '@gcscope/gc-core/wire';
import { Type } from 'typebox';
import type { Clock } from '../base/clock.ts';
import { RequestError } from '../base/errors.ts';
import type { Challenge, OidcProvider } from '../sharing/oidc-provider.ts';
import type { Sessions } from '../sharing/sessions.ts';
import type { Viewers } from '../sharing/viewers.ts';
import type { Api } from './api.ts';
import { COOKIE_OPTIONS, sessionIdOf, setSessionId } from './session-cookie.ts';

const COOKIE = '__Host-gcscope-sign-in';
/** The browser comes back from the provider, so the cookie has to go along with a link of another site. */
const OPTIONS = { ...COOKIE_OPTIONS, sameSite: 'lax' } as const;
/** A person has so long to sign in. */
const LONGEST: Millis = 10 * 60_000;
/** Browsers take no cookie of more than 4 KB; a longer link leads to the first page. */
const LONGEST_LINK = 2000;
const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const Query = Type.Object({ to: Type.Optional(Type.String()) });

export interface OidcDeps {
  readonly clock: Clock;
  readonly provider: OidcProvider;
  readonly viewers: Viewers;
  readonly sessions: Sessions;
  /** Where people reach this server, without a slash at the end. */
  readonly home: () => string;
}

interface UnderWay {
  readonly challenge: Challenge;
  readonly to: string;
  readonly until: Millis;
}

/** `/sign-in/oidc?to=` leads to the provider; the provider leads back, and the person lands on `to`. */
export function addOidcRoutes(app: Api, { clock, provider, ...deps }: OidcDeps): void {
  const { viewers, sessions, home } = deps;
  // The browser keeps the state of a sign-in: if the server kept it, others could push it out by beginning many sign-ins.
  const seal = new Seal();
  const redirect = (): string => `${home()}/sign-in/oidc/callback`;
  app.get(
    '/sign-in/oidc',
    { schema: { hide: true, querystring: Query } },
    async (request, reply) => {
      const { url, challenge } = await provider.begin(redirect());
      const to = landing(request.query.to);
      const until = clock.now() + LONGEST;
      const begun = { challenge, to: to.length > LONGEST_LINK ? '/' : to, until };
      reply.setCookie(COOKIE, seal.close(begun), OPTIONS).header('cache-control', 'no-store');
      return reply.redirect(url.href, 303);
    },
  );
  app.get('/sign-in/oidc/callback', { schema: { hide: true } }, async (request, reply) => {
    const begun = seal.open(request.cookies[COOKIE] ?? '');
    // The state is used once: the browser forgets it, and the provider accepts its code only once.
    reply.clearCookie(COOKIE, OPTIONS).header('cache-control', 'no-store');
    if (!begun || begun.until <= clock.now()) {
      throw new RequestError(
        401,
        'sign-in-failed',
        'This sign-in did not begin in this browser, or took too long.',
        'Open the link again to sign in once more.',
      );
    }
    const { search } = new URL(request.url, home());
    const person = await provider.finish(new URL(`${redirect()}${search}`), begun.challenge);
    sessions.end(sessionIdOf(request));
    setSessionId(reply, sessions.start(viewers.of({ person })));
    return reply.redirect(begun.to, 303);
  });
}

/** Where a person lands after signing in: an address of this server, whatever the link says. */
export function landing(to: unknown): string {
  const isOurs = typeof to === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(to);
  return isOurs ? to : '/';
}

/** Gives the state of a sign-in away such that only this process can read it again, and only as it was. */
class Seal {
  readonly #key = randomBytes(32);

  close(data: UnderWay): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, iv);
    const sealed = [cipher.update(JSON.stringify(data)), cipher.final()];
    return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url');
  }

  /** `undefined` for anything that this seal did not close. */
  open(text: string): UnderWay | undefined {
    const bytes = Buffer.from(text, 'base64url');
    const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
    if (tag.length < TAG_BYTES) return undefined;
    try {
      const decipher = createDecipheriv(ALGORITHM, this.#key, iv).setAuthTag(tag);
      const sealed = bytes.subarray(IV_BYTES + TAG_BYTES);
      const plain = Buffer.concat([decipher.update(sealed), decipher.final()]);
      return JSON.parse(plain.toString()) as UnderWay;
    } catch {
      return undefined;
    }
  }
}
