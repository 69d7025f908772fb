import type { NodeRecord } from '@gcscope/gc-core/wire';
import {
  type Box,
  CARD_HEIGHT,
  CARD_WIDTH,
  type Frame,
  layout,
  overlaps,
  palette,
  rowsOf,
} from '@gcscope/picture';
import { expect, it } from 'vitest';
import { TINY_LINE } from '../../../src/map/paint/name-lines.ts';
import { type FrameNames, paintFrameNames } from '../../../src/map/paint/paint-frame-names.ts';
import { paintGroupName } from '../../../src/map/paint/paint-group-name.ts';
import { paintProblems } from '../../../src/map/paint/paint-problems.ts';
import { footprint } from '../../../src/map/paint/painted-mark.ts';
import { MARK, problemsOf } from '../../../src/map/world/problems.ts';
import { drawing } from '../../support/drawing.ts';
import { record } from '../../support/record.ts';
import { bigWorld } from '../../support/shop-world.ts';

const PHONE = { width: 390, height: 600 };
/** Aspect of the world that the map lays out for a phone. */
const PHONE_ASPECT = 0.7;

const summary = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;

function calm(each: NodeRecord): NodeRecord {
  return { ...each, beingDeleted: false, summary: { verdict: 'stays', rule: 'AD-17' } };
}

/** The names of a world that fits a phone, and the namespaces of these. */
function namesOf(
  records: readonly NodeRecord[],
): FrameNames & { readonly named: readonly string[] } {
  const placed = layout(rowsOf(records), undefined, PHONE_ASPECT);
  const { x, y, width } = placed.bounds;
  const zoom = PHONE.width / width;
  const pan = { x: -x * zoom, y: -y * zoom };
  const { brush } = drawing({ zoom, pan }, PHONE.width, PHONE.height);
  const problems = problemsOf(placed, rowsOf(records).marks);
  const painted = paintFrameNames(brush, placed, problems);
  const named = painted.names.map(({ frame }) => placed.namespaces[frame]?.namespace ?? '');
  return { ...painted, named };
}

it('a namespace too small for its name has none, unless something in it has a problem', () => {
  const world = bigWorld(4000).map(calm);
  const before = namesOf(world);
  expect(before.isAnyNameless).toBe(true);
  const small = world.find(
    ({ namespace }) => namespace !== '' && !before.named.includes(namespace),
  );
  const after = namesOf(
    world.map((each) => (each === small ? { ...each, beingDeleted: true, summary } : each)),
  );
  expect(after.named).toContain(small?.namespace);
  for (const [at, name] of after.names.entries()) {
    expect(after.names.slice(at + 1).filter((other) => overlaps(name, other))).toEqual([]);
    expect(name.x >= 0 && name.x + name.width <= PHONE.width).toBe(true);
  }
});

it('what is wrong stands beside the name where there is room, and below it elsewhere', () => {
  const withProblems = (namespace: string, pods: number): NodeRecord[] =>
    Array.from({ length: pods }, (_, at) =>
      record({ uid: `${namespace}${at}`, namespace, beingDeleted: true, summary }),
    );
  const records = [...withProblems('wide', 900), ...withProblems('of-a-longer-name-than-it', 1)];
  const made = layout(rowsOf(records));
  const { x, y } = made.bounds;
  const zoom = 0.11;
  const [width, height] = [200 / zoom, 60 / zoom];
  const namespaces = made.namespaces.map((frame) =>
    frame.namespace === 'wide' ? frame : { ...frame, width, height },
  );
  const placed = { ...made, namespaces };
  const pan = { x: -x * zoom, y: -y * zoom };
  const { brush } = drawing({ zoom, pan }, 2000, 2000);
  const { names } = paintFrameNames(brush, placed, problemsOf(placed, rowsOf(records).marks));
  const heights = names.map(({ frame, height }) => [placed.namespaces[frame]?.namespace, height]);
  expect(Object.fromEntries(heights)).toEqual({
    wide: 17,
    'of-a-longer-name-than-it': 34,
  });
});

it('namespaces too small for their names have one together, which says how many there are', () => {
  const records = Array.from({ length: 400 }, (_, at) =>
    calm(record({ uid: `u${at}`, namespace: `preview-${400 + at}` })),
  );
  const textsOf = (world: readonly NodeRecord[], zoom: number): readonly string[] => {
    const rows = rowsOf(world);
    const placed = layout(rows);
    const { x, y, width, height } = placed.bounds;
    const pan = { x: -x * zoom, y: -y * zoom };
    const { brush, written } = drawing({ zoom, pan }, width * zoom, height * zoom);
    const { group, names } = paintFrameNames(brush, placed, problemsOf(placed, rows.marks));
    paintGroupName(brush, placed, group, names);
    return written.map(({ text }) => text);
  };
  expect(textsOf(records, 0.07)).toEqual(['400 smaller namespaces', 'Zoom in for their names']);
  const withProblem = records.map((each, at) =>
    at % 20 === 0 ? { ...each, beingDeleted: true, summary } : each,
  );
  expect(textsOf(withProblem, 0.05)).toEqual([
    '400 smaller namespaces',
    '20 with problems, outlined',
  ]);
  expect(textsOf(records, 0.19)).not.toContain('Zoom in for their names');
});

