import {
  compare,
  counted,
  formatAge,
  formatCount,
  POD_STATE_WORDS,
  podName,
  shortReason,
} from '@gcscope/gc-core/wire';
import { describeGoing, describePlan } from './describe-plan.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './geometry.ts';
import type { ContainerOnNode, EvictUnit, PodOnNode } from './node-picture.ts';
import { GOES, type Sign, stateSign } from './node-signs.ts';
import type { Section } from './node-svg-disk.ts';
import { escapeShortened, shortTitle } from './svg-text.ts';

/** Cards beside each other in a frame, frames beside each other. */
const ACROSS = 3;
const GAP = 10;
const PADDING = 12;
const COLUMN_GAP = 20;
const HEAD = 32;
const UNIT_HEAD = 20;
/** Width of one pod's frame. */
const FRAME_WIDTH: number = ACROSS * CARD_WIDTH + (ACROSS - 1) * GAP + 2 * PADDING;
/** Two columns of frames. */
export const CONTAINERS_WIDTH: number = 2 * FRAME_WIDTH + COLUMN_GAP;

/** The most of a list that is drawn, so that a person can read the picture; the rest is counted. */
const MOST_CARDS = 150;
const MOST_UNITS = 5;
const MOST_OF_A_UNIT = 6;

/** The containers by pod and name; `seen` gets the signs that occur. */
export function svgContainers(pods: readonly PodOnNode[], seen: Set<Sign>): Section {
  const { drawn, left } = chosenPods(pods);
  const columns = [0, 0];
  const frames = drawn.map((pod) => {
    const [first = 0, second = 0] = columns;
    const column = second < first ? 1 : 0;
    const y = columns[column] ?? 0;
    const frame = svgPod(pod, seen);
    columns[column] = y + frame.height + COLUMN_GAP;
    return `<g transform="translate(${column * (FRAME_WIDTH + COLUMN_GAP)} ${y})">${frame.svg}</g>`;
  });
  const height = Math.max(...columns);
  if (left.length === 0) return { svg: frames.join(''), height };
  const rest = left.flatMap(containersOf);
  const more = `and ${counted(left.length, 'more pod')} with ${counted(rest.length, 'container')}${describeGoing(rest)}`;
  const note = `<text class="note" y="${height + 4}">${more}</text>`;
  return { svg: frames.join('') + note, height: height + 24 };
}

export function containersOf({ units }: PodOnNode): readonly ContainerOnNode[] {
  return units.flatMap(({ containers }) => containers);
}

/** Pods with something that goes first, then by namespace and name, as many as have room. */
function chosenPods(pods: readonly PodOnNode[]): {
  readonly drawn: readonly PodOnNode[];
  readonly left: readonly PodOnNode[];
} {
  const ranked = pods
    .map((pod) => ({ pod, goes: containersOf(pod).some(({ goes }) => goes), name: podName(pod) }))
    .sort((a, b) => Number(b.goes) - Number(a.goes) || compare(a.name, b.name));
  let cards = 0;
  const end = ranked.findIndex(({ pod }, index) => {
    cards += cardsOf(pod);
    return index > 0 && cards > MOST_CARDS;
  });
  const sorted = ranked.map(({ pod }) => pod);
  return end < 0
    ? { drawn: sorted, left: [] }
    : { drawn: sorted.slice(0, end), left: sorted.slice(end) };
}

function cardsOf({ units }: PodOnNode): number {
  return units
    .slice(0, MOST_UNITS)
    .reduce((sum, { containers }) => sum + Math.min(containers.length, MOST_OF_A_UNIT), 0);
}

function svgPod(pod: PodOnNode, seen: Set<Sign>): Section {
  const units = pod.units.toSorted((a, b) => Number(hasGoing(b)) - Number(hasGoing(a)));
  let y = HEAD;
  const rows = units.slice(0, MOST_UNITS).map((unit) => {
    const row = svgUnit(unit, seen);
    const svg = `<g transform="translate(${PADDING} ${y})">${row.svg}</g>`;
    y += row.height;
    return svg;
  });
  const left = units.slice(MOST_UNITS);
  const rest = left.flatMap(({ containers }) => containers);
  const more =
    left.length === 0
      ? ''
      : `<text class="note" x="${PADDING}" y="${y + 8}">and ${counted(left.length, 'more name')} with ${counted(rest.length, 'container')}${describeGoing(rest)}</text>`;
  const height = y + (more === '' ? 4 : 22);
  const state = `<tspan class="count" dx="8">${POD_STATE_WORDS[pod.state]}</tspan>`;
  const name = escapeShortened(podName(pod), FRAME_WIDTH - 2 * PADDING - 190, 14);
  return {
    svg: `<rect class="frame" width="${FRAME_WIDTH}" height="${height}" rx="14"/><text class="label" x="${PADDING}" y="21">${name}${state}</text>${rows.join('')}${more}`,
    height,
  };
}

