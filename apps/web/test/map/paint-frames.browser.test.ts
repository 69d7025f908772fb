import { layout, palette, rowsOf } from '@gcscope/picture';
import { expect, it } from 'vitest';
import { paintFrames } from '../../src/map/paint-frames.ts';
import { problemsOf } from '../../src/map/problems.ts';
import { AFAR_ZOOM } from '../../src/map/start-camera.ts';
import { drawing } from '../support/drawing.ts';
import { record } from '../support/record.ts';

const { frame, marks } = palette('light');

/** By namespace: the colour of its ground. */
function grounds(zoom: number): Readonly<Record<string, string>> {
  const blocked = { verdict: 'waits', rule: 'API-35', blockedBy: 'x' } as const;
  const lost = {
    verdict: 'goes',
    rule: 'CL-13',
    wrong: [{ index: 0, fault: 'dangling' }],
  } as const;
  const records = [
    record({ uid: 'b', namespace: 'blocked', beingDeleted: true, summary: blocked }),
    // The worse of two problems counts.
    record({ uid: 'g', namespace: 'blocked', summary: { verdict: 'goes', rule: 'CL-01' } }),
    record({ uid: 'w', namespace: 'wrong', summary: lost }),
    record({ uid: 'n', namespace: 'next', summary: { verdict: 'goes', rule: 'CL-01' } }),
    record({ uid: 't', namespace: 'terminating', beingDeleted: true }),
    record({ uid: 'c', namespace: 'calm' }),
  ];
  const rows = rowsOf(records);
  const placed = layout(rows);
  const { x, y } = placed.bounds;
  const pan = { x: 10 - x * zoom, y: 10 - y * zoom };
  const { brush, colourAt } = drawing({ zoom, pan }, 1400, 900);
  paintFrames(brush, placed, problemsOf(placed, rows.marks));
  return Object.fromEntries(
    placed.namespaces.map(({ namespace, x, y, width, height }) => [
      namespace,
      colourAt((x + width / 2) * zoom + pan.x, (y + height / 2) * zoom + pan.y),
    ]),
  );
}

it('from afar a namespace has the shade of the worst that is in it', () => {
  expect(grounds(AFAR_ZOOM)).toEqual({
    blocked: marks.blocked.fill,
    wrong: marks.blocked.fill,
    next: marks.goes.fill,
    terminating: marks.terminating.fill,
    calm: frame.fill,
  });
});

it('nearer, where cards say it, the shade is gone', () => {
  expect(new Set(Object.values(grounds(2 * AFAR_ZOOM)))).toEqual(new Set([frame.fill]));
});
