import { layout, rowsOf } from '@gcscope/picture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../../src/address/view-search.ts';
import { cameraIn, fromNamespace } from '../../../src/map/view/namespace-camera.ts';
import { after, before } from '../../support/moved-world.ts';

const SIZE = { width: 1000, height: 700 };

/** A camera of one layout as it looks in another one. */
function again(camera: Camera, now = after): Camera | undefined {
  const place = fromNamespace(camera, before);
  return 'namespace' in place ? cameraIn(now, place, SIZE) : undefined;
}

describe('a camera in a namespace', () => {
  it('looks at the same place in the same layout', () => {
    const { width, height } = before.bounds;
    fc.assert(
      fc.property(
        fc.integer({ min: -500, max: Math.ceil(width) + 500 }),
        fc.integer({ min: -500, max: Math.ceil(height) + 500 }),
        (x, y) => {
          const { x: nowX, y: nowY, zoom } = again({ x, y, zoom: 0.8 }, before) ?? {};
          expect([nowX, nowY, zoom]).toEqual([expect.closeTo(x, 3), expect.closeTo(y, 3), 0.8]);
        },
      ),
    );
  });

  it('is nowhere without the namespace', () => {
    expect(cameraIn(before, { namespace: 'gone', x: 1, y: 1, zoom: 1 }, SIZE)).toBeUndefined();
    expect(fromNamespace({ x: 1, y: 2, zoom: 1 }, layout(rowsOf([])))).toEqual({
      x: 1,
      y: 2,
      zoom: 1,
    });
  });
});
