import type { SessionState } from '@gcscope/gc-core/wire';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { OidcProvider } from '../sharing/oidc-provider.ts';
import type { Identity, Reviewer } from '../sharing/reviewer.ts';
import type { Sessions } from '../sharing/sessions.ts';
import type { Access } from '../sharing/view.ts';
import { signInAgain } from '../sharing/viewer.ts';
import type { Viewers } from '../sharing/viewers.ts';
import type { Gate } from './access.ts';
import { type Api, answer, closed, operation, problems } from './api.ts';
import { sessionIdOf, setSessionId } from './session-cookie.ts';

/** Tokens with many groups are long. */
const LONGEST_TOKEN = 12 * 1024;
const Token = closed({ token: Type.String({ minLength: 1, maxLength: LONGEST_TOKEN }) });

/** People who sign in, and how. */
export interface SignIn {
  readonly mode: 'token' | 'proxy' | 'oidc';
  readonly viewers: Viewers;
  readonly sessions: Sessions;
  readonly reviewer: Reviewer;
  /** Whom a trusted proxy names; without a proxy, a request names no one. */
  readonly named?: ((request: FastifyRequest) => Identity | undefined) | undefined;
  /** Where people sign in, if it is neither here nor at a proxy. */
  readonly provider?: OidcProvider | undefined;
}

/** A person with a session, or named by the trusted proxy, sees what the cluster lets them list. */
export function signInGate(signIn: SignIn): Gate {
  const { viewers, sessions, named } = signIn;
  return async (request): Promise<Access> => {
    const identity = named?.(request);
    if (identity) return viewers.of(identity).access();
    const session = sessions.find(sessionIdOf(request));
    if (!session) throw signInAgain();
    const { viewer, ended } = session;
    const access = await viewer.access();
    return {
      ...access,
      subscribe: (notify) => {
        const leave = access.subscribe(notify);
        ended.addEventListener('abort', notify);
        if (ended.aborted) queueMicrotask(notify);
        return () => {
          leave();
          ended.removeEventListener('abort', notify);
        };
      },
    };
  };
}

/** `/api/v1/session`: who is signed in; signing in with a token, signing out. Without sign-in it says so. */
export function addSessionRoutes(app: Api, signIn: SignIn | undefined): void {
  app.get(
    '/api/v1/session',
    operation('getSession', 'How to sign in here, and who is signed in', {
      response: { 200: answer('SessionState') },
    }),
    async (request): Promise<SessionState> => {
      if (!signIn) return { signIn: 'none' };
      const identity =
        signIn.named?.(request) ?? signIn.sessions.find(sessionIdOf(request))?.viewer.identity;
      return { signIn: signIn.mode, ...(identity ? { name: identity.person.name } : {}) };
    },
  );
  if (!signIn) return;
  signIn.viewers.refused = (viewer) => signIn.sessions.endOf(viewer);
  app.delete(
    '/api/v1/session',
    operation('signOut', 'End the session of this browser', {
      response: { 204: Type.Unsafe<undefined>({ description: 'Signed out' }) },
    }),
    async (request, reply) => {
      signIn.sessions.end(sessionIdOf(request));
      setSessionId(reply, undefined);
      return reply.code(204).send(undefined);
    },
  );
  if (signIn.mode !== 'token') return;
  app.post(
    '/api/v1/session',
    operation('signIn', 'Sign in with a bearer token of the cluster', {
      body: Token,
      response: { 201: answer('SessionState'), ...problems(401, 503) },
    }),
    async (request, reply) => {
      const token = request.body.token.trim();
      const person = await signIn.reviewer.requirePerson(token);
      // A session that was there before is never taken over.
      signIn.sessions.end(sessionIdOf(request));
      setSessionId(reply, signIn.sessions.start(signIn.viewers.of({ person, token })));
      return reply.code(201).send({ signIn: 'token', name: person.name });
    },
  );
}