function hasGoing({ containers }: EvictUnit): boolean {
  return containers.some(({ goes }) => goes);
}

function svgUnit({ name, containers }: EvictUnit, seen: Set<Sign>): Section {
  const shown = chosenOf(containers);
  const rest = containers.filter((each) => !shown.has(each));
  const cards = [...shown].map((container) => svgCard(container, seen));
  if (rest.length > 0) cards.push(svgMore(rest));
  const placed = cards.map((card, index) => {
    const x = (index % ACROSS) * (CARD_WIDTH + GAP);
    const y = UNIT_HEAD + Math.floor(index / ACROSS) * (CARD_HEIGHT + GAP);
    return `<g transform="translate(${x} ${y})"${card}</g>`;
  });
  const title = `<text class="unit" y="12">${escapeShortened(name, FRAME_WIDTH - 2 * PADDING, 12)}</text>`;
  const height = UNIT_HEAD + Math.ceil(cards.length / ACROSS) * (CARD_HEIGHT + GAP);
  return { svg: title + placed.join(''), height };
}

/** Chooses as many as there is room for, keepers and leavers both, in the order of the list. */
function chosenOf(containers: readonly ContainerOnNode[]): ReadonlySet<ContainerOnNode> {
  if (containers.length <= MOST_OF_A_UNIT) return new Set(containers);
  const room = MOST_OF_A_UNIT - 1;
  const keepers = containers.filter(({ goes }) => !goes);
  const leavers = containers.filter(({ goes }) => goes);
  const few = Math.min(leavers.length, Math.max(Math.ceil(room / 2), room - keepers.length));
  const chosen = new Set([...keepers.slice(0, room - few), ...leavers.slice(0, few)]);
  return new Set(containers.filter((each) => chosen.has(each)));
}

const TEXT_X = 39;
const ROOM: number = CARD_WIDTH - TEXT_X - 9;

/** A card from its transform on: the classes differ. */
function svgCard(container: ContainerOnNode, seen: Set<Sign>): string {
  const { attempt, state, goes, age } = container;
  const sign = stateSign(state);
  seen.add(sign);
  if (goes) seen.add(GOES);
  const first = `#${attempt} · ${ageOf(age)}`;
  const glyph =
    `<rect x="8" y="9" width="26" height="26" rx="6" class="tint"/>` +
    `<path class="glyph" transform="translate(12 13)scale(1.125)" d="${sign.path}"/>`;
  const pill = goes ? svgPill(CARD_WIDTH - PILL_WIDTH - 8, -9) : '';
  return (
    ` class="${goes ? 'goes' : 'calm'}"><title>${titleOf(container)}</title>` +
    `<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" rx="8"/>${glyph}` +
    `<text x="${TEXT_X}" y="19">${escapeShortened(first, ROOM, 12)}</text>` +
    `<text class="k" x="${TEXT_X}" y="34">${escapeShortened(secondLine(container), ROOM, 10.5)}</text>${pill}`
  );
}

function secondLine(container: ContainerOnNode): string {
  const { reason, goesIn, notes } = container;
  const when = goesIn === undefined ? '' : `in ${formatAge(goesIn)}: `;
  const tie = notes.includes('tie') ? ' (tie)' : '';
  return reason === '' ? 'nothing decided' : `${when}${shortReason(reason)}${tie}`;
}

function ageOf(age: number | undefined): string {
  if (age === undefined) return 'no creation time';
  return age < 0 ? `created ${formatAge(-age)} ahead` : `created ${formatAge(age)} ago`;
}

function titleOf(container: ContainerOnNode): string {
  const { id, attempt, age, state } = container;
  const facts = `${stateSign(state).meaning}, attempt ${attempt}, ${ageOf(age)}`;
  return `${shortTitle(id)}\n${facts}\n${shortTitle(describePlan(container))}`;
}

/** The sign and word of an item that goes; `x`, `y` is its upper left corner. */
export function svgPill(x: number, y: number): string {
  return (
    `<rect class="pill" x="${x}" y="${y}" width="${PILL_WIDTH}" height="16" rx="8"/>` +
    `<path class="sign" transform="translate(${x + 6} ${y + 3})scale(.625)" d="${GOES.path}"/>` +
    `<text class="word" x="${x + 19}" y="${y + 11.5}">goes next</text>`
  );
}

const PILL_WIDTH = 78;

function svgMore(rest: readonly ContainerOnNode[]): string {
  const second = describeGoing(rest).slice(2) || 'none of them goes';
  return (
    ` class="more"><rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" rx="8"/>` +
    `<text x="14" y="19">and ${formatCount(rest.length)} more</text><text class="k" x="14" y="34">${second}</text>`
  );
}
