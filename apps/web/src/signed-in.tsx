import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useShownPath } from './address/navigation.tsx';
import { sessionQuery } from './data/session.ts';
import { useConnection } from './data/use-graph.ts';
import { SignInPage } from './pages/SignInPage.tsx';
import { Shell } from './shell/Shell.tsx';

/** The program, or the page where people sign in. The address stays: they land where the link led. */
export function SignedIn(): ReactNode {
  const { data: session, refetch } = useQuery(sessionQuery());
  const { problem } = useConnection();
  // The session may have ended.
  useEffect(() => {
    if (problem !== undefined) void refetch();
  }, [problem, refetch]);
  const path = useShownPath();
  const isAsked = session && session.signIn !== 'none' && session.name === undefined;
  if (session && (isAsked || path === '/sign-in')) return <SignInPage session={session} />;
  return <Shell />;
}
