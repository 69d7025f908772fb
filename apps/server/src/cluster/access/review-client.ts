import type { Millis } from '@gcscope/gc-core/wire';
import { request } from 'undici';
import { parseJson } from '../../base/parse-json.ts';
import { type Fields, fieldsOf, textOf, textsOf } from '../answers/decode-meta.ts';
import { statusFailure } from '../answers/status-failure.ts';
import { connectionFault } from './connection-fault.ts';
import { type CredentialSource, requestHeaders } from './credentials.ts';
import { AgentPool } from './http-agent.ts';
import { readWhole } from './response-body.ts';

/** The only requests that are no GET: they ask the API server a question, and nothing is stored. */
const REVIEWS = {
  token: ['authentication.k8s.io', 'TokenReview'],
  self: ['authentication.k8s.io', 'SelfSubjectReview'],
  access: ['authorization.k8s.io', 'SubjectAccessReview'],
  selfAccess: ['authorization.k8s.io', 'SelfSubjectAccessReview'],
} as const;
type Review = keyof typeof REVIEWS;

const TIME_LIMIT: Millis = 10_000;
const BODY_LIMIT = 1_048_576;
const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' };
/** The characters of a bearer token (RFC 6750): nothing that could end a header. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/** A person as the API server knows them. */
export interface Person {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

/** Objects that a person wants to list; empty `namespace`: in all namespaces. `*` is all groups, or all resources. */
export interface ListQuestion {
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
  /** Default: `list`. */
  readonly verb?: string;
  readonly subresource?: string;
}

/** The API server did not answer a review; the message is one sentence. `forbidden`: gcscope may not ask. */
export class ReviewError extends Error {
  override readonly name = 'ReviewError';
  readonly code: 'forbidden' | 'refused' | 'unreachable';

  constructor(code: ReviewError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export interface ReviewClientOptions {
  readonly server: string;
  readonly credentials: CredentialSource;
}

/**
 * Asks the API server who a person is and what they may list. It can send the four reviews above and nothing else; the readers'
 * client, which sends GET only, is another one. Rejects with `ReviewError`.
 */
export class ReviewClient {
  readonly #options: ReviewClientOptions;
  readonly #agents = new AgentPool();
  /** Without a client certificate: with one, the API server would answer for gcscope and not for the token. */
  readonly #tokenAgents = new AgentPool();

  constructor(options: ReviewClientOptions) {
    this.#options = options;
  }

  /** Whose token it is; `undefined` if the API server does not accept it. Needs `create` on tokenreviews. */
  async reviewToken(token: string): Promise<Person | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const status = await this.#send('token', { spec: { token } });
    return status.authenticated === true ? personOf(status.user) : undefined;
  }

  /** The same, asked with the token itself: gcscope needs no right for it. */
  async reviewSelf(token: string): Promise<Person | undefined> {
    if (!TOKEN.test(token)) return undefined;
    try {
      return personOf((await this.#send('self', {}, token)).userInfo);
    } catch (error) {
      if (error instanceof ReviewError && error.code === 'refused') return undefined;
      throw error;
    }
  }

  /** Whether the person may do it. Needs `create` on subjectaccessreviews. */
  async mayList(person: Person, question: ListQuestion): Promise<boolean> {
    const { name, uid, groups, extra } = person;
    const status = await this.#send('access', {
      spec: {
        user: name,
        uid,
        groups,
        extra: Object.fromEntries(extra),
        resourceAttributes: attributesOf(question),
      },
    });
    return isAllowed(status);
  }

  /** The same, asked with the person's token: gcscope needs no right for it. */
  async maySelfList(token: string, question: ListQuestion): Promise<boolean> {
    const spec = { resourceAttributes: attributesOf(question) };
    return isAllowed(await this.#send('selfAccess', { spec }, token));
  }

  /** Lets running requests end. */
  async close(): Promise<void> {
    await Promise.all([this.#agents.close(), this.#tokenAgents.close()]);
  }

  async #send(review: Review, body: object, token?: string): Promise<Fields> {
    const { server } = this.#options;
    const [group, kind] = REVIEWS[review];
    const url = `${server}/apis/${group}/v1/${kind.toLowerCase()}s`;
    const document = JSON.stringify({ apiVersion: `${group}/v1`, kind, ...body });
    try {
      const { headers, dispatcher } = await this.#as(token);
      const response = await request(url, {
        method: 'POST',
        dispatcher,
        headers,
        body: document,
        signal: AbortSignal.timeout(TIME_LIMIT),
      });
      const bytes = await readWhole(response.body, BODY_LIMIT);
      if (!bytes) throw new ReviewError('unreachable', 'the answer is too large');
      const answer = parseJson(bytes);
      if (response.statusCode === 201 || response.statusCode === 200) {
        return fieldsOf(fieldsOf(answer)?.status) ?? {};
      }
      throw refusal(kind, response.statusCode, answer, token !== undefined);
    } catch (error) {
      if (error instanceof ReviewError) throw error;
      throw new ReviewError('unreachable', connectionFault(error, server).message);
    }
  }

  async #as(token: string | undefined): Promise<{
    readonly headers: Record<string, string | string[]>;
    readonly dispatcher: ReturnType<AgentPool['dispatcher']>;
  }> {
    const { server, credentials } = this.#options;
    const own = await credentials.current();
    if (token === undefined) {
      return {
        headers: requestHeaders(own, JSON_HEADERS),
        dispatcher: this.#agents.dispatcher(own.security),
      };
    }
    if (!server.startsWith('https:')) {
      throw new ReviewError(
        'forbidden',
        'gcscope sends no tokens over plain http, so its own account must be allowed to create tokenreviews and subjectaccessreviews',
      );
    }
    const { cert: _cert, key: _key, ...bare } = own.security;
    const headers = new Map([['authorization', `Bearer ${token}`]]);
    return {
      headers: requestHeaders({ headers }, JSON_HEADERS),
      dispatcher: this.#tokenAgents.dispatcher(bare),
    };
  }
}

function attributesOf({ group, resource, namespace, verb, subresource }: ListQuestion): object {
  return {
    verb: verb ?? 'list',
    group,
    resource,
    ...(namespace === '' ? {} : { namespace }),
    ...(subresource === undefined ? {} : { subresource }),
  };
}

/** Anything but a plain `true` is a no. */
function isAllowed(status: Fields): boolean {
  return status.allowed === true && status.denied !== true;
}

function personOf(value: unknown): Person | undefined {
  const user = fieldsOf(value) ?? {};
  const name = textOf(user.username);
  // The anonymous user: that is no sign-in.
  if (name === '' || name === 'system:anonymous') return undefined;
  const extra = Object.entries(fieldsOf(user.extra) ?? {});
  return {
    name,
    uid: textOf(user.uid),
    groups: textsOf(user.groups),
    extra: new Map(extra.map(([key, values]) => [key, textsOf(values)])),
  };
}

function refusal(kind: string, code: number, body: unknown, asToken: boolean): ReviewError {
  const { message } = statusFailure(code, body);
  if (code === 401 && asToken) return new ReviewError('refused', 'the token is not accepted');
  if (code === 403) {
    return new ReviewError('forbidden', `gcscope may not create a ${kind} (${message})`);
  }
  return new ReviewError('unreachable', `the API server did not answer a ${kind} (HTTP ${code})`);
}
