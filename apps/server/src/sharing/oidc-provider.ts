import type * as OpenId from 'openid-client';
import { RequestError } from '../base/errors.ts';
import type { Person } from '../cluster/access/review-client.ts';
import type { OidcConfig } from './sign-in-config.ts';

/** The values that a sign-in must return; each is used once. */
export interface Challenge {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Seconds for one request to the provider. */
const TIME_LIMIT = 10;

/** An OpenID Connect provider: authorization code flow with PKCE, state and nonce. Rejects with `RequestError`. */
export class OidcProvider {
  readonly #config: OidcConfig;
  #found: Promise<OpenId.Configuration> | undefined;

  constructor(config: OidcConfig) {
    this.#config = config;
  }

  /** Where the person signs in, and what they come back with to `redirect`. */
  async begin(redirect: string): Promise<{ readonly url: URL; readonly challenge: Challenge }> {
    const openId = await import('openid-client');
    const found = await this.#discover(openId);
    const verifier = openId.randomPKCECodeVerifier();
    const [state, nonce] = [openId.randomState(), openId.randomNonce()];
    const url = openId.buildAuthorizationUrl(found, {
      redirect_uri: redirect,
      scope: this.#config.scopes,
      state,
      nonce,
      code_challenge: await openId.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { url, challenge: { state, nonce, verifier } };
  }

  /** The person who came back to this address. */
  async finish(address: URL, { state, nonce, verifier }: Challenge): Promise<Person> {
    const openId = await import('openid-client');
    const found = await this.#discover(openId);
    try {
      const tokens = await openId.authorizationCodeGrant(found, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return personOf(tokens.claims() ?? {}, this.#config);
    } catch (error) {
      if (error instanceof RequestError) throw error;
      throw signInFailed('The OpenID Connect provider did not confirm the sign-in.');
    }
  }

  #discover(openId: typeof OpenId): Promise<OpenId.Configuration> {
    this.#found ??= this.#ask(openId).catch((error: unknown) => {
      // The next person asks again.
      this.#found = undefined;
      throw new RequestError(
        503,
        'sign-in-unavailable',
        'The OpenID Connect provider does not answer.',
        'Try again in a moment. If this lasts, contact your gcscope administrator.',
        // Its text alone: what hangs on it may quote an answer.
        new Error(String(error)),
      );
    });
    return this.#found;
  }

  async #ask(openId: typeof OpenId): Promise<OpenId.Configuration> {
    const { issuer, clientId, clientSecret } = this.#config;
    const found = await openId.discovery(
      new URL(issuer),
      clientId,
      clientSecret,
      clientSecret === undefined ? openId.None() : undefined,
      {
        timeout: TIME_LIMIT,
        execute: [
          // Signatures of ID tokens are checked too: by default TLS alone vouches for them.
          openId.enableNonRepudiationChecks,
          // The configuration takes plain http on this machine only.
          ...(issuer.startsWith('http:') ? [openId.allowInsecureRequests] : []),
        ],
      },
    );
    found.timeout = TIME_LIMIT;
    return found;
  }
}

/** The user of the cluster that the API server would make of these claims. */
function personOf(claims: Readonly<Record<string, unknown>>, config: OidcConfig): Person {
  const { usernameClaim, usernamePrefix, groupsClaim, groupsPrefix } = config;
  const name = claims[usernameClaim];
  if (typeof name !== 'string' || name === '') {
    throw signInFailed(
      `The OpenID Connect provider sent no claim ${usernameClaim}.`,
      'Your gcscope administrator can choose another claim with --oidc-username-claim.',
    );
  }
  if (usernameClaim === 'email' && claims.email_verified === false) {
    throw signInFailed(
      'The OpenID Connect provider has not verified your email address.',
      'Verify it there, then open the link again.',
    );
  }
  const groups = [claims[groupsClaim] ?? []].flat().filter((each) => typeof each === 'string');
  const prefixed = groups.map((group) => `${groupsPrefix}${group}`);
  if ([`${usernamePrefix}${name}`, ...prefixed].some(isOfCluster)) {
    throw signInFailed(
      'The OpenID Connect provider sent the name of a user or a group that begins with system:. Only the cluster may use such names.',
      'Your gcscope administrator can set --oidc-username-prefix and --oidc-groups-prefix.',
    );
  }
  return {
    name: `${usernamePrefix}${name}`,
    uid: '',
    groups: [...prefixed, 'system:authenticated'],
    extra: new Map(),
  };
}

/** Such names are for the cluster to give. */
function isOfCluster(name: string): boolean {
  return name.startsWith('system:');
}

function signInFailed(
  why: string,
  whatToDo = 'Open the link again to sign in once more.',
): RequestError {
  return new RequestError(401, 'sign-in-failed', why, whatToDo);
}
