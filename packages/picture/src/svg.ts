import { counted, type PictureDocument, type SavedView, type Uid } from '@gcscope/gc-core/wire';
import { widthOf } from './card-text.ts';
import { type Palette, palette, type Theme } from './palette.ts';
import type { Layout } from './positions.ts';
import { MARKS, type Rows, rowsByUid } from './rows.ts';
import { pictureMetadata } from './saved-picture.ts';
import { CardWriter, svgFocus } from './svg-card.ts';
import { SvgChunks } from './svg-chunks.ts';
import { svgEdges } from './svg-edges.ts';
import { svgFrames } from './svg-frames.ts';
import { NO_LEGEND, svgLegend } from './svg-legend.ts';
import { svgStyle } from './svg-style.ts';
import { escapeShortened, escapeText } from './svg-text.ts';

export interface SvgOptions {
  readonly theme: Theme;
  readonly title: string;
  /** Objects alone, to be shown small: without heading, legend and tooltips. */
  readonly bare?: boolean;
  /** Address of gcscope, `http:` or `https:`; each card then links to the page of its object. */
  readonly linkBase?: string;
  /** The object the picture is about: gets a ring. */
  readonly focus?: Uid;
  /** Owners that are shown for context: pale, and not counted among the objects. */
  readonly context?: readonly Uid[];
  /** The graph that is drawn: the picture carries it, and `readPicture` gives it back. */
  readonly carried?: CarriedGraph;
}

/** The drawn graph, as the picture carries it. */
interface CarriedGraph
  extends Omit<SavedView, 'title' | 'focus' | 'context'>,
    Pick<PictureDocument, 'nodes' | 'openStacks'> {}

const NEVER_SEEN = MARKS.indexOf('virtual');
/** Least objects without tooltips: from here on browsers take seconds longer to open a picture with a tooltip per object. */
const TITLES_BELOW = 2000;
/** Room around the world in px: on each side, for the heading, and the least width. */
const WHOLE = { margin: 32, header: 64, least: 640 };
const BARE = { margin: 10, header: 10, least: 0 };
/** A picture is as wide as its title, up to this; longer ones are cut. */
const MOST_TITLE = 1200;
const TITLE_SIZE = 19;
/** Room beside the title for the number of objects. */
const COUNT_ROOM = 120;
const COUNT_SIZE = 12;

/**
 * The picture as an SVG document: background baked in, text selectable, one link per card, no
 * scripts, no outside resources. Everything from the cluster is escaped. The layout is that of the
 * rows. Throws `RangeError` when `linkBase` is no http(s) address.
 */
export function writeSvg(rows: Rows, layout: Layout, options: SvgOptions): string {
  return svgChunks(rows, layout, options).join('');
}

/** The document of `writeSvg` in pieces, to be written one after the other: large ones need not be joined in memory. */
export function svgChunks(rows: Rows, layout: Layout, options: SvgOptions): readonly string[] {
  const colours = palette(options.theme);
  const { bounds } = layout;
  const { margin, header, least } = options.bare ? BARE : WHOLE;
  const pale = new Set(options.context);
  const count = countOf(objectsIn(layout) - seenOf(pale, rows), pale.size);
  const countRoom = Math.max(COUNT_ROOM, widthOf(count) * COUNT_SIZE + 12);
  const titled = options.bare
    ? 0
    : Math.min(MOST_TITLE, widthOf(options.title) * TITLE_SIZE) + countRoom;
  const width = Math.ceil(Math.max(least, bounds.width, titled)) + 2 * margin;
  // Title and legend grow with the world, so that they can be read when all of it is in view.
  const scale = options.bare ? 1 : Math.min(12, Math.max(1, Math.round(width / 160) / 10));
  const cardCount = rows.uids.length;
  const edges = svgEdges(rows.edges, layout);
  const cardChunks = new SvgChunks();
  const cards = new CardWriter(rows, cardChunks, {
    linkBase: linkBaseOf(options.linkBase),
    titled: cardCount < TITLES_BELOW && !options.bare,
    pale,
  });
  const focus = options.focus === undefined ? undefined : rowsByUid(rows.uids).get(options.focus);
  for (let row = 0; row < cardCount; row++) {
    const x = Math.round(layout.x[row] as number);
    const y = Math.round(layout.y[row] as number);
    // The ring lies below the card: its mark stands out.
    if (row === focus) cardChunks.add(svgFocus(x, y));
    cards.add(row, x, y);
  }
  const legend = options.bare
    ? NO_LEGEND
    : svgLegend(cards.seen, edges, (width - 2 * margin) / scale);
  const worldTop = header * scale;
  const legendTop = worldTop + Math.ceil(bounds.height) + (options.bare ? 0 : 20);
  const height = Math.ceil(legendTop + legend.height * scale + margin);

  const head = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeText(options.title)}</title><style>${svgStyle(colours)}</style>`,
    `<defs>${hatch(colours)}${cards.definitions()}</defs>`,
    `<rect width="100%" height="100%" fill="${colours.background}"/>`,
    options.bare
      ? ''
      : heading(options.title, count, margin, (width - 2 * margin) / scale - countRoom, scale),
    `<g transform="translate(${margin - bounds.x} ${worldTop - bounds.y})">`,
    ...svgFrames(layout, scale),
  ];
  return [
    head.join(''),
    ...edges.paths,
    '<g class="calm">',
    ...cardChunks.finish(),
    `</g></g><g transform="translate(${margin} ${legendTop})scale(${scale})">${legend.svg}</g>`,
    options.carried ? pictureMetadata({ ...options.carried, ...options }) : '',
    '</svg>',
  ];
}

function heading(
  title: string,
  count: string,
  margin: number,
  room: number,
  scale: number,
): string {
  const shown = escapeShortened(title, room, TITLE_SIZE);
  return `<g transform="translate(${margin} 0)scale(${scale})"><text class="title" y="40">${shown}<tspan class="note" dx="12">${count}</tspan></text></g>`;
}

function linkBaseOf(linkBase: string | undefined): string | undefined {
  if (linkBase === undefined) return undefined;
  if (!/^https?:\/\/[^\s]+$/i.test(linkBase)) {
    throw new RangeError('The link base must be an address that begins with http:// or https://.');
  }
  return linkBase.replace(/\/+$/, '');
}

/** Owners that were never seen are not counted, as in the namespaces. */
function objectsIn({ namespaces }: Layout): number {
  return namespaces.reduce((sum, { count }) => sum + count, 0);
}

/** Number of these that are counted in the namespaces. */
function seenOf(uids: ReadonlySet<Uid>, { uids: all, marks }: Rows): number {
  let never = 0;
  for (let row = 0; uids.size > 0 && row < all.length; row++) {
    if (marks[row] === NEVER_SEEN && uids.has(all[row] as Uid)) never++;
  }
  return uids.size - never;
}

function countOf(objects: number, owners: number): string {
  const text = counted(objects, 'object');
  return owners === 0 ? text : `${text}, and ${counted(owners, 'owner')} for context`;
}

function hatch({ hatch: line, marks }: Palette): string {
  return (
    '<pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">' +
    `<rect width="8" height="8" fill="${marks['not-verified'].fill}"/><path d="M0 0v8" stroke="${line}" stroke-width="2.5"/></pattern>`
  );
}
