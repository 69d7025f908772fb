import type { Uid } from '@gcscope/gc-core/wire';
import { type Box, inflate, LEVEL, slotOf } from '@gcscope/picture';
import type { Core, NodeSingular } from 'cytoscape';
import type { MapRoute } from '../edges/map-routes.ts';
import { cardId, type MapElements } from '../elements/elements.ts';
import { AFAR_ZOOM, LINES_ZOOM, READABLE_ZOOM } from '../view/measures.ts';
import type { Arrangement } from '../world/arrangement.ts';
import type { Faces } from '../world/faces.ts';
import { indexOf, type ViewIndex } from '../world/view-index.ts';
import type { Backdrop } from './backdrop.ts';
import type { Brush } from './brush.ts';
import { directWays } from './direct-ways.ts';
import type { FarView } from './far-view.ts';
import type { FrameName } from './frame-name.ts';
import { type CardFace, isCardInView, paintCard, wordRoom } from './paint-cards.ts';
import { paintDirectEnds, paintDirectLines } from './paint-direct-lines.ts';
import { paintFrameNames } from './paint-frame-names.ts';
import { paintFrames } from './paint-frames.ts';
import { paintGroupName } from './paint-group-name.ts';
import { paintKinds } from './paint-kinds.ts';
import { paintProblems } from './paint-problems.ts';
import { paintReasons } from './paint-reasons.ts';
import { paintRectangles } from './paint-rectangles.ts';
import { paintRoutes } from './paint-routes.ts';
import { paintSelection } from './paint-selection.ts';
import { paintSmallCards } from './paint-small-cards.ts';
import { paintEdges, paintSheets } from './paint-stacks.ts';
import { paintTreeLines } from './paint-tree-lines.ts';
import { paintTreeNames } from './paint-tree-names.ts';
import { paintWholeName } from './paint-whole-name.ts';
import { footprint, type PaintedMark } from './painted-mark.ts';
import { roomBeside } from './room-beside.ts';

/** The sources of a drawing. */
export interface Scene {
  readonly cy: Core;
  readonly arrangement: Arrangement;
  readonly loaded: MapElements;
  readonly index: ViewIndex | undefined;
  readonly farView: FarView;
  readonly backdrop: Backdrop;
  readonly routes: readonly MapRoute[];
  /** Whether a route is that of the selected or the hovered object or edge. */
  readonly isMarked: (route: MapRoute) => 'selected' | 'hovered' | undefined;
  /** The selected object: its name is whole where there is room. */
  readonly selected: Uid | undefined;
  /** Whether the map is one side of a comparison. */
  readonly isCompared: boolean;
}

/** The drawn parts beside the cards: a click may hit them, and chips must not cover them. */
export interface Painted {
  readonly names: readonly FrameName[];
  /** A namespace in view is too small for its name. */
  readonly isAnyNameless: boolean;
  /** Whether some objects without a card have their name. */
  readonly isAnyNamed: boolean;
  /** Boxes of the reasons beside their cards, and of the whole name of the selected one. */
  readonly reasons: readonly Box[];
  readonly marks: readonly PaintedMark[];
  /** A card in view is crossed out. */
  readonly hasGone: boolean;
}

/** Drawing before the first frame. */
export const NOTHING_PAINTED: Painted = {
  names: [],
  isAnyNameless: false,
  isAnyNamed: false,
  reasons: [],
  marks: [],
  hasGone: false,
};

