import { expect } from 'vitest';
import { userEvent } from 'vitest/browser';
import { eventually } from './eventually.ts';
import { placeOf } from './start-app.tsx';

/** Clicks a card of the map once it is there. */
export async function clickCard(uid: string): Promise<void> {
  await eventually(() => expect(placeOf(uid)).toBeDefined());
  const place = placeOf(uid);
  const target = document.elementFromPoint(place?.x ?? 0, place?.y ?? 0);
  const box = target?.getBoundingClientRect();
  if (!target || !box || !place) throw new Error(`there is nothing where ${uid} should be`);
  await userEvent.click(target, { position: { x: place.x - box.left, y: place.y - box.top } });
}
