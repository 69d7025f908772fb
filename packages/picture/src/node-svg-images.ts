import { counted, formatAge, formatBytes, shortReason, sizeOf } from '@gcscope/gc-core/wire';
import { describeGoing, describePlan } from './describe-plan.ts';
import type { Box } from './geometry.ts';
import type { ImageOnNode } from './node-picture.ts';
import { GOES, IN_USE, PINNED, type Sign } from './node-signs.ts';
import { svgPill } from './node-svg-containers.ts';
import type { Section } from './node-svg-disk.ts';
import { escapeShortened, shortTitle } from './svg-text.ts';
import { treemap } from './treemap.ts';

const HEIGHT = 420;
const GAP = 4;
/** The most tiles that a person can read; the other images are counted. */
const MOST_TILES = 60;
/** No tile is smaller than this share, or nobody would find the pinned image of the sandboxes. */
const LEAST_SHARE = 0.006;

/** The images as a treemap by size; `seen` gets the signs that occur. */
export function svgImages(images: readonly ImageOnNode[], width: number, seen: Set<Sign>): Section {
  if (images.length === 0) return { svg: '', height: 0 };
  const { drawn, left } = chosenImages(images);
  const boxes = treemap(imageWeights(drawn), { width, height: HEIGHT, gap: GAP });
  const tiles = drawn.map((image, index) => {
    const box = boxes[index];
    return box ? svgTile(image, box, seen) : '';
  });
  if (left.length === 0) return { svg: tiles.join(''), height: HEIGHT };
  const more = `and ${counted(left.length, 'more image')} of ${formatBytes(bytesOf(left))}${describeGoing(left)}`;
  tiles.push(`<text class="note" y="${HEIGHT + 20}">${more}</text>`);
  return { svg: tiles.join(''), height: HEIGHT + 24 };
}

/** Weights for a treemap by size; none is smaller than a share of all. */
export function imageWeights(
  images: readonly ImageOnNode[],
  least: number = LEAST_SHARE,
): readonly number[] {
  const total = bytesOf(images);
  return images.map(({ size }) => (total > 0 ? Math.max(sizeOf(size) / total, least) : 1));
}

/** Images that go before those that stay, the largest of either. */
function chosenImages(images: readonly ImageOnNode[]): {
  readonly drawn: readonly ImageOnNode[];
  readonly left: readonly ImageOnNode[];
} {
  const sorted = images.toSorted((a, b) => sizeOf(b.size) - sizeOf(a.size));
  const leavers = sorted.filter(({ goes }) => goes);
  const keepers = sorted.filter(({ goes }) => !goes);
  // Images that stay have half of the room, as far as they take it.
  const going = Math.max(MOST_TILES / 2, MOST_TILES - keepers.length);
  const drawn = [...leavers.slice(0, going), ...keepers].slice(0, MOST_TILES);
  const chosen = new Set(drawn);
  return { drawn, left: sorted.filter((image) => !chosen.has(image)) };
}

/** Bytes of all images as the runtime reports them. */
export function bytesOf(images: readonly ImageOnNode[]): number {
  return images.reduce((sum, { size }) => sum + sizeOf(size), 0);
}

/** The signs of an image in the order in which they stand: that of its plan comes first. */
function signsOf({ goes, pinned, inUse }: ImageOnNode): readonly Sign[] {
  return [...(goes ? [GOES] : []), ...(pinned ? [PINNED] : []), ...(inUse ? [IN_USE] : [])];
}

function describeUse({ inUse, pinned, unusedFor }: ImageOnNode): string {
  const words = [];
  if (inUse) words.push('in use');
  else if (unusedFor === 'never used') words.push(unusedFor);
  else if (unusedFor !== undefined) words.push(`unused for ${formatAge(unusedFor)}`);
  if (pinned) words.push('pinned');
  return words.join(', ');
}

/** The plan, without what the line before says already. */
function planLine(image: ImageOnNode): string {
  const { reason, goes, goesIn } = image;
  if (reason === 'image-in-use' || reason === 'pinned') return 'stays';
  if (reason === '') return 'nothing decided';
  const when = goesIn === undefined ? '' : `in ${formatAge(goesIn)}: `;
  return `${goes ? when : 'stays: '}${shortReason(reason)}`;
}

function titleOf(image: ImageOnNode): string {
  const { id, name, size } = image;
  const facts = [formatBytes(size), describeUse(image)].filter((each) => each !== '').join(', ');
  const names = name === id ? shortTitle(name) : `${shortTitle(name)}\n${shortTitle(id)}`;
  return `${names}\n${facts}\n${shortTitle(describePlan(image))}`;
}

const PADDING = 8;
const LINE = 15;
const SIGN = 14;

/** An image with as much as its tile has room for: first the signs, then the name, then the lines. */
function svgTile(image: ImageOnNode, { x, y, width, height }: Box, seen: Set<Sign>): string {
  const { goes, name, size } = image;
  const signs = signsOf(image);
  for (const sign of signs) seen.add(sign);
  const room = width - 2 * PADDING;
  // On a tile too narrow for the word the arrow of an image that goes stands among the other signs.
  const hasPill = goes && width >= 100 + 2 * SIGN && height >= 28;
  const drawn = signs.filter((sign) => !(hasPill && sign === GOES));
  const across = Math.max(1, Math.floor(room / SIGN));
  const left = hasPill ? PADDING + 84 : Math.max(2, Math.min(PADDING, (width - SIGN) / 2));
  const textTop = drawn.length > 0 || hasPill ? SIGN + 8 : 0;
  const lines = [name, formatBytes(size), describeUse(image), planLine(image)];
  const fitting =
    room < 48 ? [] : lines.filter((each) => each !== '').slice(0, linesIn(height - textTop - 8));
  return [
    `<g class="${goes ? 'goes' : 'calm'}" transform="translate(${x} ${y})"><title>${titleOf(image)}</title>`,
    `<rect width="${width}" height="${height}" rx="5"/>`,
    ...drawn
      .slice(0, across)
      .map(
        ({ path }, index) =>
          `<path class="sign" transform="translate(${left + index * SIGN} 6)scale(.75)" d="${path}"/>`,
      ),
    ...fitting.map((text, index) => {
      const [classes, textSize] = index === 0 ? ['', 12] : [' class="k"', 10.5];
      const place = `x="${PADDING}" y="${textTop + 16 + index * LINE}"`;
      return `<text${classes} ${place}>${escapeShortened(text, room, textSize)}</text>`;
    }),
    hasPill ? svgPill(PADDING, 6) : '',
    '</g>',
  ].join('');
}

function linesIn(height: number): number {
  return Math.max(0, Math.floor(height / LINE));
}
