import { type Box, briefKind } from '@gcscope/picture';
import { READABLE_ZOOM, REASONS_ZOOM } from '../view/measures.ts';
import { inView, onScreen } from '../view/on-screen.ts';
import type { Records } from '../world/faces.ts';
import { type MapProblems, type ProblemMark, problemLook } from '../world/problems.ts';
import { type Brush, setFont, textWidth } from './brush.ts';
import { blockedBy, blockerReasons, reasonsBeside } from './describe-reasons.ts';
import { type Asked, type PlacedReason, type PlacingScene, placeReasons } from './place-reasons.ts';

/** CSS px, while cards have one line; then as large as the second line of a card. */
const SIZE = 9.5;
const LINE = 11;
const growth = (zoom: number): number => Math.max(1, (10.5 * zoom) / SIZE);

/** The objects that may have reasons, and the obstacles of these. */
export interface ReasonsScene extends Pick<PlacingScene, 'layout' | 'index' | 'routes' | 'names'> {
  readonly records: Pick<Records, 'get'>;
  readonly problems: MapProblems;
  readonly hasCard: (slot: number) => boolean;
  /** Whether the kind stands beside the name. */
  readonly hasKind: (slot: number) => boolean;
  /** Room for a reason on the second line of a card, CSS px. */
  readonly roomOnCard: number;
}

/**
 * Writes the reason of each blocked object and of each wrong reference that has no room on a second line of its card, behind the kind if
 * that has no room elsewhere. Returns the boxes of the reasons.
 */
export function paintReasons(brush: Brush, scene: ReasonsScene): readonly Box[] {
  const { zoom, pan, width } = brush;
  if (zoom < REASONS_ZOOM) return [];
  setFont(brush, SIZE * growth(zoom), 600);
  const widthOf = (text: string): number => textWidth(brush, text);
  const { layout, problems, hasCard } = scene;
  const isMiddleInView = (slot: number): boolean => {
    const [x = 0, y = 0] = [layout.x[slot], layout.y[slot]];
    return inView(brush, onScreen(brush, { x, y, width: 0, height: 0 }));
  };
  const marks = problems.marks.filter(
    (mark) => isSaid(mark) && isMiddleInView(mark.slot) && hasCard(mark.slot),
  );
  const withReasons = new Set(marks.map(({ slot }) => slot));
  // The worst last, as they are drawn: they come first to a place.
  const asked = marks.reverse().flatMap((mark) => askedAt(mark, scene, zoom, widthOf) ?? []);
  const lineHeight = LINE * growth(zoom);
  const placed = placeReasons(
    { ...scene, withReasons, zoom, pan, width, widthOf, lineHeight },
    asked,
  );
  for (const each of placed) paintReason(brush, each);
  return placed.map(({ place }) => place);
}

function isSaid({ state }: ProblemMark): boolean {
  return state === 'blocked' || state === 'wrong';
}

function askedAt(
  mark: ProblemMark,
  { layout, records, hasKind, roomOnCard }: ReasonsScene,
  zoom: number,
  widthOf: PlacingScene['widthOf'],
): Asked | undefined {
  const record = records.get(layout.uids[mark.slot] ?? '');
  if (!record) return undefined;
  const isShort = (reason: string): boolean =>
    zoom >= READABLE_ZOOM && widthOf(reason) <= roomOnCard;
  const reasons = reasonsBeside(record, mark.state, isShort);
  const kind = briefKind(record.kind);
  const words = hasKind(mark.slot)
    ? reasons
    : reasons.flatMap((reason) => [`${kind}: ${reason}`, reason]);
  const [cause = '', ...shorter] = mark.state === 'blocked' ? blockerReasons(record) : [];
  return { mark, words, ways: blockedBy(cause) ? [cause, ...shorter] : [] };
}

function paintReason(brush: Brush, { mark, lines, place, isOnLines }: PlacedReason): void {
  const { context, colours } = brush;
  const { colour, fill } = problemLook(mark.state, colours);
  const height = place.height / lines.length;
  if (isOnLines) {
    context.fillStyle = fill;
    context.beginPath();
    context.roundRect(place.x - 2, place.y, place.width + 4, place.height, 3);
    context.fill();
  }
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = colour;
  lines.forEach((line, at) => {
    context.fillText(line, place.x, place.y + height * (at + 0.5) + 0.5);
  });
}
