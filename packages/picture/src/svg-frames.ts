import { formatCount } from '@gcscope/gc-core/wire';
import { widthOf } from './card-text.ts';
import { CARD_HEIGHT, FRAME_PADDING } from './geometry.ts';
import type { Frame, Layout } from './positions.ts';
import { escapeShortened, escapeText } from './svg-text.ts';

/** Sizes of the name of a frame: as small as the names of cards, and as large as it has room above them. */
const SIZE = 14;
const LARGEST = 22;
/** Room beside the name: the margins of the frame, and the number of objects. */
const BESIDE = 120;
/** A name that is no larger need not stand a second time. */
const LARGE = 33;
/** Height of the sheets below the card of a stack. */
const SHEETS = 8;

/**
 * The frames of the namespaces with their names, which grow with the `scale` of the title. Where one has no room to grow so far,
 * it stands a second time, large: below the cards of the frame, or pale behind them.
 */
export function svgFrames(layout: Layout, scale: number): readonly string[] {
  const ends = SIZE * scale >= LARGE ? endsOf(layout) : undefined;
  return layout.namespaces.map((frame, index) => {
    const { x, y, width, height, label, count } = frame;
    const wide = widthOf(label);
    const most = Math.min(LARGEST, SIZE * scale, (width - BESIDE) / wide);
    const size = Math.max(SIZE, Math.floor(most));
    return (
      `<rect class="frame" x="${x}" y="${y}" width="${width}" height="${height}" rx="14"/>` +
      `${ends ? largeName(frame, SIZE * scale, ends[index] as number) : ''}` +
      `<text class="label" x="${x + FRAME_PADDING}" y="${y + 20}" font-size="${size}">${escapeShortened(label, width - BESIDE, size)}` +
      `<tspan class="count" dx="8">${formatCount(count)}</tspan></text>`
    );
  });
}

/** The large name, for a view of all of a large world. Cards reach down to `end`. */
function largeName(frame: Frame, wanted: number, end: number): string {
  const { x, y, width, height, label } = frame;
  const free = y + height - end;
  const size = Math.floor(
    Math.min(wanted, (width - 2 * FRAME_PADDING) / widthOf(label), 0.8 * height),
  );
  if (size < LARGE) return '';
  const below = Math.floor(Math.min(size, free));
  const isBelow = below >= size / 2;
  const [fitting, middle] = isBelow ? [below, end + free / 2] : [size, y + height / 2];
  return (
    `<text class="far${isBelow ? '' : ' behind'}" aria-hidden="true" font-size="${fitting}" ` +
    `x="${x + width / 2}" y="${Math.round(middle + 0.35 * fitting)}">${escapeText(label)}</text>`
  );
}

/** The lower end of the cards of each frame. */
function endsOf({ namespaces, frames, y }: Layout): readonly number[] {
  const ends = namespaces.map((frame) => frame.y);
  const size = y.length;
  for (let slot = 0; slot < size; slot++) {
    const frame = frames[slot] as number;
    const end = (y[slot] as number) + CARD_HEIGHT / 2 + SHEETS;
    if (end > (ends[frame] as number)) ends[frame] = end;
  }
  return ends;
}
