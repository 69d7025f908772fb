import type { Uid } from '@gcscope/gc-core/wire';
import { FRAME_PADDING } from './geometry.ts';
import { type Palette, palette, type Theme } from './palette.ts';
import type { Layout } from './positions.ts';
import { type Rows, rowsByUid } from './rows.ts';
import { hiddenBy } from './stack.ts';
import { CardWriter, svgFocus } from './svg-card.ts';
import { SvgChunks } from './svg-chunks.ts';
import { svgEdges } from './svg-edges.ts';
import { svgLegend } from './svg-legend.ts';
import { svgStyle } from './svg-style.ts';
import { escapeShortened, escapeText } from './svg-text.ts';

/** How a picture is written. */
export interface SvgOptions {
  readonly theme: Theme;
  readonly title: string;
  /** Where gcscope is served, `http:` or `https:`; each card then links to the page of its object. */
  readonly linkBase?: string;
  /** The object the picture is about: gets a ring. */
  readonly focus?: Uid;
}

/** From here on browsers take seconds longer to open a picture that has a tooltip per object. */
const TITLES_BELOW = 2000;
const MARGIN = 32;
const HEADER = 64;
const MIN_WIDTH = 640;

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
  const { bounds, namespaces } = layout;
  const width = Math.max(MIN_WIDTH, Math.ceil(bounds.width)) + 2 * MARGIN;
  // Title and legend grow with the world, so that they can be read when all of it is in view.
  const scale = Math.min(12, Math.max(1, Math.round(width / 160) / 10));
  const cardCount = rows.uids.length;
  const edges = svgEdges(rows.edges, layout);
  const cardChunks = new SvgChunks();
  const cards = new CardWriter(rows, cardChunks, {
    linkBase: linkBaseOf(options.linkBase),
    titled: cardCount < TITLES_BELOW,
  });
  const focus = options.focus === undefined ? undefined : rowsByUid(rows.uids).get(options.focus);
  for (let row = 0; row < cardCount; row++) {
    const x = Math.round(layout.x[row] as number);
    const y = Math.round(layout.y[row] as number);
    // Below the card: its mark stands out over the ring.
    if (row === focus) cardChunks.add(svgFocus(x, y));
    cards.add(row, x, y);
  }
  const legend = svgLegend(cards.seen, edges, (width - 2 * MARGIN) / scale);
  const worldTop = HEADER * scale;
  const legendTop = worldTop + Math.ceil(bounds.height) + 20;
  const height = Math.ceil(legendTop + legend.height * scale + MARGIN);

  const title = escapeShortened(options.title, (width - 2 * MARGIN) / scale - 120, 19);
  const head = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeText(options.title)}</title><style>${svgStyle(colours)}</style>`,
    `<defs>${hatch(colours)}${cards.definitions()}</defs>`,
    `<rect width="100%" height="100%" fill="${colours.background}"/>`,
    `<g transform="translate(${MARGIN} 0)scale(${scale})"><text class="title" y="40">${title}<tspan class="note" dx="12">${countOf(objectsIn(rows))}</tspan></text></g>`,
    `<g transform="translate(${MARGIN - bounds.x} ${worldTop - bounds.y})">`,
    ...namespaces.map(
      ({ x, y, width: across, height: down, label, count }) =>
        `<rect class="frame" x="${x}" y="${y}" width="${across}" height="${down}" rx="14"/>` +
        `<text class="label" x="${x + FRAME_PADDING}" y="${y + 23}">${escapeShortened(label, across - 120, 14)}` +
        `<tspan class="count" dx="8">${count}</tspan></text>`,
    ),
  ];
  return [
    head.join(''),
    ...edges.paths,
    '<g class="calm">',
    ...cardChunks.finish(),
    `</g></g><g transform="translate(${MARGIN} ${legendTop})scale(${scale})">${legend.svg}</g></svg>`,
  ];
}

function linkBaseOf(linkBase: string | undefined): string | undefined {
  if (linkBase === undefined) return undefined;
  if (!/^https?:\/\/[^\s]+$/i.test(linkBase)) {
    throw new RangeError('The link base must be an address that begins with http:// or https://.');
  }
  return linkBase.replace(/\/+$/, '');
}

/** How many objects the rows stand for. */
function objectsIn({ uids, stacks }: Rows): number {
  let objects = uids.length - stacks.size;
  for (const stack of stacks.values()) objects += hiddenBy(stack);
  return objects;
}

function countOf(objects: number): string {
  return objects === 1 ? '1 object' : `${objects} objects`;
}

function hatch({ hatch: line, marks }: Palette): string {
  return (
    '<pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">' +
    `<rect width="8" height="8" fill="${marks['not-verified'].fill}"/><path d="M0 0v8" stroke="${line}" stroke-width="2.5"/></pattern>`
  );
}
