import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import type { Core } from 'cytoscape';
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../src/app.tsx';
import { openedNode } from '../../src/features/node/use-node.ts';
import { openedPicture } from '../../src/features/share/open-picture.ts';
import { createProgram, type Program } from '../../src/program.ts';
import { createAppRouter } from '../../src/router.tsx';
import { FakeServer } from './fake-server.ts';

export interface Started extends Program {
  readonly server: FakeServer;
  /** Path and query of the page that is shown. */
  readonly address: () => string;
  /** The history of the browser: back, forward, and how many entries it has. */
  readonly history: RouterHistory;
}

let running: (Started & { readonly unmount: () => Promise<void> }) | undefined;

/**
 * Starts the program on a page, fed by the server, in a window of this size in CSS px, until the end of the test or the next
 * start: one that is left takes keys and draws itself in all later tests.
 */
export async function startApp(
  server: FakeServer,
  path: string,
  width = 1200,
  height = 800,
): Promise<Started> {
  await close();
  await page.viewport(width, height);
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
  const address = (): string => `${history.location.pathname}${history.location.search}`;
  running = { ...program, server, history, address, unmount };
  return running;
}

/** Starts on a page whose server never answers, in a window of a desk. */
export async function startAlone(path: string): Promise<Started> {
  const server = new FakeServer([]);
  server.unreachable = true;
  return startApp(server, path, 1440, 900);
}

/** Ends the app of `startApp`: the next one finds an empty page and a browser that remembers nothing. */
export async function endApp(): Promise<void> {
  await close();
  openedNode.set(undefined);
  openedPicture.set(undefined);
  localStorage.clear();
  delete document.documentElement.dataset.theme;
}

async function close(): Promise<void> {
  await running?.unmount();
  running?.live.stream.stop();
  running?.client.clear();
  running = undefined;
  vi.unstubAllGlobals();
  document.getElementById('root')?.remove();
}

/** The mark of an object on the map; `undefined` while it is not there. */
export function markOnMap(uid: string): string | undefined {
  const found = mapOnPage()
    ?.nodes()
    .filter((node) => node.data('uid') === uid);
  return found?.nonempty() ? String(found.data('mark')) : undefined;
}

/** The uids of the cards on the map, sorted. */
export function cardsOnMap(): string[] {
  const uids = mapOnPage()
    ?.nodes()
    .map((node) => String(node.data('uid')));
  return (uids ?? []).sort();
}

/** The map on the page, or one of two, as Cytoscape itself registers it at its container. */
export function mapOnPage(at = 0): Core | undefined {
  const container = document.querySelectorAll('.map-cards')[at] as
    | (Element & { readonly _cyreg?: { readonly cy: Core | null } })
    | undefined;
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
