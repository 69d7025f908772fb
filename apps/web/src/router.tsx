import {
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { MapPage } from './map/MapPage.tsx';
import { ObjectPage } from './object/ObjectPage.tsx';
import { NotFoundPage } from './shell/NotFoundPage.tsx';
import { Shell } from './shell/Shell.tsx';
import { formatViewSearch, parseViewSearch, type ViewSearch } from './view-search.ts';

/** All pages, listed by hand. `history`: a memory history for tests; by default the browser's. */
export function createAppRouter(history?: RouterHistory): AnyRouter {
  const root = createRootRoute({
    component: Shell,
    notFoundComponent: NotFoundPage,
    validateSearch: (search): ViewSearch => search as unknown as ViewSearch,
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
    component: lazyRouteComponent(() => import('./stepper/SimulatePage.tsx'), 'SimulatePage'),
  });
  const scenes = createRoute({
    getParentRoute: () => root,
    path: '/scenes',
    component: lazyRouteComponent(() => import('./scenes/ScenesPage.tsx'), 'ScenesPage'),
  });
  const scene = createRoute({
    getParentRoute: () => root,
    path: '/scenes/$scene',
    component: lazyRouteComponent(() => import('./scenes/ScenePage.tsx'), 'ScenePage'),
  });
  const forecast = createRoute({
    getParentRoute: () => root,
    path: '/forecast',
    component: lazyRouteComponent(() => import('./forecast/ForecastPage.tsx'), 'ForecastPage'),
  });
  const findings = createRoute({
    getParentRoute: () => root,
    path: '/findings',
    component: lazyRouteComponent(() => import('./findings/FindingsPage.tsx'), 'FindingsPage'),
  });
  const terminating = createRoute({
    getParentRoute: () => root,
    path: '/terminating',
    component: lazyRouteComponent(
      () => import('./terminating/TerminatingPage.tsx'),
      'TerminatingPage',
    ),
  });
  const node = createRoute({
    getParentRoute: () => root,
    path: '/node',
    component: lazyRouteComponent(() => import('./node/NodeFilePage.tsx'), 'NodeFilePage'),
  });
  const servedNode = createRoute({
    getParentRoute: () => root,
    path: '/node/$node',
    component: lazyRouteComponent(() => import('./node/ServedNodePage.tsx'), 'ServedNodePage'),
  });
  return createRouter({
    routeTree: root.addChildren([
      map,
      object,
      simulate,
      forecast,
      findings,
      terminating,
      scenes,
      scene,
      node,
      servedNode,
    ]),
    parseSearch: (query) => parseViewSearch(query) as unknown as Record<string, unknown>,
    stringifySearch: (search) => formatViewSearch(search as Partial<ViewSearch>),
    ...(history && { history }),
  });
}
