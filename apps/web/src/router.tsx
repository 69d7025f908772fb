import {
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
} from '@tanstack/react-router';
import { formatViewSearch, parseViewSearch, type ViewSearch } from './address/view-search.ts';
import { FailedPage } from './pages/FailedPage.tsx';
import { MapPage } from './pages/MapPage.tsx';
import { NotFoundPage } from './pages/NotFoundPage.tsx';
import { ObjectPage } from './pages/ObjectPage.tsx';
import { SignedIn } from './signed-in.tsx';
import { lazyPage } from './ui/lazy-page.tsx';

/** All pages, listed by hand. `history`: a memory history for tests; by default the browser's. */
export function createAppRouter(history?: RouterHistory): AnyRouter {
  const root = createRootRoute({
    component: SignedIn,
    notFoundComponent: NotFoundPage,
    // `parseSearch` below has read it.
    validateSearch: (search: ViewSearch): ViewSearch => search,
  });
  const map = createRoute({ getParentRoute: () => root, path: '/', component: MapPage });
  const object = createRoute({
    getParentRoute: () => root,
    path: '/o/$uid',
    component: ObjectPage,
  });
  const simulate = createRoute({
    getParentRoute: () => root,
    path: '/simulate/$subject',
    // Who only looks at a cluster need not load it.
    component: lazyPage(
      'SimulatePage',
      async () => (await import('./pages/SimulatePage.tsx')).SimulatePage,
    ),
  });
  const scenes = createRoute({
    getParentRoute: () => root,
    path: '/scenes',
    component: lazyPage(
      'ScenesPage',
      async () => (await import('./pages/ScenesPage.tsx')).ScenesPage,
    ),
  });
  const scene = createRoute({
    getParentRoute: () => root,
    path: '/scenes/$scene',
    component: lazyPage('ScenePage', async () => (await import('./pages/ScenePage.tsx')).ScenePage),
  });
  const forecast = createRoute({
    getParentRoute: () => root,
    path: '/forecast',
    component: lazyPage(
      'ForecastPage',
      async () => (await import('./pages/ForecastPage.tsx')).ForecastPage,
    ),
  });
  const findings = createRoute({
    getParentRoute: () => root,
    path: '/findings',
    component: lazyPage(
      'FindingsPage',
      async () => (await import('./pages/FindingsPage.tsx')).FindingsPage,
    ),
  });
  const terminating = createRoute({
    getParentRoute: () => root,
    path: '/terminating',
    component: lazyPage(
      'TerminatingPage',
      async () => (await import('./pages/TerminatingPage.tsx')).TerminatingPage,
    ),
  });
  const activity = createRoute({
    getParentRoute: () => root,
    path: '/activity',
    component: lazyPage(
      'ActivityPage',
      async () => (await import('./pages/ActivityPage.tsx')).ActivityPage,
    ),
  });
  const node = createRoute({
    getParentRoute: () => root,
    path: '/node',
    component: lazyPage(
      'NodeFilePage',
      async () => (await import('./pages/NodeFilePage.tsx')).NodeFilePage,
    ),
  });
  const servedNode = createRoute({
    getParentRoute: () => root,
    path: '/node/$node',
    component: lazyPage(
      'ServedNodePage',
      async () => (await import('./pages/ServedNodePage.tsx')).ServedNodePage,
    ),
  });
  // Whoever is signed in already is led on.
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: () => null,
  });
  const picture = createRoute({
    getParentRoute: () => root,
    path: '/picture',
    component: lazyPage(
      'PicturePage',
      async () => (await import('./pages/PicturePage.tsx')).PicturePage,
    ),
  });
  return createRouter({
    routeTree: root.addChildren([
      map,
      object,
      simulate,
      forecast,
      findings,
      terminating,
      activity,
      scenes,
      scene,
      node,
      servedNode,
      picture,
      signIn,
    ]),
    parseSearch: parseViewSearch,
    stringifySearch: formatViewSearch,
    defaultErrorComponent: FailedPage,
    ...(history && { history }),
  });
}
