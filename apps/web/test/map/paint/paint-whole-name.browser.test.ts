import type { NodeRecord } from '@gcscope/gc-core/wire';
import { slotOf } from '@gcscope/picture';
import cytoscape from 'cytoscape';
import { beforeAll, expect, it } from 'vitest';
import { GraphStore } from '../../../src/data/graph-store.ts';
import { wholeGraph } from '../../../src/data/selection.ts';
import { toMapRoute } from '../../../src/map/edges/map-routes.ts';
import { cardId } from '../../../src/map/elements/elements.ts';
import { Backdrop } from '../../../src/map/paint/backdrop.ts';
import { loadFonts } from '../../../src/map/paint/brush.ts';
import { FarView } from '../../../src/map/paint/far-view.ts';
import { paintMap } from '../../../src/map/paint/paint-map.ts';
import { Arrangement } from '../../../src/map/world/arrangement.ts';
import { drawing } from '../../support/drawing.ts';
import { ownedBy, record } from '../../support/record.ts';

beforeAll(loadFonts);

const LONG = 'recommendations-of-the-neighbourhood-shop-5c8d9f7b4-abcde-of-today';
const owner = record({ uid: 'owner', kind: 'Deployment', name: 'recommendations' });
const alone = record({ uid: 'long', name: LONG, owners: [ownedBy(owner)] });
const siblings = ['a', 'b', 'c', 'd', 'e'].map((uid) =>
  record({ uid, kind: `Kind${uid}`, name: `${LONG}-${uid}`, owners: [ownedBy(owner)] }),
);

interface Shown {
  readonly isCompared?: boolean;
  /** A line to the right of the card, from above its row to below it. */
  readonly isCrossed?: boolean;
  /** The view is too narrow for the name beside anything else. */
  readonly isNarrow?: boolean;
}

/** Whether the name of the selected object is written whole on a map of these objects. */
function isWhole(
  records: readonly NodeRecord[],
  selected: string,
  { isCompared = false, isCrossed = false, isNarrow = false }: Shown = {},
): boolean {
  const own = records.find(({ uid }) => uid === selected);
  const arrangement = new Arrangement();
  const store = new GraphStore(records);
  arrangement.arrange(store, wholeGraph(), { width: 1400, height: 900 }, false);
  const { layout } = arrangement;
  const slot = slotOf(layout, selected) ?? -1;
  const [x = 0, y = 0] = [layout.x[slot], layout.y[slot]];
  const width = isNarrow ? 580 : 1400;
  const made = drawing({ zoom: 1, pan: { x: width / 2 - x, y: 450 - y } }, width, 900);
  const cy = cytoscape({
    headless: true,
    layout: { name: 'preset' },
    elements: [{ data: { id: cardId(selected) }, position: { x, y } }],
  });
  const face = { uid: selected, record: own, position: { x, y } };
  const card = { ...face, data: { mark: 'calm', wrong: false, context: false } };
  const points = [x + 130, y - 100, x + 130, y + 100];
  paintMap(made.brush, made.brush, {
    cy,
    arrangement,
    loaded: { cards: new Map([[selected, card as never]]), edges: new Map() },
    index: undefined,
    farView: new FarView(),
    backdrop: new Backdrop(1),
    routes: isCrossed ? [toMapRoute({ dependent: 99, owner: 98, traits: 0, points })] : [],
    isMarked: () => undefined,
    selected,
    isCompared,
  });
  return made.written.some(({ text }) => text === own?.name);
}

it('the card of the selected object is as wide as its name where there is free room', () => {
  expect(isWhole([owner, alone], 'long')).toBe(true);
});

it('it covers no other card, and no line', () => {
  expect(isWhole([owner, ...siblings], 'a')).toBe(false);
  expect(isWhole([owner, alone], 'long', { isCrossed: true })).toBe(true);
  expect(isWhole([owner, alone], 'long', { isCrossed: true, isNarrow: true })).toBe(false);
  const beside = record({ uid: 'beside', kind: 'Secret', owners: [ownedBy(owner)] });
  expect(isWhole([owner, alone, beside], 'long')).toBe(true);
  expect(isWhole([owner, alone, beside], 'long', { isNarrow: true })).toBe(false);
});

it('in a comparison no card is wider than the others', () => {
  expect(isWhole([owner, alone], 'long', { isCompared: true })).toBe(false);
});
