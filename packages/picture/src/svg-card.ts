import { hasWrongReference, type Mark, markOf, type NodeRecord } from '@gcscope/gc-core/wire';
import { cardFact, cardName, cardText, cardTooltip, widthOf } from './card-text.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './geometry.ts';
import { type Glyph, glyphOf } from './glyph.ts';
import { markLook, WRONG_REFERENCE } from './mark-look.ts';
import { cleanText, escapeShortened, escapeText } from './svg-text.ts';

/** Where the name's baseline begins, from the card's upper left corner: the origin of a card's group. */
const TEXT_X = 39;
const TEXT_Y = 19;
const NAME_SIZE = 12;
const DETAIL_SIZE = 10.5;
const ROOM: number = CARD_WIDTH - TEXT_X - 9;

/** What every card of a picture has. */
export interface CardOptions {
  /** Address before `/o/<uid>`; without one the cards are no links. */
  readonly linkBase: string | undefined;
  /** Whether each card has a tooltip. */
  readonly titled: boolean;
}

/** What the cards of one kind share: the shape is defined once and used by every card. */
interface KindShape {
  readonly apiVersion: string;
  /** From the shape to where the name begins. */
  readonly use: string;
  /** All behind the name on a calm card that has no more to say than its kind. */
  readonly ending: string;
}

/** Writes the cards of one picture, to stand within `<g class="calm">`, and remembers what occurred. */
export class CardWriter {
  readonly #linkBase: string | undefined;
  readonly #titled: boolean;
  readonly #end: '</a>' | '</g>';
  /** By kind; the version nearly always is the same, else by both. */
  readonly #kinds = new Map<string, KindShape>();
  readonly #definitions: string[] = [];
  /** What the legend has to explain of the cards so far. */
  readonly seen: Set<Mark | 'wrong'> = new Set();

  constructor({ linkBase, titled }: CardOptions) {
    this.#linkBase = linkBase === undefined ? undefined : escapeText(linkBase);
    this.#titled = titled;
    this.#end = linkBase === undefined ? '</g>' : '</a>';
  }

  /** One card; `x`, `y` is its centre. In few pieces: most of them are made before, once for all cards. */
  card(record: NodeRecord, x: number, y: number): string {
    const mark = markOf(record);
    const wrong = hasWrongReference(record);
    const isCalm = mark === 'calm' && !wrong;
    if (!isCalm) this.#remember(mark, wrong);
    const { use, ending } = this.#shapeOf(record);
    const start = isCalm && this.#linkBase === undefined ? CALM : this.#start(record, mark, wrong);
    const title = this.#titled ? `)"><title>${escapeText(cardTooltip(record))}</title>` : ')">';
    const name = escapeShortened(cardName(record), ROOM, NAME_SIZE);
    const fact = cardFact(record);
    const end = isCalm && fact === undefined ? ending : this.#ending(record, mark, isCalm);
    return `${start}${x - CARD_WIDTH / 2 + TEXT_X} ${y - CARD_HEIGHT / 2 + TEXT_Y}${title}${use}${name}${end}`;
  }

  /** The definitions of all shapes used so far. */
  definitions(): string {
    return this.#definitions.join('');
  }

  #remember(mark: Mark, wrong: boolean): void {
    this.seen.add(mark);
    if (wrong) this.seen.add('wrong');
  }

  /** Up to the place of the card. */
  #start(record: NodeRecord, mark: Mark, wrong: boolean): string {
    const isLink = this.#linkBase !== undefined;
    const tag = isLink ? `<a href="${this.#linkBase}/o/${uidInAddress(record)}"` : '<g';
    const isCalm = mark === 'calm' && !wrong;
    const classes = isCalm ? '' : ` class="${mark}${wrong ? ' wrong' : ''}"`;
    return `${tag}${classes} transform="translate(`;
  }

  /** All behind the name. */
  #ending(record: NodeRecord, mark: Mark, isCalm: boolean): string {
    const { detail } = cardText(record);
    return `</text>${secondLine(detail)}${isCalm ? '' : pill(mark)}${this.#end}`;
  }

  #shapeOf({ apiVersion, kind }: NodeRecord): KindShape {
    const known = this.#kinds.get(kind);
    if (known?.apiVersion === apiVersion) return known;
    const key = known ? `${apiVersion} ${kind}` : kind;
    return this.#kinds.get(key) ?? this.#define(key, apiVersion, kind);
  }

  #define(key: string, apiVersion: string, kind: string): KindShape {
    const id = `k${this.#definitions.length}`;
    this.#definitions.push(shape(id, glyphOf(apiVersion, kind)));
    const defined: KindShape = {
      apiVersion,
      use: `<use href="#${id}"/><text>`,
      ending: `</text>${secondLine(kind)}${this.#end}`,
    };
    this.#kinds.set(key, defined);
    return defined;
  }
}

/** How a card begins that has no mark and no link. */
const CALM = '<g transform="translate(';

/** The ring around the object a picture is about. */
export function svgFocus(x: number, y: number): string {
  const left = x - CARD_WIDTH / 2 - 5;
  const top = y - CARD_HEIGHT / 2 - 5;
  return `<rect class="focus" x="${left}" y="${top}" width="${CARD_WIDTH + 10}" height="${CARD_HEIGHT + 10}" rx="12"/>`;
}

function uidInAddress({ uid }: NodeRecord): string {
  return escapeText(encodeURIComponent(cleanText(uid)));
}

function secondLine(text: string): string {
  return `<text class="k" y="15">${escapeShortened(text, ROOM, DETAIL_SIZE)}</text>`;
}

/** The sign and word of a mark, on the card's upper edge; a calm card has one only for a wrong reference. */
function pill(mark: Mark): string {
  const look = mark === 'calm' ? WRONG_REFERENCE : markLook(mark);
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
