import { glyphOf, MARKS, type Palette, palette } from '@gcscope/picture';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadFonts } from '../../../src/map/paint/brush.ts';
import { type CardFace, paintCard } from '../../../src/map/paint/paint-cards.ts';
import { AFAR_ZOOM, CARD_NAMES_ZOOM } from '../../../src/map/view/measures.ts';
import { type Drawing, drawing } from '../../support/drawing.ts';
import { record } from '../../support/record.ts';

beforeAll(loadFonts);

/** A card in the middle of a small canvas. */
function drawn(zoom: number, fields: Partial<CardFace> = {}): Drawing {
  const made = drawing({ zoom, pan: { x: 150, y: 40 } }, 300, 80);
  const face = {
    stack: undefined,
    mark: 'calm',
    wrong: false,
    pale: false,
    owner: undefined,
    x: 0,
    y: 0,
  } as const;
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

it('from afar a card has no sign of its own where a mark stands for it', () => {
  const sign = palette('light').marks.blocked.sign;
  const face = { record: record({ uid: 'u', beingDeleted: true }), mark: 'blocked' } as const;
  expect(drawn(AFAR_ZOOM, face).boxOf(sign)).toBeDefined();
  expect(drawn(AFAR_ZOOM - 0.01, face).boxOf(sign)).toBeUndefined();
  const unread = { ...face, mark: 'not-verified' } as const;
  expect(
    drawn(AFAR_ZOOM - 0.01, unread).boxOf(palette('light').marks['not-verified'].sign),
  ).toBeDefined();
});

it('where its card has one line, a name leaves out what repeats the owner', () => {
  const face = { record: record({ uid: 'u', name: 'web-config' }), owner: 'web' } as const;
  const texts = (zoom: number): string[] => drawn(zoom, face).written.map(({ text }) => text);
  expect(texts(0.36)).toEqual(['-config']);
  expect(texts(1)).toContain('web-config');
});

it('a name too long for one line is whole on two, and the kind stands behind it where it has room', () => {
  const lines = (name: string, more: Partial<CardFace['record']> = {}) =>
    drawn(0.68, { record: record({ uid: 'u', name, kind: 'Pod', ...more }) }).written.map(
      ({ text, x, y }) => ({ text, x, y }),
    );
  const [first, second, kind] = lines('api-hr4hckfcvk-228s2');
  expect([first, second, kind].map((each) => each?.text)).toEqual([
    'api-hr4hckfcvk-',
    '228s2',
    'Pod',
  ]);
  expect(second?.x).toBe(first?.x);
  expect(second?.y).toBeGreaterThan((first?.y ?? 0) + 9);
  expect(kind?.y).toBe(second?.y);
  expect(kind?.x).toBeGreaterThan((second?.x ?? 0) + 20);
  const texts = (...args: Parameters<typeof lines>): string[] =>
    lines(...args).map(({ text }) => text);
  expect(texts('checkout-5lpdq52nll-7qsc9')).toEqual(['checkout-', '5lpdq52nll-7qsc9']);
  // A name with room on one line in smaller letters stays on it.
  const [one, below] = lines('kube-proxy-mrxnv');
  expect([one?.text, below?.text]).toEqual(['kube-proxy-mrxnv', 'Pod']);
  expect(below?.y).toBeGreaterThan(one?.y ?? 0);
  // A card with one line is high enough from half its size on; its kind stands below it.
  const at = (zoom: number): string[] =>
    drawn(zoom, {
      record: record({ uid: 'u', name: 'kube-root-ca.crt', kind: 'Pod' }),
    }).written.map(({ text }) => text);
  expect(at(0.5)).toEqual(['kube-root-ca.', 'crt']);
  expect(at(0.49)).toEqual([expect.stringContaining('…')]);
  // Letters do not say the kind, and a sign needs its line.
  expect(texts('api-hr4hckfcvk-228s2', { apiVersion: 'example.com/v1', kind: 'Widget' })).toContain(
    'Widget',
  );
  const held = { record: record({ uid: 'u', name: 'api-hr4hckfcvk-228s2', beingDeleted: true }) };
  const [cut = ''] = drawn(0.68, { ...held, mark: 'terminating' }).written.map(({ text }) => text);
  expect(cut).toContain('…');
});

it('no line with a kind begins with a number, which would be read as a count', () => {
  const textsOf = (name: string, kind: string): string[] =>
    drawn(0.65, { record: record({ uid: 'u', name, kind }) }).written.map(({ text }) => text);
  const claim = 'PersistentVolumeClaim';
  expect(textsOf('data-ledgers-db-0-15', claim)).toEqual(['data-ledgers-', 'db-0-15', 'pvc']);
  expect(textsOf('report-nightly-29384412', 'Pod')).toEqual(['report-', 'nightly-29384412']);
  // The word before it has no room for the number: the glyph alone says the kind.
  const [word, number] = ['configurationofall-', '29384412'];
  expect(textsOf(`${word}${number}`, claim)).toEqual([word, number]);
  // A part that begins with a letter is no count.
  expect(textsOf('api-hr4hckfcvk-22s28', 'Pod')).toEqual(['api-hr4hckfcvk-', '22s28', 'Pod']);
});

/** A Secret whose owner is missing; the collector will delete it. */
const LOST = {
  record: record({
    uid: 'u',
    kind: 'PersistentVolumeClaim',
    summary: { verdict: 'goes', rule: 'CL-13', wrong: [{ index: 0, finding: 'dangling' }] },
  }),
  mark: 'goes',
  wrong: true,
} as const;

it.each([
  [1, ['pvc']],
  [0.7, []],
])(
  'on the second line, the word of the worst sign is whole, and the kind short or left out: at %d',
  (zoom, kinds) => {
    const word = 'owner is missing';
    const [name, ...second] = drawn(zoom, LOST).written.map(({ text }) => text);
    expect(name).toBe('u');
    expect(second).toContain(word);
    // The other sign has no room for its word.
    expect(second).not.toContain('goes next');
    expect(second.filter((text) => text !== word)).toEqual(kinds);
  },
);

it('a blocked card says by what it is blocked where that has room: else that stands beside it', () => {
  const blocked = (blockedBy: string): string[] => {
    const summary = { verdict: 'waits', rule: 'API-35', blockedBy } as const;
    const face = { record: record({ uid: 'u', kind: 'Pod', summary }), mark: 'blocked' } as const;
    return drawn(1, face).written.map(({ text }) => text);
  };
  expect(blocked('finalizer e.com/hold')).toEqual(['u', 'e.com/hold', 'Pod']);
  expect(blocked('finalizer audit.of-all-days.example.com/hold')).toEqual(['u', 'Pod']);
});

it('a card that is blocked and has a wrong reference says what blocks it; the other sign stands beside the name', () => {
  const wrong = [{ index: 0, finding: 'dangling' }] as const;
  const blockedBy = 'finalizer e.com/hold';
  const summary = { verdict: 'waits', rule: 'API-35', blockedBy, wrong } as const;
  const face = {
    record: record({ uid: 'u', kind: 'Pod', summary }),
    mark: 'blocked',
    wrong: true,
  } as const;
  const texts = drawn(1, face).written.map(({ text }) => text);
  expect(texts).toContain('e.com/hold');
  expect(texts).not.toContain('owner is missing');
});

it('a short kind stays whole beside the word of the only sign', () => {
  const summary = { verdict: 'goes', rule: 'CL-01' } as const;
  const face = {
    record: record({ uid: 'u', apiVersion: 'batch/v1', kind: 'Job', summary }),
    mark: 'goes',
  } as const;
  expect(drawn(1, face).written.map(({ text }) => text)).toEqual(['u', 'goes next', 'Job']);
});

it.each([0.72, 0.86, 1])(
  'no kind that a glyph tells is cut: it is whole, or has its short name, or is left out: at %d',
  (zoom) => {
    const lastOf = (apiVersion: string, kind: string): string | undefined => {
      const summary = { verdict: 'waits', rule: 'API-35' } as const;
      const face = { record: record({ uid: 'u', apiVersion, kind, summary }) } as const;
      return drawn(zoom, { ...face, mark: 'terminating' }).written.at(-1)?.text;
    };
    expect(lastOf('apps/v1', 'Deployment')).toBe(zoom === 1 ? 'Deployment' : 'deploy');
    expect(lastOf('v1', 'Namespace')).toMatch(/^(Namespace|ns)$/);
    expect(lastOf('discovery.k8s.io/v1', 'EndpointSlice')).toMatch(/^(EndpointSlice|terminating)$/);
    expect(lastOf('example.com/v1', 'DatabaseBackupSchedule')).toMatch(/^Data\w*…\w*le$/);
  },
);

it('an owner in foreground deletion says that it waits for dependents, as in an SVG', () => {
  const owner = record({
    uid: 'u',
    kind: 'ConfigMap',
    beingDeleted: true,
    deletingDependents: true,
  });
  const texts = (fields: Partial<CardFace>): string[] =>
    drawn(1, fields).written.map(({ text }) => text);
  expect(texts({ record: owner, mark: 'terminating' })).toContain('waits for dependents');
  const other = { ...owner, deletingDependents: false };
  expect(texts({ record: other, mark: 'terminating' })).toContain('terminating');
  expect(texts({ record: owner, mark: 'gone' })).not.toContain('waits for dependents');
});

it('what is gone keeps the cut of its name, and its cross leaves the name alone', () => {
  const face = { record: record({ uid: 'u', name: 'web-449rrrk49q' }), owner: 'web' } as const;
  const lines = vi.spyOn(CanvasRenderingContext2D.prototype, 'lineTo');
  for (const zoom of [CARD_NAMES_ZOOM, 0.36, 0.54]) {
    const before = drawn(zoom, face);
    lines.mockClear();
    const gone = drawn(zoom, { ...face, mark: 'gone' });
    expect(gone.written).toEqual(before.written);
    const ends = lines.mock.calls.map(([x]) => x);
    expect(ends).toHaveLength(2);
    expect(Math.max(...ends)).toBeLessThan(gone.written[0]?.x ?? 0);
  }
});

it.each(['light', 'dark'] as const)(
  'what is written on a pale card has 4.5 : 1 or more: in %s',
  (theme) => {
    const colours = palette(theme);
    const weak: string[] = [];
    for (const mark of MARKS) {
      for (const zoom of [0.36, 1]) {
        const { brush } = drawing({ zoom, pan: { x: 150, y: 40 } }, 300, 80);
        const write = vi.mocked(brush.context.fillText).mockImplementation((text) => {
          const { fillStyle, globalAlpha } = brush.context;
          const ratio = contrast(mixed(`${fillStyle}`, colours.frame.fill, globalAlpha), colours);
          if (ratio < 4.5) weak.push(`${mark} ${text} ${ratio.toFixed(1)}`);
        });
        const face = {
          stack: undefined,
          mark,
          wrong: false,
          pale: true,
          owner: undefined,
        } as const;
        const written = record({ uid: 'u', name: 'web', apiVersion: 'v1', kind: 'Pod' });
        paintCard({ ...brush, colours }, { ...face, record: written, x: 0, y: 0 });
        expect(write).toHaveBeenCalled();
      }
    }
    expect(weak).toEqual([]);
  },
);

function channels(colour: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** A colour as it is seen on a ground. */
function mixed(colour: string, ground: string, alpha: number): readonly number[] {
  const below = channels(ground);
  return channels(colour).map((part, at) => part * alpha + (below[at] ?? 0) * (1 - alpha));
}

/** Contrast with the ground of a frame, which a pale card has. */
function contrast(colour: readonly number[], { frame }: Palette): number {
  const [light = 0, dark = 0] = [luminance(colour), luminance(channels(frame.fill))].sort(
    (one, other) => other - one,
  );
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