it('the name of all small namespaces covers no mark of a problem', () => {
  const records = Array.from({ length: 500 }, (_, at) => {
    const one = record({ uid: `u${at}`, namespace: `preview-${400 + at}` });
    return at < 260 ? { ...one, beingDeleted: true, summary } : calm(one);
  });
  const rows = rowsOf(records);
  const placed = layout(rows);
  // Each namespace has room for a mark, and none for a name.
  const zoom = 0.09;
  const { x, y, width, height } = placed.bounds;
  const pan = { x: -x * zoom, y: -y * zoom };
  const { brush } = drawing({ zoom, pan }, width * zoom, height * zoom);
  const problems = problemsOf(placed, rows.marks);
  const { group, names } = paintFrameNames(brush, placed, problems);
  const marks = paintProblems(brush, placed, problems, names, () => false);
  const boxes = marks.map((mark) => footprint(brush, mark));
  const among = paintGroupName(brush, placed, group, names);
  // A name in the middle of all would cover marks.
  expect(boxes.some((box) => among && overlaps(box, among))).toBe(true);
  const plate = paintGroupName(brush, placed, group, [...names, ...boxes]);
  expect(plate).toBeDefined();
  expect(boxes.filter((box) => plate && overlaps(box, plate))).toEqual([]);
});

it('from afar a name without room is not cut to fewer letters than tell it', () => {
  const world = [calm(record({ uid: 'a', namespace: 'cluster-scopes' }))];
  const zoom = 0.03;
  const room = (width: number): Partial<Frame> => ({ width: width / zoom, height: 20 / zoom });
  expect(paintedFrom(world, zoom, room(46)).names).toHaveLength(1);
  // `…pes` may be another.
  expect(paintedFrom(world, zoom, room(30)).names).toHaveLength(0);
});

/** Namespaces of one to nine objects, of which some have problems; each mark and each name at this zoom. */
function marksAndNames(zoom: number, everyProblem: number): ReturnType<typeof paintedFrom> {
  const small = Array.from({ length: 90 }, (_, at) =>
    Array.from({ length: 1 + (at % 9) }, (_, object) =>
      record({
        uid: `${at}-${object}`,
        namespace: `preview-${at + 400}`,
        ...(at % everyProblem === 0 && { beingDeleted: true, summary }),
      }),
    ),
  );
  return paintedFrom([...bigWorld(900).map(calm), ...small.flat()], zoom);
}

/** Names and marks of a world; its namespaces are as large as its layout makes them, or as said. */
function paintedFrom(
  records: readonly NodeRecord[],
  zoom: number,
  room?: Partial<Frame>,
  aspect?: number,
) {
  const made = layout(rowsOf(records), undefined, aspect);
  const placed = {
    ...made,
    namespaces: made.namespaces.map((frame) => ({ ...frame, ...room })),
  };
  const { x, y, width, height } = { ...placed.bounds, ...room };
  const pan = { x: 20 - x * zoom, y: 20 - y * zoom };
  const size = { width: Math.ceil(width * zoom) + 40, height: Math.ceil(height * zoom) + 40 };
  const { brush } = drawing({ zoom, pan }, size.width, size.height);
  const { context } = brush;
  const problems = problemsOf(placed, rowsOf(records).marks);
  const { names } = paintFrameNames(brush, placed, problems);
  const marks = paintProblems(brush, placed, problems, names, () => false).map((mark) => {
    const frame = placed.namespaces[placed.frames[mark.slot] ?? -1];
    if (!frame) throw new Error('A mark stands in no namespace.');
    const { size } = mark;
    return {
      box: { x: mark.x - size.width / 2, y: mark.y - size.height / 2, ...size },
      frame: {
        x: frame.x * zoom + pan.x,
        y: frame.y * zoom + pan.y,
        width: frame.width * zoom,
        height: frame.height * zoom,
      },
    };
  });
  const cards = placed.uids.map((_, slot) => {
    const middle = {
      x: (placed.x[slot] ?? 0) * zoom + pan.x,
      y: (placed.y[slot] ?? 0) * zoom + pan.y,
    };
    const [width, height] = [CARD_WIDTH * zoom, CARD_HEIGHT * zoom];
    const frame = placed.frames[slot];
    return { x: middle.x - width / 2, y: middle.y - height / 2, width, height, frame };
  });
  return { namespaces: placed.namespaces, marks, names, cards, context };
}

