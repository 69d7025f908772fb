import { useQuery } from '@tanstack/react-query';
import {
  type AnyRoute,
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { useShownPath } from './address/navigation.tsx';
import { formatViewSearch, parseViewSearch, type ViewSearch } from './address/view-search.ts';
import { sessionQuery } from './data/session.ts';
import { useConnection } from './data/use-graph.ts';
import { FailedPage } from './pages/FailedPage.tsx';
import { MapPage } from './pages/MapPage.tsx';
import { NotFoundPage } from './pages/NotFoundPage.tsx';
import { ObjectPage } from './pages/ObjectPage.tsx';
import { SignInPage } from './pages/SignInPage.tsx';
import { Shell } from './shell/Shell.tsx';
import { lazyPage } from './ui/lazy-page.tsx';

/** All pages, listed by hand. `history`: a memory history for tests; by default the browser's. */
export function createAppRouter(history?: RouterHistory): AnyRouter {
  const root = createRootRoute({
    component: SignedIn,
    notFoundComponent: NotFoundPage,
    // `parseSearch` below has read it.
    validateSearch: (search: ViewSearch): ViewSearch => search,
  });
  const at = (path: string, component: RouteComponent): AnyRoute =>
    createRoute({ getParentRoute: () => root, path, component });
  /** Loaded on demand: not everybody simulates. */
  const later = <Name extends string>(
    path: string,
    name: Name,
    load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  ): AnyRoute =>
    at(
      path,
      lazyPage(name, async () => (await load())[name]),
    );
  return createRouter({
    routeTree: root.addChildren([
      at('/', MapPage),
      at('/o/$uid', ObjectPage),
      createRoute({
        getParentRoute: () => root,
        path: '/o/$uid/forecast',
        // A guess at the address of the forecast.
        beforeLoad: ({ params: { uid } }) => {
          throw redirect({ to: '/forecast', search: { targets: [uid] }, replace: true });
        },
      }),
      later('/simulate/$subject', 'SimulatePage', () => import('./pages/SimulatePage.tsx')),
      later('/forecast', 'ForecastPage', () => import('./pages/ForecastPage.tsx')),
      later('/findings', 'FindingsPage', () => import('./pages/FindingsPage.tsx')),
      later('/terminating', 'TerminatingPage', () => import('./pages/TerminatingPage.tsx')),
      later('/activity', 'ActivityPage', () => import('./pages/ActivityPage.tsx')),
      later('/scenes', 'ScenesPage', () => import('./pages/ScenesPage.tsx')),
      later('/scenes/$scene', 'ScenePage', () => import('./pages/ScenePage.tsx')),
      later('/node', 'NodeFilePage', () => import('./pages/NodeFilePage.tsx')),
      later('/node/$node', 'ServedNodePage', () => import('./pages/ServedNodePage.tsx')),
      later('/picture', 'PicturePage', () => import('./pages/PicturePage.tsx')),
      // A person who is already signed in is led on.
      at('/sign-in', () => null),
    ]),
    parseSearch: parseViewSearch,
    stringifySearch: formatViewSearch,
    defaultErrorComponent: FailedPage,
    ...(history && { history }),
  });
}

/** The program, or the page where people sign in. The address stays: they land where the link led. */
function SignedIn(): ReactNode {
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
