import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import type { Core } from 'cytoscape';
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../src/app.tsx';
import { createProgram, type Program } from '../../src/program.ts';
import { createAppRouter } from '../../src/router.tsx';
import { FakeServer } from './fake-server.ts';

export interface Started extends Program {
  /** Path and query of the page that is shown. */
  readonly address: () => string;
  /** The history of the browser: back, forward, and how many entries it has. */
  readonly history: RouterHistory;
  readonly unmount: () => Promise<void>;
}

/** Starts the program on a page, fed by the server; the map fills the test's window. */
export async function startApp(server: FakeServer, path: string): Promise<Started> {
  vi.stubGlobal('fetch', server.fetch);
  const program = createProgram();
  const history = createMemoryHistory({ initialEntries: [path] });
  program.live.stream.connect();
  const container = document.createElement('div');
  container.id = 'root';
  document.body.append(container);
  const { unmount } = await render(
    <App live={program.live} client={program.client} router={createAppRouter(history)} />,
    { container },
  );
  return {
    ...program,
    history,
    unmount,
    address: () => `${history.location.pathname}${history.location.search}`,
  };
}

/** Starts on a page whose server never answers, in a window of a desk. */
export async function startAlone(path: string): Promise<Started> {
  await page.viewport(1440, 900);
  const server = new FakeServer([]);
  server.unreachable = true;
  return startApp(server, path);
}

/** Ends what `startApp` began: the next test finds an empty page and a browser that remembers nothing. */
export async function endApp(started: Started | undefined): Promise<void> {
  await started?.unmount();
  started?.live.stream.stop();
  started?.client.clear();
  vi.unstubAllGlobals();
  document.getElementById('root')?.remove();
  localStorage.clear();
}

/** What the map makes of an object: its mark; `undefined` while it is not on the map. */
export function markOnMap(uid: string): string | undefined {
  const found = mapOnPage()
    ?.nodes()
    .filter((node) => node.data('uid') === uid);
  return found?.nonempty() ? String(found.data('mark')) : undefined;
}

/** The map on the page, as Cytoscape itself registers it at its container. */
export function mapOnPage(): Core | undefined {
  const container = document.querySelector('.map-cards') as
    | (Element & { readonly _cyreg?: { readonly cy: Core | null } })
    | null;
  return container?._cyreg?.cy ?? undefined;
}

/** The middle of a card in px of the page; `undefined` while it is not on the map. */
export function placeOf(uid: string): { readonly x: number; readonly y: number } | undefined {
  const cy = mapOnPage();
  const node = cy?.nodes().filter((each) => each.data('uid') === uid);
  const box = cy?.container()?.getBoundingClientRect();
  if (!node || node.empty() || !box) return undefined;
  const { x, y } = node.renderedPosition();
  return { x: box.left + x, y: box.top + y };
}