it.each([0.125, 0.16, 0.19, 0.3])('at zoom %d no name of a namespace lies on a card', (zoom) => {
  const world = bigWorld(600).map((each, at) =>
    at === 0 ? { ...each, beingDeleted: true, summary } : calm(each),
  );
  const { names, cards } = paintedFrom(world, zoom);
  expect(names.length).toBeGreaterThan(9);
  for (const name of names) expect(cards.filter((card) => overlaps(name, card))).toEqual([]);
});

it.each([0.105, 0.118, 0.16, 0.22])(
  'no name lies on a card of another namespace, also not that of a small one with a problem: at %d',
  (zoom) => {
    const summary = { verdict: 'waits', rule: 'FG-02', blockedBy: 'x' } as const;
    const withProblem = record({
      uid: 'held',
      namespace: 'preview-417',
      beingDeleted: true,
      summary,
    });
    const lease = Array.from({ length: 6 }, (_, at) =>
      record({ uid: `lease-${at}`, namespace: 'kube-node-lease' }),
    );
    const system = Array.from({ length: 25 }, (_, at) =>
      record({ uid: `system-${at}`, namespace: 'kube-system' }),
    );
    const world = [...bigWorld(300).map(calm), ...[...lease, ...system].map(calm), withProblem];
    for (const aspect of [0.7, 1, 1.5, 2]) {
      const { names, cards, namespaces } = paintedFrom(world, zoom, undefined, aspect);
      const named = new Set(names.map(({ frame }) => namespaces[frame]?.namespace));
      expect(named).toContain('preview-417');
      for (const name of names) {
        const covered = cards.filter((card) => card.frame !== name.frame && overlaps(name, card));
        expect(covered).toEqual([]);
      }
    }
  },
);

it('a large namespace of which the edge of the view cuts all but a little is not too small for its name', () => {
  const rows = rowsOf([record({ uid: 'u', namespace: 'kube-system' })]);
  const placed = layout(rows);
  const isAnyNameless = (x: number): boolean => {
    const { brush } = drawing({ zoom: 0.82, pan: { x, y: 20 } }, 400, 400);
    return paintFrameNames(brush, placed, problemsOf(placed, rows.marks)).isAnyNameless;
  };
  const [{ x = 0, width = 0 } = {}] = placed.namespaces;
  expect(isAnyNameless(380 - x * 0.82)).toBe(false);
  expect(isAnyNameless(20 - (x + width) * 0.82)).toBe(false);
});

it.each([0.16, 0.3, 0.6])(
  'a line runs over the ground of a name and under its letters: at %d',
  (zoom) => {
    const rows = rowsOf(Array.from({ length: 4 }, (_, at) => calm(record({ uid: `${at}` }))));
    const placed = layout(rows);
    const { brush, colourAt, boxOf, written } = drawing({ zoom, pan: { x: 20, y: 40 } });
    const { names, write } = paintFrameNames(brush, placed, problemsOf(placed, rows.marks));
    const [{ x = 0, y = 0, width = 0, height = 0 } = {}] = names;
    const { frame, text } = palette('light');
    expect([colourAt(x + 1, y + height / 2), written]).toEqual([frame.fill, []]);
    brush.context.fillStyle = '#ff0000';
    brush.context.fillRect(0, 0, 900, 600);
    write();
    expect(colourAt(x + width - 1, y + 1)).toBe('#ff0000');
    const row = Array.from({ length: width - 12 }, (_, at) => colourAt(x + 6 + at, y + height / 2));
    expect(row).not.toContain('#ff0000');
    // Around the letters.
    const halo = boxOf(frame.fill);
    expect(halo && overlaps(halo, { x, y, width, height })).toBe(true);
    expect(boxOf(text)).toBeDefined();
  },
);

it.each([0.03, 0.045, 0.06, 0.08, 0.12, 0.17])('at zoom %d no mark covers a name', (zoom) => {
  for (const everyProblem of [2, 30]) {
    const { marks, names } = marksAndNames(zoom, everyProblem);
    expect(marks.length).toBeGreaterThan(0);
    expect(names.length).toBeGreaterThan(0);
    const written = names.flatMap((name) => name.lines ?? [name]);
    for (const { box } of marks) {
      expect(written.filter((line) => overlaps(line, box))).toEqual([]);
    }
  }
});

