import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { ForkServer } from './fork-server.ts';
import { webOfTheShop } from './simulate.ts';
import { type Started, startApp } from './start-app.tsx';

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

/** Opens and closes the place to step in. */
export const stepIn = (): Locator => page.getByRole('button', { name: 'Step in' });

/** The foreground deletion of `shop/web` has 35 steps: this many are done. */
export async function atStep(step: number): Promise<void> {
  await expect.element(player()).toHaveTextContent(`step ${step} of 35`);
}
