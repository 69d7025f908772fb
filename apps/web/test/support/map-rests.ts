import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import { mapOnPage } from './start-app.tsx';

/** The map says that it rests, and the address follows, within so many ms after its last move. */
const REST_MILLIS = 600;

/** Resolves once the map has not moved for so long that nothing follows from its last move any more. */
export async function mapRests(): Promise<void> {
  let shown = '';
  let since = performance.now();
  await eventually(() => {
    const now = JSON.stringify([mapOnPage()?.zoom(), mapOnPage()?.pan()]);
    if (now !== shown) since = performance.now();
    shown = now;
    expect(performance.now() - since).toBeGreaterThan(REST_MILLIS);
  });
}