/** Draws what is behind Cytoscape's cards and what stands on them; both brushes may be the same one. */
export function paintMap(behind: Brush, above: Brush, scene: Scene): Painted {
  const { loaded } = scene;
  const { layout, problems, marks: states, faces } = scene.arrangement;
  const { records } = faces;
  const hasCard = (slot: number): boolean => loaded.cards.has(layout.uids[slot] ?? '');
  // Cards that load or travel change what is behind them.
  if (loaded.cards.size > 0) paintBehind(behind, scene, hasCard);
  else scene.backdrop.paint(behind, problems, (brush) => paintBehind(brush, scene, hasCard));
  const isAfar = above.zoom < LINES_ZOOM;
  const asked = isAfar ? scene.routes.filter(scene.isMarked) : [];
  const direct = directWays(above, asked, layout, scene.isMarked);
  if (isAfar) paintDirectLines(above, direct);
  else paintRoutes(above, scene.routes, scene.isMarked);
  // Names stand on grounds that cover lines: one through the letters would strike them out.
  const { names, group, isAnyNameless, write } = paintFrameNames(above, layout, problems);
  const cards = paintCards(behind, above, scene);
  const index = indexOf(layout, scene.index);
  const reached = new Set(scene.routes.map(({ owner }) => owner));
  const isReached = (slot: number): boolean => reached.has(slot);
  const named = paintTreeNames(above, {
    layout,
    index,
    faces,
    problems,
    marks: states,
    routes: scene.routes,
    hasCard,
    isReached,
    isCompared: scene.isCompared,
  });
  const selected = slotOf(layout, scene.selected ?? '') ?? -1;
  const isCut = named.has(selected) ? named.get(selected)?.isWhole === false : cards.isCut;
  const wide: Box[] = [];
  if (isCut && cards.selected && !scene.isCompared) {
    const others = [...named].filter(([slot]) => slot !== selected).map(([, name]) => name);
    const around = { layout, index, routes: scene.routes, names: [...names, ...others] };
    const whole = paintWholeName(above, cards.selected, roomBeside(above, around, selected));
    if (whole) wide.push(whole);
  }
  const ownName = named.get(selected);
  // The name covers the border of its card.
  if (ownName && wide.length === 0) paintSelection(above, ownName);
  write();
  const reasons = paintReasons(above, {
    layout,
    index,
    records,
    problems,
    routes: scene.routes,
    names: [...names, ...named.values(), ...wide],
    hasCard: (slot) => hasCard(slot) || named.has(slot),
    hasKind: (slot) => above.zoom >= READABLE_ZOOM || named.get(slot)?.hasKind === true,
    roomOnCard: wordRoom(above.zoom),
  });
  const recordsAt = { get: (uid: Uid) => faces.recordAt(uid) };
  const objects = { layout, records: recordsAt, marks: states, stacks: faces.stacks };
  paintKinds(above, objects, {
    cards: loaded.cards.keys(),
    named,
    routes: scene.routes,
    taken: [...names, ...reasons, ...wide],
  });
  // A card is a speck like the others from afar.
  const isRead = (slot: number): boolean =>
    above.zoom >= AFAR_ZOOM && (hasCard(slot) || named.has(slot));
  const marks = paintProblems(above, layout, problems, names, isRead);
  const markBoxes = marks.map((mark) => footprint(above, mark));
  paintGroupName(above, layout, group, [...names, ...markBoxes]);
  paintDirectEnds(above, direct);
  return {
    names,
    isAnyNameless,
    isAnyNamed: named.size > 0,
    reasons: [...reasons, ...wide],
    marks,
    hasGone: cards.hasGone,
  };
}

/** The card of the selected object, if it has one, whether its name is cut, and whether a card in view is crossed out. */
interface PaintedCards {
  readonly selected?: CardFace;
  readonly isCut: boolean;
  readonly hasGone: boolean;
}

function paintCards(behind: Brush, above: Brush, scene: Scene): PaintedCards {
  const { cy, loaded, arrangement } = scene;
  const { layout, faces } = arrangement;
  const { records, stacks } = faces;
  // Names an owner that is gone, too: the dependent's name keeps its cut.
  const nameOf = (slot = -1): string | undefined => faces.recordAt(layout.uids[slot] ?? '')?.name;
  const taken = placesTaken(loaded, records);
  let found: Pick<PaintedCards, 'selected' | 'isCut'> = { isCut: false };
  let hasGone = false;
  for (const card of loaded.cards.values()) {
    // Another object may stand by now where an absent one stood.
    const { position } = card;
    if (!records.has(card.uid) && taken.has(`${position.x} ${position.y}`)) continue;
    const element = cy.getElementById(cardId(card.uid)) as NodeSingular;
    // The place Cytoscape draws it at: on its way while cards travel.
    const { x, y } = element.position();
    const gone = element.hasClass('gone');
    const stack = stacks.get(card.uid);
    const slot = slotOf(layout, card.uid) ?? -1;
    if (stack) paintSheets(behind, stack, x, y);
    const face = {
      record: card.record,
      stack,
      mark: gone ? ('gone' as const) : card.data.mark,
      wrong: !gone && card.data.wrong,
      pale: card.data.context || gone,
      owner: nameOf(layout.parents[slot]),
      x,
      y,
    };
    const isCut = paintCard(above, face);
    hasGone ||= face.mark === 'gone' && isCardInView(above, face);
    if (card.uid === scene.selected) found = { selected: face, isCut };
  }
  return { ...found, hasGone };
}

/** Places of the objects of the map. */
function placesTaken({ cards }: MapElements, records: Faces['records']): ReadonlySet<string> {
  const there = [...cards.values()].filter(({ uid }) => records.has(uid));
  return new Set(there.map(({ position: { x, y } }) => `${x} ${y}`));
}

/** Draws frames, and objects without cards: from afar rectangles, nearer small cards and their lines. */
function paintBehind(brush: Brush, scene: Scene, hasCard: (slot: number) => boolean): void {
  const { index, farView, arrangement } = scene;
  const { layout, problems, faces, marks } = arrangement;
  paintFrames(brush, layout, problems);
  if (!index) return;
  const { zoom, pan, width, height } = brush;
  const isNear = zoom >= LINES_ZOOM;
  if (!isNear && farView.paint(brush, layout, marks)) return;
  const view = { x: -pan.x / zoom, y: -pan.y / zoom, width: width / zoom, height: height / zoom };
  // Lines lead out of the view, to owners and siblings.
  const slots = index.inBox(isNear ? inflate(view, LEVEL) : view).filter((slot) => !hasCard(slot));
  if (isNear) paintTreeLines(brush, arrangement, slots);
  paintEdges(brush, layout, faces.stacks, slots);
  if (zoom >= AFAR_ZOOM) paintSmallCards(brush, arrangement, slots);
  else paintRectangles(brush, layout, marks, slots);
}
