import { layout, rowsOf } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { READABLE_ZOOM, startCamera } from '../../src/map/start-camera.ts';
import { record } from '../support/record.ts';
import { bigWorld } from '../support/shop-world.ts';

const size = { width: 1000, height: 700 };
const phone = { width: 390, height: 600 };

describe('where the map starts', () => {
  it('a small world is shown whole and no larger than life', () => {
    const one = record({ uid: 'one' });
    const start = startCamera(layout(rowsOf([one])), new Map([['one', one]]), size);
    expect(start.fitted).toBe(true);
    expect(start.camera.zoom).toBe(1);
  });

  it.each([size, phone])(
    'a large world starts readable, in the namespace with the most trouble: %o',
    (canvas) => {
      const records = new Map(bigWorld(2000).map((each) => [each.uid, each]));
      const place = layout(rowsOf(records.values()));
      const { camera, fitted } = startCamera(place, records, canvas);
      expect(fitted).toBe(false);
      expect(camera.zoom).toBeGreaterThanOrEqual(READABLE_ZOOM);
      const frame = place.namespaces.find(
        (each) =>
          camera.x >= each.x &&
          camera.x <= each.x + each.width &&
          camera.y >= each.y &&
          camera.y <= each.y + each.height,
      );
      expect(frame?.namespace).toMatch(/^shop-/);
    },
  );
});