it('a mark stands in its own namespace', () => {
  for (const { box, frame } of marksAndNames(0.08, 2).marks) {
    // The last digits of sums of fractions differ.
    expect(box.x).toBeGreaterThan(frame.x - 0.01);
    expect(box.x + box.width).toBeLessThan(frame.x + frame.width + 0.01);
    expect(box.y).toBeGreaterThan(frame.y - 0.01);
    expect(box.y + box.height).toBeLessThan(frame.y + frame.height + 0.01);
  }
});

it('a name that has room in smaller letters is not cut', () => {
  const zoom = 0.1;
  const room = { width: 58 / zoom, height: 40 / zoom };
  const { names } = paintedFrom([calm(record({ uid: 'u', namespace: 'preview-417' }))], zoom, room);
  expect(names).toHaveLength(1);
  for (const { height } of names) expect([TINY_LINE, 2 * TINY_LINE]).toContain(height);
});

it('each of a thousand marks has its sign', () => {
  const records = Array.from({ length: 1000 }, (_, at) =>
    record({ uid: `u${at}`, namespace: `n${at}`, beingDeleted: true, summary }),
  );
  const { marks, context } = paintedFrom(records, 0.068);
  expect(marks.length).toBeGreaterThan(900);
  for (const { box } of marks) {
    const { x, y, width, height } = box;
    const { data } = context.getImageData(x + 2, y + 2, width - 4, height - 4);
    const shades = new Set(data.filter((_, at) => at % 4 === 1));
    expect(shades.size).toBeGreaterThan(1);
  }
});

it('a visible mark stands for each problem in its namespace, at the zoom of an overview', () => {
  const zoom = 0.02;
  const world = bigWorld(300).map(calm);
  const withProblem = new Set(world.filter((_, at) => at % 30 === 0).map(({ uid }) => uid));
  expect(withProblem.size).toBe(10);
  const records = world.map((each) =>
    withProblem.has(each.uid) ? { ...each, beingDeleted: true, summary } : each,
  );
  const { marks, context } = paintedFrom(records, zoom);
  const placed = layout(rowsOf(records));
  const red = palette('light').marks.blocked.sign;
  for (const { box } of marks) expect(hasColour(context, box, red)).toBe(true);
  const { x, y } = placed.bounds;
  for (const uid of withProblem) {
    const frame = placed.namespaces[placed.frames[placed.uids.indexOf(uid)] ?? -1];
    const left = 20 + ((frame?.x ?? 0) - x) * zoom;
    const top = 20 + ((frame?.y ?? 0) - y) * zoom;
    const isIn = ({ box }: (typeof marks)[number]): boolean =>
      box.x > left - MARK &&
      box.x < left + (frame?.width ?? 0) * zoom &&
      box.y > top - MARK &&
      box.y < top + (frame?.height ?? 0) * zoom;
    expect(marks.some(isIn), uid).toBe(true);
  }
});

/** Whether most px in the middle of a box are of a colour: the rest is the sign. */
function hasColour(context: CanvasRenderingContext2D, box: Box, colour: string): boolean {
  const [x, y] = [Math.round(box.x) + 1, Math.round(box.y) + 1];
  const { data } = context.getImageData(x, y, box.width - 2, box.height - 2);
  const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  let found = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (wanted.every((value, part) => data[at + part] === value)) found++;
  }
  return found > data.length / 4 / 4;
}

it('names above cards stand at one height in a row, each between the sides of its frame, whole while the smallest letters have room', () => {
  const going = { verdict: 'goes', rule: 'CL-01' } as const;
  const long = 'preview-of-yesterday-and-before-4170';
  const labels = [
    'shop',
    'shop-eu-alpha-24',
    'shop-eu-gamma-101',
    'payments-of-eu-gamma-101',
    long,
  ];
  const rows = rowsOf(
    labels.map((namespace) => record({ uid: namespace, namespace, summary: going })),
  );
  const made = layout(rows);
  const zoom = 0.25;
  const width = 110 / zoom;
  const namespaces = made.namespaces.map((frame, at) => {
    return { ...frame, x: at * (width + 56), y: 0, width, height: 400 };
  });
  const placed = { ...made, namespaces };
  const { brush, written } = drawing({ zoom, pan: { x: 20, y: 20 } });
  const { names, write } = paintFrameNames(brush, placed, problemsOf(placed, rows.marks));
  write();
  expect(names).toHaveLength(labels.length);
  expect(new Set(names.map(({ y, height }) => y + height / 2)).size).toBe(1);
  for (const { frame, x, width } of names) {
    const left = (namespaces[frame]?.x ?? 0) * zoom + 20;
    expect(x).toBeGreaterThanOrEqual(left);
    expect(x + width).toBeLessThanOrEqual(left + 110);
  }
  const texts = written.map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(labels.slice(0, 3)));
  expect(
    texts.filter((text) => text.includes('…')).every((text) => /^….*-(101|4170)$/.test(text)),
  ).toBe(true);
});
