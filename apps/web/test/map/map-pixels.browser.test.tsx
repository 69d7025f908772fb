import { CARD_WIDTH } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { record } from '../support/record.ts';
import { placeOf, startApp } from '../support/start-app.tsx';

const still = record({ uid: 'still', name: 'still' });
const moved = record({ uid: 'moved', name: 'moved' });

async function start(records = [still, moved]): Promise<FakeServer> {
  const server = new FakeServer(records);
  await startApp(server, '/?at=0,0,1');
  await eventually(() => expect(placeOf(records[0]?.uid ?? '')).toBeDefined());
  return server;
}

/** Canvases over the cards: the writing on them, and the rings. */
type Layer = 'written' | 'rings';

/** The pixels of a layer in a box around the middle of a card, offset and size in CSS px. */
function pixels(layer: Layer, uid: string, dx: number, dy: number, w: number, h: number): number[] {
  const canvas =
    document.querySelectorAll<HTMLCanvasElement>('.map-above')[layer === 'rings' ? 1 : 0];
  const box = canvas?.getBoundingClientRect();
  const place = placeOf(uid);
  const context = canvas?.getContext('2d');
  if (!canvas || !box || !place || !context) throw new Error(`${uid} is not on the map`);
  const ratio = canvas.width / box.width;
  const [x, y] = [place.x - box.left + dx, place.y - box.top + dy];
  const scaled = [x, y, w, h].map((each) => Math.round(each * ratio)) as [
    number,
    number,
    number,
    number,
  ];
  return [...context.getImageData(...scaled).data];
}

/** The glyph of a card at 100 %. */
function glyph(uid: string): string {
  return pixels('written', uid, -CARD_WIDTH / 2 + 9, -12, 24, 24).join();
}

/** Whether there is a ring around a card. */
function hasRing(uid: string): boolean {
  return pixels('rings', uid, -CARD_WIDTH / 2 - 14, -6, 14, 12).some((value) => value > 0);
}

describe('the pixels of the map', { timeout: 60_000 }, () => {
  it('each kind has a glyph of its own, in the same place of the card', async () => {
    const server = await start([moved]);
    await eventually(() => expect(glyph('moved')).toMatch(/[1-9]/));
    const seen = [glyph('moved')];
    for (const [apiVersion, kind] of [
      ['apps/v1', 'Deployment'],
      ['apps/v1', 'ReplicaSet'],
      ['batch/v1', 'Job'],
      ['v1', 'ConfigMap'],
      ['db.example.com/v1', 'Database'],
    ] as const) {
      server.push({ upserts: [{ ...moved, apiVersion, kind }], removes: [] });
      await eventually(() => expect(seen.includes(glyph('moved')), kind).toBe(false));
      seen.push(glyph('moved'));
    }
  });

  it('what changed has a ring for a moment, and nothing else has one', async () => {
    const server = await start();
    await eventually(() => expect(hasRing('still') || hasRing('moved')).toBe(false));
    let version = 0;
    await eventually(() => {
      // A ring may be over before the test looks on a busy machine.
      version += 1;
      server.push({ upserts: [{ ...moved, resourceVersion: String(version) }], removes: [] });
      expect(hasRing('moved')).toBe(true);
    });
    expect(hasRing('still')).toBe(false);
    await eventually(() => expect(hasRing('moved')).toBe(false));
  });
});
