import { hasWrongReference, markOf, type NodeRecord } from '@gcscope/gc-core/wire';
import { cardText, cardTooltip, shorten, widthOf } from './card-text.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './geometry.ts';
import { type Glyph, glyphOf } from './glyph.ts';
import { markLook, WRONG_REFERENCE } from './mark-look.ts';
import { escapeText } from './svg-text.ts';

/** Where the name's baseline begins, from the card's upper left corner: the origin of a card's group. */
const TEXT_X = 39;
const TEXT_Y = 19;
const NAME_SIZE = 12;
const DETAIL_SIZE = 10.5;
const ROOM: number = CARD_WIDTH - TEXT_X - 9;

/** The card shapes of a picture, one per kind: defined once, used by every card. */
export class CardShapes {
  readonly #ids = new Map<string, string>();
  readonly #shapes: string[] = [];

  /** The id of the kind's shape. */
  idOf(apiVersion: string, kind: string): string {
    const key = `${apiVersion} ${kind}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = `k${this.#ids.size}`;
    this.#ids.set(key, id);
    this.#shapes.push(shape(id, glyphOf(apiVersion, kind)));
    return id;
  }

  /** The definitions of all shapes asked for so far. */
  definitions(): string {
    return this.#shapes.join('');
  }
}

/** One card; `x`, `y` is its centre. `href` is trusted to be escaped. */
export function svgCard(
  record: NodeRecord,
  x: number,
  y: number,
  shapes: CardShapes,
  options: { readonly href: string | undefined; readonly titled: boolean },
): string {
  const mark = markOf(record);
  const { name, detail } = cardText(record);
  const classes = hasWrongReference(record) ? `${mark} wrong` : mark;
  const at = `translate(${x - CARD_WIDTH / 2 + TEXT_X} ${y - CARD_HEIGHT / 2 + TEXT_Y})`;
  const lines =
    `<text>${escapeText(shorten(name, ROOM, NAME_SIZE))}` +
    `<tspan class="k" x="0" dy="15">${escapeText(shorten(detail, ROOM, DETAIL_SIZE))}</tspan></text>`;
  const inside =
    (options.titled ? `<title>${escapeText(cardTooltip(record))}</title>` : '') +
    `<use href="#${shapes.idOf(record.apiVersion, record.kind)}"/>${lines}${pill(record)}`;
  return options.href === undefined
    ? `<g class="${classes}" transform="${at}">${inside}</g>`
    : `<a href="${options.href}" class="${classes}" transform="${at}">${inside}</a>`;
}

/** The ring around the object a picture is about. */
export function svgFocus(x: number, y: number): string {
  const left = x - CARD_WIDTH / 2 - 5;
  const top = y - CARD_HEIGHT / 2 - 5;
  return `<rect class="focus" x="${left}" y="${top}" width="${CARD_WIDTH + 10}" height="${CARD_HEIGHT + 10}" rx="12"/>`;
}

/** The sign and word of the mark, on the card's upper edge. */
function pill(record: NodeRecord): string {
  const mark = markOf(record);
  const look = mark === 'calm' && hasWrongReference(record) ? WRONG_REFERENCE : markLook(mark);
  if (look.word === '') return '';
  const width = Math.round(widthOf(look.word) * 11.5) + 27;
  const x = CARD_WIDTH - TEXT_X - width - 8;
  const y = -TEXT_Y - 10;
  return (
    `<rect class="pill" x="${x}" y="${y}" width="${width}" height="16" rx="8"/>` +
    `<path class="sign" transform="translate(${x + 6} ${y + 3})scale(.625)" d="${look.sign}"/>` +
    `<text class="word" x="${x + 19}" y="${y + 11.5}">${look.word}</text>`
  );
}

function shape(id: string, glyph: Glyph): string {
  const left = 8 - TEXT_X;
  const top = (CARD_HEIGHT - 26) / 2 - TEXT_Y;
  const sign =
    glyph.path === undefined
      ? `<text class="letters" x="${left + 13}" y="${top + 17}">${escapeText(glyph.letters ?? '')}</text>`
      : `<path class="glyph" transform="translate(${left + 4} ${top + 4})scale(1.125)" d="${glyph.path}"/>`;
  return (
    `<g id="${id}"><rect x="${-TEXT_X}" y="${-TEXT_Y}" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" rx="8"/>` +
    `<rect x="${left}" y="${top}" width="26" height="26" rx="6" fill="${glyph.tint}" stroke="none"/>${sign}</g>`
  );
}
