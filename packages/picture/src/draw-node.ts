import { counted, formatBytes, formatCount, joined } from '@gcscope/gc-core/wire';
import type { NodePicture } from './node-picture.ts';
import { GOES, IN_USE, PINNED, type Sign, STATE_SIGNS } from './node-signs.ts';
import { freedPattern, nodeStyle } from './node-style.ts';
import { CONTAINERS_WIDTH, containersOf, svgContainers } from './node-svg-containers.ts';
import { formatDisk, type Section, svgDisk } from './node-svg-disk.ts';
import { bytesOf, svgImages } from './node-svg-images.ts';
import { palette, type Theme } from './palette.ts';
import { type LegendEntry, wrapLegend } from './svg-legend.ts';
import { svgStyle } from './svg-style.ts';
import { escapeShortened, shortTitle } from './svg-text.ts';

const MARGIN = 32;
const WIDTH: number = CONTAINERS_WIDTH;
const HEADING = 30;
const SECTION_GAP = 28;
const MOST_WARNINGS = 5;

/**
 * The picture as an SVG document: containers by pod and name, images as a treemap by size, the bar of the image filesystem,
 * what goes marked by sign and word. Long lists are cut and counted. Background baked in, no scripts, no outside resources;
 * everything from the node is escaped.
 */
export function drawNode(picture: NodePicture, options: { readonly theme: Theme }): string {
  const colours = palette(options.theme);
  const { pods, images, disk, warnings } = picture;
  const seen = new Set<Sign>();
  const sections: string[] = [];
  let y = 40;
  const place = ({ svg, height }: Section, gap: number): void => {
    sections.push(`<g transform="translate(${MARGIN} ${y})">${svg}</g>`);
    y += height + gap;
  };
  const summary = summaryOf(picture);
  place(svgHead(picture, summary), 0);
  for (const warning of warnings.slice(0, MOST_WARNINGS)) place(svgWarning(warning), 2);
  const notShown = warnings.length - MOST_WARNINGS;
  if (notShown > 0) place(svgWarning(`and ${counted(notShown, 'more warning')}`), 2);
  y += SECTION_GAP;
  const freed = bytesOf(images.filter(({ goes }) => goes));
  if (disk) {
    place(svgHeading('Image filesystem', formatDisk(disk, freed)), 0);
    place(svgDisk(disk, freed, WIDTH), SECTION_GAP);
  }
  const containers = pods.flatMap(containersOf);
  place(svgHeading('Containers', formatContainers(picture, containers.length)), 0);
  place(svgContainers(pods, seen), SECTION_GAP - 12);
  place(svgHeading('Images', formatImages(picture)), 0);
  place(svgImages(images, WIDTH, seen), SECTION_GAP);
  const hasFreed = disk !== undefined && freed > 0;
  place(wrapLegend(legendOf(seen, hasFreed), WIDTH), MARGIN);
  const width = WIDTH + 2 * MARGIN;
  const height = Math.ceil(y);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="node-title node-desc" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title id="node-title">${shortTitle(titleOf(picture))}</title>`,
    `<desc id="node-desc">${[summary, ...warnings.slice(0, MOST_WARNINGS)].map(shortTitle).join(' ')}</desc>`,
    `<style>${svgStyle(colours)}${nodeStyle(colours)}</style><defs>${freedPattern(colours)}</defs>`,
    `<rect width="100%" height="100%" fill="${colours.background}"/>`,
    ...sections,
    '</svg>',
  ].join('');
}

function titleOf({ name }: NodePicture): string {
  return `What the kubelet of ${name} removes`;
}

/** The whole plan in two sentences. */
function summaryOf({ pods, images, others }: NodePicture): string {
  const containers = pods.flatMap(containersOf);
  const going = images.filter(({ goes }) => goes);
  const dead = containers.filter(({ goes }) => goes).length;
  const counts = others.map(({ goes, words: [one, several] }) => ({
    goes,
    text: counted(goes, one, several),
  }));
  const parts = [
    { goes: dead, text: counted(dead, 'container') },
    {
      goes: going.length,
      text: `${counted(going.length, 'image')} of ${formatBytes(bytesOf(going))}`,
    },
    ...counts,
  ].filter(({ goes }) => goes > 0);
  const all = `It has ${counted(containers.length, 'container')} and ${counted(images.length, 'image')}.`;
  if (parts.length === 0) return `Nothing goes. ${all}`;
  return `Goes: ${joined(parts.map(({ text }) => text))}. ${all}`;
}

function svgHead(picture: NodePicture, summary: string): Section {
  const title = escapeShortened(titleOf(picture), WIDTH - 160, 19);
  const release = escapeShortened(picture.release, 120, 12);
  return {
    svg: `<text class="title">${title}<tspan class="note" dx="12">${release}</tspan></text><text class="summary" y="26">${escapeShortened(summary, WIDTH, 13)}</text>`,
    height: 34,
  };
}

function svgHeading(text: string, note: string): Section {
  return {
    svg: `<text class="heading" y="14">${text}<tspan class="note" dx="12">${escapeShortened(note, WIDTH - 180, 12)}</tspan></text>`,
    height: HEADING,
  };
}

function svgWarning(text: string): Section {
  return {
    svg: `<path class="sign alarm" transform="translate(0 1)scale(.875)" d="${WARNING}"/><text class="warning" x="22" y="13">${escapeShortened(text, WIDTH - 22, 12)}</text>`,
    height: 18,
  };
}

/** A triangle with an exclamation mark. */
const WARNING = 'M8 2 14.5 13.5h-13z M8 6.5v3.2 M8 11.4v.2';

function formatContainers({ pods }: NodePicture, count: number): string {
  if (count === 0) return 'none on this node';
  return `${formatCount(count)} in ${counted(pods.length, 'pod')}, by name, the newest first`;
}

function formatImages({ images }: NodePicture): string {
  if (images.length === 0) return 'none on this node';
  return `${formatCount(images.length)}, ${formatBytes(bytesOf(images))} as the runtime reports them; areas by size, the smallest drawn larger`;
}

function legendOf(seen: ReadonlySet<Sign>, hasFreed: boolean): readonly LegendEntry[] {
  const entries: LegendEntry[] = [];
  if (seen.has(GOES)) entries.push({ sample: signSample('goes', GOES), text: GOES.meaning });
  for (const sign of STATE_SIGNS) {
    if (seen.has(sign)) entries.push({ sample: stateSample(sign), text: sign.meaning });
  }
  for (const sign of [PINNED, IN_USE]) {
    if (seen.has(sign)) entries.push({ sample: signSample('calm', sign), text: sign.meaning });
  }
  if (hasFreed) {
    const sample = '<rect class="freed" y="-1" width="32" height="18"/>';
    entries.push({
      sample,
      text: 'what the kubelet counts as freed; the disk may gain less or more',
    });
  }
  return entries;
}

function signSample(classes: string, { path }: Sign): string {
  return `<g class="${classes}"><rect y="-1" width="32" height="18" rx="5"/><path class="sign" transform="translate(10 2)scale(.75)" d="${path}"/></g>`;
}

function stateSample({ path }: Sign): string {
  return `<rect x="7" y="-1" width="18" height="18" rx="4" class="tint"/><path class="glyph" transform="translate(10 2)scale(.75)" d="${path}"/>`;
}
