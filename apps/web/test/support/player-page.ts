import type { Uid } from '@gcscope/gc-core/wire';
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { ForkServer } from './fork-server.ts';
import { webOfTheShop } from './simulate.ts';
import { mapOnPage, type Started, startApp } from './start-app.tsx';

/** Starts on a page in a window of a desk; by default of a cluster that holds the Deployment `shop/web`. */
export function startPlayer(
  path: string,
  { server }: ForkServer = new ForkServer(webOfTheShop().nodes),
): Promise<Started> {
  return startApp(server, path, 1440, 900);
}

/** The controls of the step player. */
export const player = (): Locator => page.getByRole('region', { name: 'Player' });

/** The details of the current step. */
export const detail = (): Locator => page.getByRole('region', { name: 'This step' });

/** Opens and closes the place to intervene. */
export const intervene = (): Locator => page.getByRole('button', { name: 'Intervene' });

/** The foreground deletion of `shop/web` has 35 steps: this many are done. */
export async function atStep(step: number): Promise<void> {
  await expect.element(player()).toHaveTextContent(`step ${step} of 35`);
}

/** The object that is marked on the map. */
export function ringed(): unknown {
  return mapOnPage()?.nodes('.selected').data('uid');
}

/** Upper and lower ends of the maps. */
export function mapBoxes(): readonly { readonly top: number; readonly bottom: number }[] {
  return [...document.querySelectorAll('.map-host')].map((host) => {
    const { top, bottom } = host.getBoundingClientRect();
    return { top, bottom };
  });
}

/** Whether the whole card of the object is in the view of the map. */
export function isInView(uid: Uid): boolean {
  const cy = mapOnPage();
  const card = cy?.nodes().filter((node) => node.data('uid') === uid);
  if (!cy || !card?.nonempty()) return false;
  const { x1, x2, y1, y2 } = card.renderedBoundingBox();
  return x1 >= 0 && y1 >= 0 && x2 <= cy.width() && y2 <= cy.height();
}

/** The zoom once the map has ended its move. */
export async function zoomAtRest(at = 0): Promise<number | undefined> {
  const look = (): string => JSON.stringify([mapOnPage(at)?.zoom(), mapOnPage(at)?.pan()]);
  let now = look();
  // A move changes zoom or pan in each frame, and begins a few frames after what asks for it.
  for (let same = 0; same < 5; ) {
    await new Promise(requestAnimationFrame);
    const before = now;
    now = look();
    same = now === before ? same + 1 : 0;
  }
  return mapOnPage(at)?.zoom();
}
