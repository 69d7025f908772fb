import { expect, it, vi } from 'vitest';
import { FRAME_HEADER } from '../../src/map/view/measures.ts';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { record } from '../support/record.ts';
import { mapOnPage, startApp } from '../support/start-app.tsx';

it('no kind is written on the header of a namespace whose upper end is out of view', async () => {
  const written: { readonly text: string; readonly y: number }[] = [];
  const { prototype } = CanvasRenderingContext2D;
  const write = prototype.fillText;
  vi.spyOn(prototype, 'fillText').mockImplementation(function (
    this: CanvasRenderingContext2D,
    text,
    x,
    y,
  ) {
    written.push({ text, y });
    write.call(this, text, x, y);
  });
  // No two objects are of a kind: siblings would stack.
  const objects = Array.from({ length: 40 }, (_, at) =>
    record({ uid: `${at}`, kind: `Kind${at}`, namespace: 'shop' }),
  );
  await startApp(new FakeServer(objects), '/');
  await eventually(() => expect(mapOnPage()?.nodes().length).toBe(objects.length));
  const cy = mapOnPage();
  const first = cy?.nodes().first().position() ?? { x: 0, y: 0 };
  const zoom = 0.5;
  let [low, high] = [0, 0];
  // The kind stands below the card: wherever the upper edge of the map cuts it.
  for (let above = 20; above <= 80; above += 4) {
    written.length = 0;
    cy?.viewport({ zoom, pan: { x: 200 - first.x * zoom, y: -(first.y + above) * zoom + 22 } });
    await vi.waitFor(() => expect(written.length).toBeGreaterThan(0));
    const kinds = written.filter(({ text }) => objects.some(({ kind }) => kind === text));
    const hasHeader = written.some(
      ({ text, y }) => text === 'shop' && Math.abs(y - FRAME_HEADER / 2) < 1,
    );
    if (!hasHeader) continue;
    low += kinds.filter(({ y }) => y > FRAME_HEADER).length;
    high += kinds.filter(({ y }) => y <= FRAME_HEADER).length;
  }
  expect(low).toBeGreaterThan(0);
  expect(high).toBe(0);
});
