import type { SessionState } from '@gcscope/gc-core/wire';
import type { UseQueryOptions } from '@tanstack/react-query';
import { posted, request, send } from './api.ts';

const PATH = '/api/v1/session';

/** The query of the session of this browser. */
export function sessionQuery(): UseQueryOptions<SessionState> {
  return {
    queryKey: ['session'],
    queryFn: ({ signal }) => request<SessionState>(PATH, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  };
}

/** Signs in with a token of the cluster. Rejects with `ApiError`. */
export async function signIn(token: string): Promise<void> {
  await send(PATH, posted({ token }));
}

/** Ends the session of this browser, in all of its tabs. */
export async function signOut(): Promise<void> {
  await send(PATH, { method: 'DELETE', headers: { 'x-gcscope': '1' } });
}

/** Address to open after signing in: this page, or the one that led here. */
export function landing({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  if (pathname !== '/sign-in') return `${pathname}${search}`;
  const to = new URLSearchParams(search).get('to') ?? '/';
  // An address that begins otherwise names another host; browsers leave out tabs and line breaks before they look.
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(to) ? to : '/';
}
