import { glyphOf } from '@gcscope/picture';
import { beforeAll, expect, it } from 'vitest';
import { loadFonts } from '../../src/map/paint.ts';
import { type CardFace, paintCard } from '../../src/map/paint-cards.ts';
import { CARD_NAMES_ZOOM } from '../../src/map/start-camera.ts';
import { type Drawing, drawing } from '../support/drawing.ts';
import { record } from '../support/record.ts';

beforeAll(loadFonts);

/** A card in the middle of a small canvas. */
function drawn(zoom: number, fields: Partial<CardFace> = {}): Drawing {
  const made = drawing({ zoom, pan: { x: 150, y: 40 } }, 300, 80);
  const face = { stack: undefined, mark: 'calm', wrong: false, pale: false, x: 0, y: 0 } as const;
  paintCard(made.brush, { record: record({ uid: 'u' }), ...face, ...fields });
  return made;
}

it.each([CARD_NAMES_ZOOM, 0.36, 0.45])(
  'where cards have names, their glyphs are large enough to tell kinds apart: at %d',
  (zoom) => {
    const claim = record({ uid: 'u', name: 'data', kind: 'PersistentVolumeClaim' });
    const { boxOf, written } = drawn(zoom, { record: claim });
    const glyph = boxOf(glyphOf('v1', 'PersistentVolumeClaim').tint);
    // But for the soft px at its edges.
    expect(glyph?.width).toBeGreaterThanOrEqual(11);
    expect(glyph?.height).toBeGreaterThanOrEqual(11);
    const [name] = written;
    expect(name?.text).toBe('data');
    expect(name?.x).toBeGreaterThan((glyph?.x ?? 0) + 12);
  },
);
