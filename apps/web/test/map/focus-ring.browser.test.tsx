import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { ownedBy, record } from '../support/record.ts';
import { cardsOnMap, startApp } from '../support/start-app.tsx';

/** The ring is blue; nothing else of this map is so blue, and the ring still is where the picture blends it with what is beside it. */
const LEAST_BLUE = 80;
/** Middle of the ring along the sides of the map, CSS px from the side. */
const MIDDLE_OF_RING = 2;

/** Share of the sides of the map without a ring, from 0 to 1. */
async function gaps(): Promise<number> {
  const map = page.getByRole('application');
  const shot = await page.screenshot({ element: map, base64: true, save: false });
  const image = new Image();
  image.src = `data:image/png;base64,${shot}`;
  await image.decode();
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('The browser has no canvas.');
  context.drawImage(image, 0, 0);
  const inset = Math.round((MIDDLE_OF_RING * width) / map.element().clientWidth);
  const long = [width - 2 * inset, height - 2 * inset] as const;
  const sides = [
    [inset, inset, long[0], 1],
    [inset, height - inset - 1, long[0], 1],
    [inset, inset, 1, long[1]],
    [width - inset - 1, inset, 1, long[1]],
  ] as const;
  let [pixels, bare] = [0, 0];
  for (const side of sides) {
    const [x, y, w, h] = side;
    const { data } = context.getImageData(x, y, w, h);
    for (let at = 0; at < data.length; at += 4) {
      pixels++;
      if ((data[at + 2] ?? 0) - (data[at] ?? 0) < LEAST_BLUE) bare++;
    }
  }
  return bare / pixels;
}

it('the focus ring of the map is whole where namespaces, cards and lines reach its sides', {
  timeout: 60_000,
}, async () => {
  const owner = record({ uid: 'owner', kind: 'Deployment' });
  const pods = ['a', 'b'].map((uid) => record({ uid, owners: [ownedBy(owner)] }));
  await startApp(new FakeServer([owner, ...pods]), '/?at=100,60,6');
  await eventually(() => expect(cardsOnMap()).toContain('owner'));
  expect(await gaps()).toBe(1);
  // A key before: the browser shows the focus of those who use the keyboard.
  await userEvent.keyboard('{Tab}');
  (page.getByRole('application').element() as HTMLElement).focus();
  await eventually(async () => expect(await gaps()).toBe(0));
});
