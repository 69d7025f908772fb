import type { Box } from './geometry.ts';
import type { DiskOfNode, NodePicture } from './node-picture.ts';
import { GOES, IN_USE, PINNED, type Sign, stateSign } from './node-signs.ts';
import { freedPattern, nodeStyle } from './node-style.ts';
import { usedShare } from './node-svg-disk.ts';
import { bytesOf, imageWeights } from './node-svg-images.ts';
import { type Palette, palette, type Theme } from './palette.ts';
import { svgStyle } from './svg-style.ts';
import { treemap } from './treemap.ts';

const WIDTH = 320;
const HEIGHT = 132;
const MARGIN = 12;
const GAP = 8;
const BAR = 10;
const LARGEST_CELL = 34;
/** More are not told apart in a small picture. */
const MOST_CELLS = 40;
const MOST_IMAGES = 30;
const LEAST_SHARE = 0.04;

/** One container, sandbox or log: colour and sign mark one that goes. */
interface Cell {
  readonly goes: boolean;
  readonly sign?: Sign;
}

/**
 * A small picture of a node, without text. Each pod has a frame with a square for each container; sandboxes and logs have
 * frames, too. A treemap shows the images by size, and a bar shows how full their filesystem is. Colour and sign mark what
 * the kubelet removes.
 */
export function drawNodeMiniature(
  picture: NodePicture,
  options: { readonly theme: Theme },
): string {
  const colours = palette(options.theme);
  const { images, disk } = picture;
  const groups = groupsOf(picture);
  const height = HEIGHT - 2 * MARGIN - (disk ? BAR + GAP : 0);
  const all = { x: MARGIN, y: MARGIN, width: WIDTH - 2 * MARGIN, height };
  const half = (all.width - GAP) / 2;
  const left = images.length === 0 ? all : { ...all, width: half };
  const right = groups.length === 0 ? all : { ...all, x: all.x + half + GAP, width: half };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<style>${svgStyle(colours)}${nodeStyle(colours)}</style><defs>${freedPattern(colours)}</defs>`,
    svgGroups(groups, left),
    svgTiles(picture, right),
    disk ? svgBar(disk, bytesOf(images.filter(({ goes }) => goes)), colours) : '',
    '</svg>',
  ].join('');
}

function groupsOf({ pods, others }: NodePicture): readonly (readonly Cell[])[] {
  const ofPods = pods.map(({ units }) =>
    units.flatMap(({ containers }) =>
      containers.map(({ goes, state }): Cell => ({ goes, sign: goes ? GOES : stateSign(state) })),
    ),
  );
  const ofOthers = others.map(({ goes, all }) =>
    Array.from(
      { length: Math.min(all, MOST_CELLS) },
      (_, at): Cell => (at < goes ? { goes: true, sign: GOES } : { goes: false }),
    ),
  );
  return [...ofPods, ...ofOthers]
    .filter((cells) => cells.length > 0)
    .map((cells) => cells.slice(0, MOST_CELLS))
    .slice(0, MOST_CELLS);
}

function svgGroups(groups: readonly (readonly Cell[])[], area: Box): string {
  const boxes = treemap(
    // A frame with one item still needs room for its border.
    groups.map((cells) => cells.length + 1),
    { width: area.width, height: area.height, gap: GAP },
  );
  return placed(area, boxes, (box, at) => svgGroup(groups[at] ?? [], box));
}

function svgGroup(cells: readonly Cell[], { width, height }: Box): string {
  const room = { width: width - 8, height: height - 8 };
  const size = cellSize(cells.length, room.width, room.height);
  const across = Math.max(1, Math.floor(room.width / size));
  const squares = cells.map(({ goes, sign }, at) => {
    const x = 4 + (at % across) * size;
    const y = 4 + Math.floor(at / across) * size;
    return svgMarked(goes, sign, { x: x + 1, y: y + 1, width: size - 2, height: size - 2 });
  });
  return `<rect class="frame" width="${width}" height="${height}" rx="6"/>${squares.join('')}`;
}

/** The side of the largest squares of which so many have room. */
function cellSize(count: number, width: number, height: number): number {
  for (let size = LARGEST_CELL; size > 4; size--) {
    if (Math.floor(width / size) * Math.floor(height / size) >= count) return size;
  }
  return 4;
}

function svgTiles({ images }: NodePicture, area: Box): string {
  const drawn = images.toSorted((a, b) => Number(b.goes) - Number(a.goes)).slice(0, MOST_IMAGES);
  const boxes = treemap(imageWeights(drawn, LEAST_SHARE), {
    width: area.width,
    height: area.height,
    gap: 3,
  });
  return placed(area, boxes, ({ width, height }, at) => {
    const { goes = false, pinned = false, inUse = false } = drawn[at] ?? {};
    const stays = pinned ? PINNED : inUse ? IN_USE : undefined;
    return svgMarked(goes, goes ? GOES : stays, { x: 0, y: 0, width, height });
  });
}

function placed(area: Box, boxes: readonly Box[], draw: (box: Box, at: number) => string): string {
  return boxes
    .map(
      (box, at) =>
        `<g transform="translate(${area.x + box.x} ${area.y + box.y})">${draw(box, at)}</g>`,
    )
    .join('');
}

/** A rectangle with its sign in the middle, as large as it has room for. */
function svgMarked(goes: boolean, sign: Sign | undefined, { x, y, width, height }: Box): string {
  const side = Math.min(18, width - 4, height - 4);
  const drawn =
    sign && side > 0
      ? `<path class="sign" transform="translate(${x + (width - side) / 2} ${y + (height - side) / 2})scale(${side / 16})" d="${sign.path}"/>`
      : '';
  return `<g class="${goes ? 'goes' : 'calm'}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3"/>${drawn}</g>`;
}

function svgBar(disk: DiskOfNode, freedBytes: number, { edgeBlocking }: Palette): string {
  const width = WIDTH - 2 * MARGIN;
  const y = HEIGHT - MARGIN - BAR;
  const used = usedShare(disk) * width;
  const freed = Math.min(
    used,
    disk.capacityBytes > 0 ? (freedBytes / disk.capacityBytes) * width : 0,
  );
  const part = (from: number, length: number, name: string): string =>
    length > 0
      ? `<rect class="${name}" x="${MARGIN + from}" y="${y}" width="${length}" height="${BAR}"/>`
      : '';
  const thresholds = [disk.lowThresholdPercent, disk.highThresholdPercent].map((percent) => {
    const x = MARGIN + Math.min(1, Math.max(0, percent / 100)) * width;
    return Number.isFinite(x)
      ? `<path d="M${x} ${y - 3}v${BAR + 6}" stroke="${edgeBlocking}" stroke-width="2"/>`
      : '';
  });
  return [
    part(0, width, 'frame'),
    part(0, used - freed, 'calm'),
    part(used - freed, freed, 'freed'),
    ...thresholds,
  ].join('');
}
