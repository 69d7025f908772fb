import type { NodeRecord } from '@gcscope/gc-core/wire';
import { layout, rowsOf } from '@gcscope/picture';
import { expect, it } from 'vitest';
import type { NamedTrees } from '../../../src/map/paint/name-rooms.ts';
import { drawNames } from '../../support/draw-tree-names.ts';
import { ownedBy, record } from '../../support/record.ts';

const root = record({ uid: 'root', name: 'api' });
const owners = [ownedBy(root)];
const wrong = [{ index: 0, finding: 'dangling' }] as const;
const lost = record({
  uid: 'lost',
  name: 'canary-weights',
  owners,
  summary: { verdict: 'goes', rule: 'CL-13', wrong },
});
const [before, behind] = [record({ uid: 'a', owners }), record({ uid: 'c', owners })];

interface Scene {
  readonly below?: readonly NodeRecord[];
  /** Corners of a line from the middle of the card, world px. */
  readonly line?: readonly number[];
  readonly isOwnLine?: boolean;
  readonly isCompared?: boolean;
  readonly zoom?: number;
}

/** Draws the name of an object with a problem between its siblings; returns its lines, and how much higher it is than other names. */
function drawn(scene: Scene): {
  readonly lines: readonly string[];
  readonly higher: number;
} {
  const { below = [], line = [], isOwnLine = false, isCompared = false, zoom = 0.23 } = scene;
  const records = [root, before, lost, behind, ...below];
  const placed = layout(rowsOf(records));
  const slot = placed.uids.indexOf(lost.uid);
  const middle = [placed.x[slot] ?? 0, placed.y[slot] ?? 0] as const;
  const points = line.map((each, at) => each + (middle[at % 2] ?? 0));
  const routes = [{ points, dependent: isOwnLine ? slot : -1 }];
  const fields: Partial<NamedTrees> = { layout: placed, routes, isCompared };
  const { written, boxes } = drawNames(records, fields, zoom);
  const heights = boxes.map(({ height }) => height);
  const lines = written.map(({ text }) => text).filter((text) => /^(can|w)/.test(text));
  return { lines, higher: Math.max(...heights) - Math.min(...heights) };
}

const CUT = [expect.stringMatching(/^can\w*…\w*ts$/)];

it('a name that would be cut is written on two lines where nothing stands below', () => {
  expect(drawn({})).toEqual({ lines: ['canary-', 'weights'], higher: 10 });
});

it('its own line does not keep it from that, one that runs below does', () => {
  expect(drawn({ line: [96, 0, 300, 0, 300, 90], isOwnLine: true }).lines).toHaveLength(2);
  expect(drawn({ line: [-300, 60, 300, 60] })).toEqual({ lines: CUT, higher: 0 });
});

it('the name of an owner is cut: its lines lead down', () => {
  const below = [record({ uid: 'd', owners: [ownedBy(lost)] })];
  expect(drawn({ below })).toEqual({ lines: CUT, higher: 0 });
});

it('where reasons stand below cards, and in a comparison, all names have one line', () => {
  expect(drawn({ zoom: 0.25 }).higher).toBe(0);
  expect(drawn({ isCompared: true }).higher).toBe(0);
});
